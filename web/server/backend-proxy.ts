import {
  Agent,
  request as httpRequest,
  type ClientRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { createProxyServer } from 'httpxy';
import { watchPace } from '../../backend/src/common/body-pace';
import type { Trusts } from '../../backend/src/config/trusted-proxies.js';
import { Callers } from './callers';
import { isForwarded, visitorNetwork, visitorOf } from './client-address';
import { Lane } from './lane';
import { LIMITS, type Held, type Lanes, type Limits } from './limits';
import { refuse, refuseSocket, type Refusal } from './refuse';
import { hasBody, takeBody } from './request-body';

const BACKEND_PATH = /^\/(api|auth|ws|media|sandbox|healthz|readyz)(\/|\?|$)/;
/** A path that climbs could mean another one to the backend than to us. */
const CLIMBS = /^[^?]*[/\\](\.|%2e){2}([/\\?]|%2f|%5c|$)/i;

/** Whether the backend answers this path. Its `/internal` is not among them: that is for this server alone. */
export const isBackendPath = (url: string) => BACKEND_PATH.test(url) && !CLIMBS.test(url);

/** Whether a path that is not the backend's means to be: `/api%2fproducts/`, `/API/products/`, `/api/../internal`. */
export function meansBackend(url: string): boolean {
  const path = url.split('?', 1)[0]!.replace(/%2f|%5c|\\/gi, '/');
  return BACKEND_PATH.test(path.replace(/%[46][1-9a-f]|%[57][0-9a]/gi, decodeURIComponent).toLowerCase());
}

/** What moves money, when somebody who is signed in asks for it. */
const MONEY = /^\/api\/(placeorder|stripe-payment|paybox|orders\/\d+\/(pay|cancel))(\/|\?|$)/;
const LANES: [path: RegExp, lane: keyof Lanes][] = [
  [/^\/(healthz|readyz)\b/, 'health'],
  [/^\/(api\/stripe-webhook|sandbox)\b/, 'webhooks'],
  [/^\/media\//, 'media'],
];

function laneOf({ url = '', method, headers }: IncomingMessage): keyof Lanes {
  if (method !== 'GET' && headers.authorization && MONEY.test(url)) return 'money';
  return LANES.find(([path]) => path.test(url))?.[1] ?? 'calls';
}

/** For bodies that are passed on as they come: slow ones hold up only each other. */
const longLaneOf = ({ url = '' }: IncomingMessage): keyof Lanes =>
  url.startsWith('/api/ai-search/') ? 'searchPictures' : 'uploads';

/** Of one connection only (RFC 9110, 7.6.1), or said anew on the next. */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
  'forwarded',
  'x-powered-by',
]);

/**
 * Passes requests and sockets on to the backend. While it can't be reached, callers get 503 with the contract's error
 * body, health checks too. A caller who sends or reads slowly holds no connection to the backend.
 *
 * @param trusts whose X-Forwarded headers are a proxy's word; others are replaced
 * @param limits what callers may hold; Infinity `ofOne` where one may hold what all may
 */
export function createBackendProxy(backendUrl: string, trusts: Trusts, limits: Limits = LIMITS) {
  const target = new URL(backendUrl);
  const agent = new Agent({ keepAlive: true, maxFreeSockets: 64, scheduling: 'lifo' });
  const callers = new Callers(limits.ofOne);
  const laneOfSize = (size: number) => new Lane(size, Math.ceil(size * limits.shareOfOne), limits.waitMs);
  const lanes = new Map(Object.entries(limits.lanes).map(([name, size]) => [name, laneOfSize(size)]));
  /** Bytes that wait in this server: of bodies for the backend, of answers for their readers. */
  const waiting = { bodies: 0, answers: 0 };
  let sockets = 0;
  const sockety = createProxyServer({ target: backendUrl });
  sockety.on('error', (_error, _request, response) => response?.destroy());

  /** Counts one more for this address until the answer has ended. @returns false when it has as many as it may */
  function hold(address: string, kind: Held, response: ServerResponse): boolean {
    if (!callers.take(address, kind)) return false;
    response.once('close', () => callers.give(address, kind));
    return true;
  }

  /** The body of a request, whole, or why there is none. */
  function bodyOf(request: IncomingMessage, response: ServerResponse, address: string) {
    let taken = 0;
    let counted = 0;
    response.once('close', () => {
      callers.give(address, 'bodyBytes', counted);
      waiting.bodies -= counted;
    });
    return takeBody(request, limits.wholeBody, limits, {
      take(bytes) {
        taken += bytes;
        if (taken <= limits.smallBody) return true;
        const more = taken - counted;
        if (waiting.bodies + more > limits.bodies || !callers.take(address, 'bodyBytes', more)) return false;
        counted += more;
        waiting.bodies += more;
        return true;
      },
    });
  }

  async function web(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const address = visitorNetwork(request, trusts);
    const length = Number(request.headers['content-length'] ?? 0);
    if (length > limits.body) return refuse(response, 413);
    const lane = laneOf(request);
    if (!hold(address, lane === 'media' ? 'media' : 'requests', response)) return refuse(response, 429);
    if (!hasBody(request)) return enter(lane, address, request, response);
    if (length <= limits.wholeBody) {
      const body = await bodyOf(request, response, address);
      if (Buffer.isBuffer(body)) return enter(lane, address, request, response, body);
      if (body !== 'longer') return refuseBody(response, body);
    }
    if (!hold(address, 'uploads', response)) return refuse(response, 429);
    enter(longLaneOf(request), address, request, response);
  }

  function enter(
    lane: keyof Lanes,
    address: string,
    request: IncomingMessage,
    response: ServerResponse,
    body?: Buffer,
  ) {
    const leave = lanes.get(lane)!.enter(
      address,
      (leave) => {
        try {
          pass(request, response, body, leave);
        } catch {
          // What node:http takes from a caller and would not send: characters that no header or path may hold.
          refuse(response, 400);
        }
      },
      () => refuse(response, 503),
    );
    response.once('close', leave);
  }

  /** @param body undefined when there is none, or it is passed on as it comes; @param leave the backend is done with it */
  function pass(request: IncomingMessage, response: ServerResponse, body: Buffer | undefined, leave: () => void) {
    const isPassing = !body && hasBody(request);
    const outgoing = httpRequest({
      agent,
      host: target.hostname.replace(/^\[|\]$/g, ''),
      port: target.port || 80,
      method: request.method,
      path: request.url,
      headers: headersFor(request, body, trusts),
    });
    outgoing.setTimeout(limits.backendMs, () => outgoing.destroy(new Error('The backend does not answer')));
    outgoing.on('response', (answer) => deliver(answer, response, leave));
    outgoing.on('error', () => {
      if (!response.writableEnded) refuse(response, 503);
    });
    outgoing.on('close', leave);
    response.once('close', () => {
      if (!response.writableFinished) outgoing.destroy();
    });
    if (isPassing) passBody(request, response, outgoing);
    else outgoing.end(body);
  }

  function passBody(request: IncomingMessage, response: ServerResponse, outgoing: ClientRequest) {
    let received = 0;
    const stop = watchPace(
      limits,
      () => received,
      () => {
        if (response.writableEnded) return void request.destroy();
        refuse(response, 408);
        outgoing.destroy();
      },
    );
    request.on('data', (chunk: Buffer) => (received += chunk.length)).on('close', stop);
    request.pipe(outgoing);
    // Refused before it has come whole: the rest is thrown away, so that its sender gets to read why.
    outgoing.once('response', (answer: IncomingMessage) => {
      if (request.readableEnded) return;
      request.unpipe(outgoing).resume();
      answer.once('end', () => outgoing.destroy());
    });
  }

  /** Sends an answer on, and takes some of it ahead of a slow reader. */
  function deliver(answer: IncomingMessage, response: ServerResponse, leave: () => void) {
    if (response.headersSent) return void answer.destroy();
    for (const [name, value] of Object.entries(answer.headers)) {
      if (value !== undefined && !HOP_BY_HOP.has(name)) response.setHeader(name, value);
    }
    response.writeHead(answer.statusCode!, answer.statusMessage);
    let ahead = 0;
    const setAhead = (bytes: number) => {
      waiting.answers += bytes - ahead;
      ahead = bytes;
    };
    answer.on('data', (chunk: Buffer) => {
      if (response.write(chunk)) return;
      setAhead(response.writableLength);
      if (ahead > limits.answer || waiting.answers > limits.answers) answer.pause();
    });
    response.on('drain', () => {
      setAhead(0);
      answer.resume();
    });
    response.once('close', () => setAhead(0));
    answer.on('end', () => {
      leave();
      response.end();
    });
    answer.on('error', () => response.destroy()); // cut off
  }

  return {
    web: (request: IncomingMessage, response: ServerResponse) => {
      web(request, response).catch((error: unknown) => {
        console.error(error);
        response.destroy();
      });
    },
    /** Counts a request that this server answers itself until it has. @returns false when its address has as many as it may */
    admit: (request: IncomingMessage, response: ServerResponse, kind: 'pages' | 'media'): boolean =>
      hold(visitorNetwork(request, trusts), kind, response),
    /** The body of a form that is sent to a page; undefined when the request has been refused. */
    async form(request: IncomingMessage, response: ServerResponse): Promise<Buffer | undefined> {
      const address = visitorNetwork(request, trusts);
      if (!hold(address, 'requests', response)) return void refuse(response, 429);
      const body = await bodyOf(request, response, address);
      return Buffer.isBuffer(body) ? body : void refuseBody(response, body);
    },
    upgrade(request: IncomingMessage, socket: Duplex, head: Buffer) {
      const address = visitorNetwork(request, trusts);
      if (sockets >= limits.sockets) return refuseSocket(socket, 503);
      if (!callers.take(address, 'sockets')) return refuseSocket(socket, 429);
      sockets += 1;
      socket.once('close', () => {
        sockets -= 1;
        callers.give(address, 'sockets');
      });
      setForwarded(request.headers, request, trusts);
      const options = { upgradeTimeout: limits.handshakeMs };
      sockety.ws(request, socket as Socket, options, head).catch(() => socket.destroy());
    },
    close: () => agent.destroy(),
  };
}

function refuseBody(response: ServerResponse, why: 'longer' | 'slow' | 'full' | 'gone') {
  const statuses = { longer: 413, slow: 408, full: 503, gone: undefined } satisfies Record<string, Refusal | undefined>;
  const status = statuses[why];
  if (status) refuse(response, status);
}

/** A request's headers for the backend: without those of its connection, with who called. */
function headersFor(request: IncomingMessage, body: Buffer | undefined, trusts: Trusts) {
  const headers: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined && !HOP_BY_HOP.has(name)) headers[name] = value;
  }
  // A chunked body that was taken whole has a length by now.
  if (body) headers['content-length'] = String(body.length);
  setForwarded(headers, request, trusts);
  return headers;
}

/** Tells the backend who called, so that rate limits and links in mails hold for the visitor and not for this server. */
function setForwarded(headers: IncomingMessage['headers'], request: IncomingMessage, trusts: Trusts) {
  headers['x-forwarded-for'] = visitorOf(request, trusts);
  const isToldSo = isForwarded(request, trusts);
  if (!isToldSo || !headers['x-forwarded-proto']) headers['x-forwarded-proto'] = 'http';
  if (!isToldSo || !headers['x-forwarded-host']) headers['x-forwarded-host'] = headers.host ?? '';
  delete headers.forwarded;
}
