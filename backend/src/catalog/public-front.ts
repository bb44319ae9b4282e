import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { FrontAdapter } from '../common/front.adapter.js';
import { AnswerCache, compressed, isWorthCompressing, makeAnswer, type Answer, type Encoding } from './answer-cache.js';
import { CatalogVersion } from './catalog-version.js';
import { readKey } from './public-reads.js';

const CACHE_BYTES = 32 * 1024 * 1024;
/** Headers that belong to one request, or that each answer gets anew. */
const NOT_KEPT = new Set([
  'date',
  'etag',
  'content-length',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'x-request-id',
  'vary',
]);

/**
 * Stands before the application: answers public reads from ready bytes, and keeps what the application answers to the
 * others. Of several equal requests at once one is computed and the rest wait for it.
 */
@Injectable()
export class PublicFront implements OnApplicationBootstrap {
  private readonly cache = new AnswerCache(CACHE_BYTES);
  /** Reads that are being computed; each promise ends with the answer, or with nothing if it is not one to keep. */
  private readonly flights = new Map<string, Promise<Answer | undefined>>();

  constructor(
    private readonly host: HttpAdapterHost,
    private readonly version: CatalogVersion,
  ) {}

  onApplicationBootstrap(): void {
    const adapter = this.host.httpAdapter;
    if (!(adapter instanceof FrontAdapter)) return;
    this.version.onChange(() => {
      this.cache.clear();
      this.flights.clear();
    });
    adapter.front = (request, response, next) => this.serve(request, response, next);
  }

  private serve(request: IncomingMessage, response: ServerResponse, next: () => void): void {
    const { method, url = '' } = request;
    if (method !== 'GET' && method !== 'HEAD') {
      if (url.startsWith('/api/')) this.holdUntilHeard(response);
      return next();
    }
    const key = this.version.isLive ? readKey(url) : undefined;
    if (key === undefined) return next();
    const kept = this.cache.get(key);
    if (kept) return send(kept, request, response);
    if (method === 'HEAD') return next();
    const flight = this.flights.get(key);
    if (!flight) return this.compute(key, request, response, next);
    void flight.then((answer) => (answer ? send(answer, request, response) : next()));
  }

  /** Lets the application answer, and keeps what it says unless the catalogue changed meanwhile. */
  private compute(key: string, request: IncomingMessage, response: ServerResponse, next: () => void): void {
    const { generation } = this.version;
    // The application would answer 304 to the first asker, and there would be no body to keep for the others.
    const condition = request.headers['if-none-match'];
    delete request.headers['if-none-match'];
    const flight = new Promise<Answer | undefined>((resolve) => {
      response.once('close', () => resolve(undefined));
      const end = response.end.bind(response);
      response.end = ((body?: unknown, encoding?: unknown, done?: unknown) => {
        response.end = end;
        const answer = captured(response, body, encoding);
        resolve(answer);
        if (!answer) return end(body as string, encoding as BufferEncoding, done as () => void);
        if (generation === this.version.generation && this.version.isLive) this.cache.set(key, answer);
        for (const name of response.getHeaderNames()) response.removeHeader(name);
        request.headers['if-none-match'] = condition;
        send(answer, request, response);
        return response;
      }) as typeof response.end;
    });
    this.flights.set(key, flight);
    void flight.then(() => {
      if (this.flights.get(key) === flight) this.flights.delete(key);
    });
    next();
  }

  /** Whoever changed something reads it with the next request: the answer waits until the change was heard here. */
  private holdUntilHeard(response: ServerResponse): void {
    const end = response.end.bind(response);
    response.end = ((...given: Parameters<typeof end>) => {
      response.end = end;
      if (response.statusCode >= 300) return end(...given);
      void this.version.settle().then(() => end(...given));
      return response;
    }) as typeof response.end;
  }
}

/** What the application just answered, if it is a whole answer worth keeping. */
function captured(response: ServerResponse, body: unknown, encoding: unknown): Answer | undefined {
  const isWhole =
    response.statusCode === 200 && !response.headersSent && (typeof body === 'string' || Buffer.isBuffer(body));
  if (!isWhole || response.hasHeader('Set-Cookie') || response.hasHeader('Content-Encoding')) return undefined;
  const headers = ['Vary', 'Accept-Encoding'];
  for (const [name, value] of Object.entries(response.getHeaders())) {
    if (!NOT_KEPT.has(name)) headers.push(name, String(value));
  }
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(body, encoding as BufferEncoding | undefined);
  return makeAnswer(headers, bytes);
}

function send(answer: Answer, request: IncomingMessage, response: ServerResponse): void {
  const known = request.headers['if-none-match'];
  if (known !== undefined && (known === '*' || known.includes(answer.etag.slice(2)))) {
    response.writeHead(304, answer.headers).end();
    return;
  }
  const encoding = bestEncoding(request.headers['accept-encoding'], answer);
  const body = answer.bodies[encoding];
  if (body) return sendBody(answer, encoding, body, request, response);
  // The first to ask waits for the compression: it takes less time than the bytes that it saves.
  void compressed(answer, encoding as Exclude<Encoding, 'identity'>).then(
    (bytes) => sendBody(answer, encoding, bytes, request, response),
    () => sendBody(answer, 'identity', answer.bodies.identity, request, response),
  );
}

function sendBody(
  answer: Answer,
  encoding: Encoding,
  body: Buffer,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const headers = [...answer.headers, 'Content-Length', String(body.length)];
  if (encoding !== 'identity') headers.push('Content-Encoding', encoding);
  response.writeHead(200, headers);
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** Brotli before gzip before nothing, as far as the asker takes it and it pays. */
function bestEncoding(accepted: string | undefined, answer: Answer): Encoding {
  if (!accepted || !isWorthCompressing(answer)) return 'identity';
  if (accepted.includes('br') && !/\bbr;\s*q=0(\.0*)?\s*(,|$)/.test(accepted)) return 'br';
  if (accepted.includes('gzip') && !/\bgzip;\s*q=0(\.0*)?\s*(,|$)/.test(accepted)) return 'gzip';
  return 'identity';
}
