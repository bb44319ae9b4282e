import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { Pool } from 'undici';
import { ASSET_NAME } from '../../../backend/src/contract/asset-name';
import { callerNetwork } from '../../../backend/src/platform/rate-limits/networks';
import type { Trusts } from '../../../backend/src/platform/network/trusted-proxies.js';
import { BackendCall, type Forwarded } from './backend-call';
import type { Backend } from './backend-state';
import { isMultipart, isReadinessCheck, laneOf, streamedLaneOf } from './backend-paths';
import { BodyMemory } from './body-memory';
import { createLanes } from './backend-lanes';
import { createSocketProxy } from './chat-sockets';
import { ReadinessChecks } from './readiness';
import { Callers } from '../limits/callers';
import { visitorNetwork } from '../http/client-address';
import { Lane } from '../limits/lane';
import { LIMITS, type Resource, type Lanes, type Limits } from '../limits/limits';
import { refuse, type Refusal } from '../http/refuse';
import { logError } from '../http/log';
import { idOfRequest } from '../http/request-id';
import { bufferBody, hasBody } from '../http/request-body';

/** Shorter than the backend's keep-alive, so that no connection is used while it is being closed. */
const IDLE_MS = 60_000;

/**
 * Proxies requests and sockets to the backend. While it is unreachable, calls and health checks answer 503 with the
 * contract's error body. A slow client holds no connection to the backend.
 */
export class BackendProxy {
  private readonly backend: Backend;
  private readonly callers: Callers;
  /** The requests so far of exempt addresses, see `Callers.exempts`. */
  private exempted = 0;
  private readonly readiness: ReadinessChecks;
  private readonly lanes: Map<keyof Lanes, Lane>;
  /** A listener for `upgrade` events: proxies a WebSocket, within the limits of its address and of all. */
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

  /**
   * @param trusts the proxies whose X-Forwarded headers are kept; those of others are replaced
   * @param limits bounds on callers; Infinity in `perAddress` means no limit per address
   */
  constructor(
    backendUrl: string,
    private readonly trusts: Trusts,
    private readonly limits: Limits = LIMITS,
  ) {
    // A third cheaper than node:http's client. The lanes bound the number of connections.
    const pool = new Pool(backendUrl, {
      connections: null,
      headersTimeout: limits.backendMs,
      bodyTimeout: limits.backendMs,
      keepAliveMaxTimeout: IDLE_MS,
    });
    const slow = new Lane({ ...limits.slow, waits: 0, waitMs: 0 });
    this.backend = { pool, trusts, limits, slow, buffered: { bodies: 0, answers: 0 } };
    this.callers = new Callers(limits);
    this.readiness = new ReadinessChecks(pool, limits.readinessMs);
    this.lanes = createLanes(limits);
    this.upgrade = createSocketProxy(backendUrl, trusts, limits, this.callers);
  }

  /** A listener for `request` events: forwards a request, or refuses it. */
  readonly web = (request: IncomingMessage, response: ServerResponse): void => {
    const address = visitorNetwork(request, this.trusts);
    if (isReadinessCheck(request)) {
      if (!this.acquireUntilClosed(address, 'checks', response)) return refuse(response, 429);
      return void this.readiness.answer(request, response);
    }
    const lane = laneOf(request);
    if (!this.acquireUntilClosed(address, lane === 'media' ? 'media' : 'requests', response))
      return refuse(response, 429);
    if (!hasBody(request)) return this.enterLane(lane, address, request, response);
    this.forwardBody(lane, address, request, response).catch((error: unknown) => {
      logError(error, idOfRequest(request));
      response.destroy();
    });
  };

  /** @returns the body of a form sent to a page, which is a small one; undefined when the request was refused */
  async form(request: IncomingMessage, response: ServerResponse): Promise<Buffer | undefined> {
    const address = visitorNetwork(request, this.trusts);
    if (!this.acquireUntilClosed(address, 'requests', response)) return void refuse(response, 429);
    const body = await this.readBody(request, response, address, this.limits.smallBody);
    return Buffer.isBuffer(body) ? body : void refuseBody(response, body);
  }

  /**
   * Answers a request for a file that this build does not have with the one that a web build of another release has, which the backends
   * keep. Only a name as builds give it is worth a call, and the call is one among those for pictures.
   */
  asset(request: IncomingMessage, response: ServerResponse): void {
    const { url = '', method = '' } = request;
    const name = url.replace('/assets/', '');
    if (!ASSET_NAME.test(name) || !['GET', 'HEAD'].includes(method)) return refuse(response, 404);
    const address = visitorNetwork(request, this.trusts);
    this.enterLane('media', address, request, response, { path: `/internal/assets/${name}` });
  }

  /** Counts a request that this server answers itself. @returns false when its address is at its limit */
  admit(request: IncomingMessage, response: ServerResponse, kind: 'pages' | 'media'): boolean {
    return this.acquireUntilClosed(visitorNetwork(request, this.trusts), kind, response);
  }

  close(): void {
    void this.backend.pool.destroy();
  }

  /** Counts a request of an address until its response is closed. @returns false when the address is at its limit */
  private acquireUntilClosed(address: string, kind: Resource, response: ServerResponse): boolean {
    if (!this.callers.acquire(address, kind)) return false;
    response.once('close', () => this.callers.release(address, kind));
    return true;
  }

  private enterLane(
    name: keyof Lanes,
    address: string,
    request: IncomingMessage,
    response: ServerResponse,
    sent: Forwarded = {},
  ) {
    const lane = this.lanes.get(name)!;
    // A caller of its own for each request, so that an exempt address may have the whole lane.
    const caller = this.callers.exempts(address) ? `exempt ${(this.exempted += 1)}` : callerNetwork(address);
    lane.enter(new BackendCall(this.backend, lane, caller, request, response, sent));
  }

  /** Forwards a request with a body: a short one when it is complete, a longer one of pictures and files as a stream. */
  private async forwardBody(
    lane: keyof Lanes,
    address: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const length = Number(request.headers['content-length'] ?? 0);
    const isUpload = isMultipart(request);
    if (length > (isUpload ? this.limits.body : this.limits.wholeBody)) return refuse(response, 413);
    if (length <= this.limits.wholeBody) {
      const body = await this.readBody(request, response, address, this.limits.wholeBody);
      if (Buffer.isBuffer(body)) return this.enterLane(lane, address, request, response, { body });
      if (body !== 'longer' || !isUpload) return refuseBody(response, body);
    }
    if (!this.acquireUntilClosed(address, 'uploads', response)) return refuse(response, 429);
    this.enterLane(streamedLaneOf(request), address, request, response);
  }

  /** @returns the complete body of a request, or the reason why there is none */
  private readBody(request: IncomingMessage, response: ServerResponse, address: string, maxBytes: number) {
    const memory = new BodyMemory(this.backend, this.callers, address);
    response.once('close', () => memory.release());
    return bufferBody(request, maxBytes, this.limits, memory);
  }
}

function refuseBody(response: ServerResponse, why: 'longer' | 'slow' | 'full' | 'gone') {
  const statuses = { longer: 413, slow: 408, full: 503, gone: undefined } satisfies Record<string, Refusal | undefined>;
  const status = statuses[why];
  if (status) refuse(response, status);
}
