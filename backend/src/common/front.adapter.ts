import { ExpressAdapter } from '@nestjs/platform-express';
import type { NestApplicationOptions } from '@nestjs/common';
import type { Response as ExpressResponse } from 'express';
import { createServer, IncomingMessage, ServerResponse, type RequestListener, type ServerOptions } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { PAGE_SIZE, TEXTS } from '../contract/rules.js';
import { watchPace, type Pace } from './body-pace.js';
import { currentCall, inCall, kindOf, type Call } from './call.js';
import { watchdog } from './watchdog.js';

/** Rows that are written without letting anybody else in between. */
const MAX_ROWS_AT_ONCE = PAGE_SIZE;
const MAX_TURN_MS = 5;

/** Answers a request itself, or leaves it to the application by calling `next`, once, now or later. */
export type Front = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/** What an Express application makes requests and responses of. */
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

/** The web server watches its visitors; these hold for whoever reaches this port without it. */
const TIMES = {
  headersTimeout: 15_000,
  requestTimeout: 60 * 60_000,
  // Longer than the web server leaves a connection unused.
  keepAliveTimeout: 90_000,
  connectionsCheckingInterval: 5_000,
} satisfies ServerOptions;
const BODY_PACE: Pace = { graceMs: 20_000, slowestBytesPerSecond: 8 * 1024 };

/**
 * Express with a front: what is kept as ready bytes is answered before any middleware runs, at a fifth of the cost. What
 * is not, is refused there while the process is overloaded.
 */
export class FrontAdapter extends ExpressAdapter {
  front: Front = (_request, _response, next) => next();

  /** @param bodyPace how slowly the body of a request may come */
  constructor(private readonly bodyPace: Pace = BODY_PACE) {
    super();
  }

  override initHttpServer(_options: NestApplicationOptions): void {
    const application = this.getInstance<RequestListener & Prototypes>();
    this.httpServer = createServer({ ...messagesOf(application), ...TIMES }, (request, response) => {
      if (request.method !== 'GET') watchBody(request, this.bodyPace);
      this.front(request, response, () => {
        const call = { kind: kindOf(request.method ?? '', request.url ?? ''), request };
        if (watchdog.sheds(call.kind)) return refuse(call, response);
        response.call = call;
        watchdog.note(call);
        inCall(call, () => application(request, response));
      });
    });
  }

  /** What nobody may keep needs no ETag, and as a text it goes out in one piece with its head. */
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
}

/** Ends a connection whose body does not come. */
function watchBody(request: IncomingMessage, pace: Pace): void {
  const { headers, socket } = request;
  if (headers['transfer-encoding'] === undefined && !Number(headers['content-length'])) return;
  const before = socket.bytesRead;
  const stop = watchPace(
    pace,
    () => socket.bytesRead - before,
    () => socket.destroy(),
  );
  request.once('close', stop);
}

type Plain = unknown[] | { results?: unknown };

function refuse({ kind }: Call, response: ServerResponse): void {
  watchdog.countRefused(kind);
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

/** The JSON of a long list, written row by row: between them others are answered. */
async function writeRows(body: Plain, rows: unknown[]): Promise<string> {
  const texts: string[] = [];
  let begun = performance.now();
  for (const row of rows) {
    // As JSON.stringify writes what is nothing in an array.
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
 * Express gives each request and response its own prototypes when they come in, and objects that change their prototype
 * stay slow all their life: two thirds of what Express costs. So node:http makes them with these from the beginning.
 */
function messagesOf(application: Prototypes) {
  class Request extends IncomingMessage {}
  class Response<Of extends IncomingMessage = IncomingMessage> extends ServerResponse<Of> {
    /** What the application answers with this; undefined when the front does. */
    call: Call | undefined = undefined;

    override end(...given: unknown[]): this {
      super.end(...(given as []));
      if (this.call) watchdog.note(undefined, this.call);
      return this;
    }
  }
  Object.setPrototypeOf(Request.prototype, application.request);
  Object.setPrototypeOf(Response.prototype, application.response);
  Object.assign(application, { request: Request.prototype, response: Response.prototype });
  return { IncomingMessage: Request, ServerResponse: Response };
}
