import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { createProxyServer } from 'httpxy';
import { Pool } from 'undici';
import { callerNetwork } from '../../../backend/src/platform/rate-limits/networks';
import type { Trusts } from '../../../backend/src/platform/config/trusted-proxies.js';
import { BackendCall } from './backend-call';
import type { Backend } from './backend-state';
import { isReadinessCheck, laneOf, streamedLaneOf } from './backend-paths';
import { ReadinessChecks } from './readiness';
import { Callers } from '../limits/callers';
import { visitorNetwork } from '../limits/client-address';
import { AdaptiveConcurrency, type ConcurrencyLimits } from '../limits/adaptive-concurrency';
import { Lane } from '../limits/lane';
import { LIMITS, type Resource, type Lanes, type Limits } from '../limits/limits';
import { forwardedHeaders } from './proxied-headers';
import { refuse, refuseSocket, type Refusal } from '../refuse';
import { logError } from '../log';
import { REQUEST_ID_HEADER } from '../../../backend/src/platform/http/request-id';
import { idOfRequest } from '../request-id';
import { TRACE_HEADERS } from '../trace-request';
import { hasBody, bufferBody } from './request-body';

/** Shorter than the backend's keep-alive, so that no connection is used while it is being closed. */
const IDLE_MS = 60_000;

/**
 * Proxies requests and sockets to the backend. While it is unreachable, calls and health checks answer 503 with the
 * contract's error body. A slow client holds no connection to the backend.
 *
 * @param trusts the proxies whose X-Forwarded headers are kept; those of others are replaced
 * @param limits bounds on callers; Infinity in `perAddress` means no limit per address
 */
export function createBackendProxy(backendUrl: string, trusts: Trusts, limits: Limits = LIMITS) {
  // A third cheaper than node:http's client. The lanes bound the number of connections.
  const pool = new Pool(backendUrl, {
    connections: null,
    headersTimeout: limits.backendMs,
    bodyTimeout: limits.backendMs,
    keepAliveMaxTimeout: IDLE_MS,
  });
  const slow = new Lane({ ...limits.slow, waits: 0, waitMs: 0 });
  const backend: Backend = { pool, trusts, limits, slow, buffered: { bodies: 0, answers: 0 } };
  const { buffered } = backend;
  const callers = new Callers(limits.perAddress);
  const readiness = new ReadinessChecks(pool, limits.readinessMs);
  const lanes = createLanes(limits);

  /** Counts a request of an address until its response ends. @returns false when the address is at its limit */
  function hold(address: string, kind: Resource, response: ServerResponse): boolean {
    if (!callers.acquire(address, kind)) return false;
    response.once('close', () => callers.release(address, kind));
    return true;
  }

  /** @returns the complete body of a request, or the reason why there is none */
  function bodyOf(request: IncomingMessage, response: ServerResponse, address: string) {
    let taken = 0;
    let counted = 0;
    response.once('close', () => {
      callers.release(address, 'bodyBytes', counted);
      buffered.bodies -= counted;
    });
    return bufferBody(request, limits.wholeBody, limits, {
      reserve(bytes) {
        taken += bytes;
        if (taken <= limits.smallBody) return true;
        const more = taken - counted;
        if (buffered.bodies + more > limits.bodies || !callers.acquire(address, 'bodyBytes', more)) return false;
        counted += more;
        buffered.bodies += more;
        return true;
      },
    });
  }

  function pass(name: keyof Lanes, address: string, request: IncomingMessage, response: ServerResponse, body?: Buffer) {
    const lane = lanes.get(name)!;
    lane.enter(new BackendCall(backend, lane, callerNetwork(address), request, response, body));
  }

  function web(request: IncomingMessage, response: ServerResponse): void {
    const address = visitorNetwork(request, trusts);
    if (isReadinessCheck(request)) {
      return hold(address, 'checks', response) ? void readiness.answer(request, response) : refuse(response, 429);
    }
    const lane = laneOf(request);
    if (!hold(address, lane === 'media' ? 'media' : 'requests', response)) return refuse(response, 429);
    if (!hasBody(request)) return pass(lane, address, request, response);
    withBody(lane, address, request, response).catch((error: unknown) => {
      logError(error, idOfRequest(request));
      response.destroy();
    });
  }

  async function withBody(lane: keyof Lanes, address: string, request: IncomingMessage, response: ServerResponse) {
    const length = Number(request.headers['content-length'] ?? 0);
    if (length > limits.body) return refuse(response, 413);
    if (length <= limits.wholeBody) {
      const body = await bodyOf(request, response, address);
      if (Buffer.isBuffer(body)) return pass(lane, address, request, response, body);
      if (body !== 'longer') return refuseBody(response, body);
    }
    if (!hold(address, 'uploads', response)) return refuse(response, 429);
    pass(streamedLaneOf(request), address, request, response);
  }

  return {
    web,
    /** Counts a request that this server answers itself. @returns false when its address is at its limit */
    admit: (request: IncomingMessage, response: ServerResponse, kind: 'pages' | 'media'): boolean =>
      hold(visitorNetwork(request, trusts), kind, response),
    /** @returns the body of a form sent to a page; undefined when the request was refused */
    async form(request: IncomingMessage, response: ServerResponse): Promise<Buffer | undefined> {
      const address = visitorNetwork(request, trusts);
      if (!hold(address, 'requests', response)) return void refuse(response, 429);
      const body = await bodyOf(request, response, address);
      return Buffer.isBuffer(body) ? body : void refuseBody(response, body);
    },
    upgrade: createSocketProxy(backendUrl, trusts, limits, callers),
    close: () => void pool.destroy(),
  };
}

/** The lanes by name. Those in `limits.adapting` have adaptive concurrency limits, and shorter waits. */
function createLanes({ lanes, adapting, waitMs, queueWait, callerShare }: Limits): Map<keyof Lanes, Lane> {
  const adaptive = Object.entries(adapting) as [keyof Lanes, Omit<ConcurrencyLimits, 'max'>][];
  const concurrency = new AdaptiveConcurrency(adaptive.map(([name, bounds]) => ({ ...bounds, max: lanes[name] })));
  const sizes = Object.entries(lanes) as [keyof Lanes, number][];
  return new Map(
    sizes.map(([name, size]) => {
      const place = adaptive.findIndex(([adapts]) => adapts === name);
      const wait = place < 0 ? { waitMs } : queueWait;
      return [name, new Lane({ runs: size, waits: size, callerShare, ...wait }, concurrency.of(place))];
    }),
  );
}

/** @returns proxies a WebSocket, within the limits of its address and of all */
function createSocketProxy(backendUrl: string, trusts: Trusts, limits: Limits, callers: Callers) {
  let sockets = 0;
  const proxy = createProxyServer({ target: backendUrl });
  proxy.on('error', (_error, _request, response) => response?.destroy());
  return (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    const address = visitorNetwork(request, trusts);
    if (sockets >= limits.sockets) return refuseSocket(socket, 503);
    if (!callers.acquire(address, 'sockets')) return refuseSocket(socket, 429);
    sockets += 1;
    socket.once('close', () => {
      sockets -= 1;
      callers.release(address, 'sockets');
    });
    Object.assign(request.headers, forwardedHeaders(request, trusts));
    // No span covers a socket, and it has no request id of its own.
    for (const name of ['forwarded', REQUEST_ID_HEADER, ...TRACE_HEADERS]) delete request.headers[name];
    const options = { upgradeTimeout: limits.handshakeMs };
    proxy.ws(request, socket as Socket, options, head).catch(() => socket.destroy());
  };
}

function refuseBody(response: ServerResponse, why: 'longer' | 'slow' | 'full' | 'gone') {
  const statuses = { longer: 413, slow: 408, full: 503, gone: undefined } satisfies Record<string, Refusal | undefined>;
  const status = statuses[why];
  if (status) refuse(response, status);
}
