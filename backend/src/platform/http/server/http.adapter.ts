import { ExpressAdapter } from '@nestjs/platform-express';
import type { NestApplicationOptions } from '@nestjs/common';
import type { Response as ExpressResponse } from 'express';
import { createServer, IncomingMessage, ServerResponse, type RequestListener, type ServerOptions } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { PAGE_SIZE, TEXTS } from '../../../contract/rules.js';
import { closeQueuedResponses } from './close-queued-responses.js';
import { watchBodyRate, type BodyRate } from './body-rate.js';
import { REQUEST_ID_HEADER } from '../request-id.js';
import { currentCall, inCall, kindOf, type CurrentCall } from '../../overload/call.js';
import { countRequest } from '../../metrics/http-metrics.js';
import { watchdog } from '../../overload/watchdog.js';
import { isTraced } from '../../tracing/path-pattern.js';
import { tracing } from '../../tracing/tracing.js';

/** Rows that are serialized without yielding to the event loop. */
const MAX_ROWS_AT_ONCE = PAGE_SIZE;
const MAX_TURN_MS = 5;

/** Answers in the application's place, or leaves it to the application by calling `next` once, now or later. */
export type Answer = (next: () => void) => void;
/** What answers requests before the application does. */
export interface EarlyHandler {
  /** Answers a request itself, or passes it on by calling `next` once, now or later: to `answer`, otherwise to the application. */
  serve(request: IncomingMessage, response: ServerResponse, next: (answer?: Answer) => void): void;
  /** @returns the pattern of the route that it answers at a URL; undefined for other URLs */
  routeOf(url: string): string | undefined;
}

/** The pattern of a request's route: those of the router, and of the reads in front of it. */
type RouteOf = (request: IncomingMessage & { route?: { path?: string } }) => string;

/** The prototypes of an Express application's requests and responses. */
interface Prototypes {
  request: object;
  response: object;
}

const REFUSAL = JSON.stringify({ detail: TEXTS.unavailable, error: TEXTS.unavailable });
const REFUSAL_HEADERS = {
  'Retry-After': '2',
  'Cache-Control': 'no-store',
  'Content-Type': 'application/json; charset=utf-8',
  'Content-Length': Buffer.byteLength(REFUSAL),
};

/** Timeouts for clients that reach this port without the web server, which has its own. */
const TIMES = {
  headersTimeout: 15_000,
  requestTimeout: 60 * 60_000,
  // Longer than the web server keeps an idle connection.
  keepAliveTimeout: 90_000,
  connectionsCheckingInterval: 5_000,
} satisfies ServerOptions;
const BODY_RATE: BodyRate = { graceMs: 20_000, slowestBytesPerSecond: 8 * 1024 };

/**
 * Express behind a front: cached responses are sent before any middleware runs, at a fifth of the cost. Other requests are
 * refused there while the process is overloaded.
 */
export class HttpAdapter extends ExpressAdapter {
  front: EarlyHandler = { serve: (_request, _response, next) => next(), routeOf: () => undefined };

  /** @param bodyRate the slowest allowed request body */
  constructor(private readonly bodyRate: BodyRate = BODY_RATE) {
    super();
  }

  override initHttpServer(_options: NestApplicationOptions): void {
    const application = this.getInstance<RequestListener & Prototypes>();
    const server = createServer({ ...messagesOf(application, this.routeOf), ...TIMES }, (request, response) => {
      if (request.method !== 'GET') watchBody(request, this.bodyRate);
      const next = () => application(request, response);
      traced(request, response, this.routeOf, () =>
        this.front.serve(request, response, (answer) => {
          const call = { kind: kindOf(request.method ?? '', request.url ?? ''), request };
          if (watchdog.sheds(call.kind)) return refuse(response);
          watchdog.admit(response);
          response.call = call;
          watchdog.note(call);
          inCall(call, () => (answer ? answer(next) : next()));
        }),
      );
    });
    closeQueuedResponses(server);
    this.httpServer = server;
  }

  /** Sends `no-store` JSON without an ETag and in one write with its headers; other responses take Express's way. */
  override reply(response: ExpressResponse, body: unknown, statusCode?: number): unknown {
    watchdog.note(currentCall());
    if (!isPlain(body) || response.getHeader('Cache-Control') !== 'no-store' || response.hasHeader('Content-Type')) {
      return super.reply(response, body, statusCode);
    }
    if (statusCode !== undefined) response.statusCode = statusCode;
    const send = (text: string) => {
      response.setHeader('Content-Type', 'application/json; charset=utf-8');
      response.setHeader('Content-Length', Buffer.byteLength(text));
      return response.end(text);
    };
    const rows = rowsOf(body);
    return rows.length > MAX_ROWS_AT_ONCE ? writeRows(body, rows).then(send) : send(JSON.stringify(body));
  }

  private readonly routeOf: RouteOf = (request) => {
    const template = request.route?.path ?? this.front.routeOf(request.url ?? '');
    // Express's last route takes whatever no other took.
    return template === undefined || template.startsWith('{') ? '(none)' : template;
  };
}

/** Answers a request within its span, where tracing is on. Only the web server sends requests here, so its trace goes on. */
function traced(request: IncomingMessage, response: ServerResponse, routeOf: RouteOf, answer: () => void): void {
  const traces = tracing();
  if (!traces || !isTraced(request.url ?? '')) return answer();
  const { headers } = request;
  const parent = headers.traceparent?.toString();
  const requestId = () => request.id ?? headers[REQUEST_ID_HEADER];
  traces.serve({ request, response, parent, route: () => routeOf(request), requestId }, answer);
}

/** Ends a connection whose body arrives too slowly. */
function watchBody(request: IncomingMessage, rate: BodyRate): void {
  const { headers, socket } = request;
  if (headers['transfer-encoding'] === undefined && !Number(headers['content-length'])) return;
  const before = socket.bytesRead;
  const stop = watchBodyRate(
    rate,
    () => socket.bytesRead - before,
    () => socket.destroy(),
  );
  request.once('close', stop);
}

type Plain = unknown[] | { results?: unknown };

function refuse(response: ServerResponse): void {
  response.writeHead(503, REFUSAL_HEADERS).end(REFUSAL);
}

const isPlain = (body: unknown): body is Plain =>
  Array.isArray(body) ||
  (typeof body === 'object' && body !== null && Object.getPrototypeOf(body) === Object.prototype);

/** The rows of a bare list or of a page. */
function rowsOf(body: Plain): unknown[] {
  if (Array.isArray(body)) return body;
  return Array.isArray(body.results) ? body.results : [];
}

/** Serializes a long list row by row, yielding to the event loop between them. */
async function writeRows(body: Plain, rows: unknown[]): Promise<string> {
  const texts: string[] = [];
  let begun = performance.now();
  for (const row of rows) {
    // JSON.stringify writes undefined in an array as null.
    texts.push(JSON.stringify(row) ?? 'null');
    if (performance.now() - begun < MAX_TURN_MS) continue;
    await setImmediate();
    begun = performance.now();
  }
  const list = `[${texts.join(',')}]`;
  if (Array.isArray(body)) return list;
  const { results: _, ...envelope } = body;
  return `${JSON.stringify({ ...envelope, results: 0 }).slice(0, -2)}${list}}`;
}

/**
 * Express sets the prototype of each request and response as it arrives, and objects whose prototype changes stay slow:
 * two thirds of Express's cost. So node:http creates them with these prototypes from the start.
 */
function messagesOf(application: Prototypes, routeOf: RouteOf) {
  class Request extends IncomingMessage {}
  class Response<Of extends IncomingMessage = IncomingMessage> extends ServerResponse<Of> {
    /** The call that the application answers with this response; undefined when the front answers. */
    call: CurrentCall | undefined = undefined;
    private readonly since = performance.now();

    override end(...args: unknown[]): this {
      const isAnswered = this.writableEnded;
      super.end(...(args as []));
      if (!isAnswered) {
        countRequest({ method: this.req.method, route: routeOf(this.req), status: this.statusCode, since: this.since });
      }
      if (this.call) watchdog.note(undefined, this.call);
      return this;
    }
  }
  Object.setPrototypeOf(Request.prototype, application.request);
  Object.setPrototypeOf(Response.prototype, application.response);
  Object.assign(application, { request: Request.prototype, response: Response.prototype });
  return { IncomingMessage: Request, ServerResponse: Response };
}
