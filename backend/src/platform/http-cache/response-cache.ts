import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { HttpAdapter, type EarlyHandler } from '../http/server/http.adapter.js';
import { cacheKey, routeOfCached } from './cache-key.js';
import { API_POLICY, CACHE_TAGS_HEADER } from './cache-tags.js';
import { CACHE_STATUS, createCachedResponse, sendCachedResponse, type CachedResponse } from './cached-response.js';
import { counter } from '../metrics/registry.js';
import { CatalogChanges } from './catalog-changes.js';
import { DirectReads } from './direct-reads.js';
import { ComputationAbandoned, TaggedCache, type Tagged } from './tagged-cache.js';

const reads = counter('may_cache_reads_total', 'Reads of a cache, by result.', {
  cache: ['api'],
  result: ['hit', 'miss', 'collapsed'],
});
const MAX_BYTES = 32 * 1024 * 1024;
/** Some responses depend on the date ("new") or on rows outside the catalogue (a reviewer's name). */
const MAX_AGE_MS = 5 * 60_000;
/** Headers that belong to one request, or that are set for each response. */
const NOT_CACHED = new Set([
  'date',
  'etag',
  'content-length',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'x-request-id',
  'vary',
  CACHE_TAGS_HEADER,
]);

interface TaggedResponse {
  readonly response: CachedResponse;
  /** The value of the `Cache-Tags` header. */
  readonly tags: string;
}

/**
 * Response cache in front of the application: answers public reads from compressed bytes, and caches the application's
 * responses to the others. Of concurrent equal requests one is computed and the rest wait for it.
 *
 * A request with the header `Cache-Tags: send` comes from a cache (the web server's): it gets the tags, and never an
 * outdated response.
 */
@Injectable()
export class ResponseCache implements OnApplicationBootstrap {
  private readonly cache = new TaggedCache<TaggedResponse>({
    maxBytes: MAX_BYTES,
    sizeOf: ({ response, tags }) => response.size + tags.length,
    policy: API_POLICY,
  });

  constructor(
    private readonly host: HttpAdapterHost,
    private readonly changes: CatalogChanges,
    private readonly reads: DirectReads,
  ) {}

  onApplicationBootstrap(): void {
    const adapter = this.host.httpAdapter;
    if (!(adapter instanceof HttpAdapter)) return;
    this.changes.onChange((change) => this.cache.change(change));
    adapter.front = { serve: (request, response, next) => this.serve(request, response, next), routeOf: routeOfCached };
  }

  private serve(...[request, response, next]: Parameters<EarlyHandler['serve']>): void {
    const { method, url = '' } = request;
    if (method !== 'GET' && method !== 'HEAD') {
      if (url.startsWith('/api/')) this.delayUntilReceived(response);
      return next();
    }
    const key = cacheKey(url);
    if (key === undefined) return next();
    if (!this.changes.isLive) {
      count('bypass');
      return next();
    }
    // Another backend may have told that cache of a change which has not arrived here yet.
    if (asksForTags(request)) void this.changes.settle().then(() => this.answer(key, request, response, next));
    else this.answer(key, request, response, next);
  }

  private answer(key: string, ...[request, response, next]: Parameters<EarlyHandler['serve']>): void {
    const cached = this.cache.lookup(key, performance.now() - MAX_AGE_MS, asksForTags(request));
    if (cached) {
      count('hit');
      return send(cached, CACHE_STATUS.hit, request, response);
    }
    if (request.method === 'HEAD') return next();
    let isAnswered = false;
    const computing = this.cache.compute(key, () => {
      isAnswered = true;
      count('miss');
      return capture(request, response, () => next(this.reads.find(request, response)));
    });
    computing.then(
      (computed) => {
        if (isAnswered) return;
        count('collapsed');
        if (computed) send(computed, CACHE_STATUS.collapsed, request, response);
        else next();
      },
      () => undefined, // its own client has gone
    );
  }

  /** Delays the response to a write until this process has received its change, so that the client's next read shows it. */
  private delayUntilReceived(response: ServerResponse): void {
    const end = response.end.bind(response);
    response.end = ((...args: Parameters<typeof end>) => {
      response.end = end;
      if (response.statusCode >= 300) return end(...args);
      void this.changes.settle().then(() => end(...args));
      return response;
    }) as typeof response.end;
  }
}

const count = (result: string) => reads.inc({ cache: 'api', result });

function send(
  { response: cached, tags }: TaggedResponse,
  status: readonly string[],
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const headers = asksForTags(request) ? [...status, CACHE_TAGS_HEADER, tags] : status;
  sendCachedResponse(cached, request, response, headers, status === CACHE_STATUS.miss);
}

const asksForTags = ({ headers }: IncomingMessage) => headers[CACHE_TAGS_HEADER] !== undefined;

/**
 * Lets the application answer the request, and captures the response.
 * @returns undefined if the response must not be cached
 * @throws ComputationAbandoned when the client leaves before the response is complete
 */
function capture(
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
): Promise<Tagged<TaggedResponse> | undefined> {
  // The application would answer 304 to the first client, without a body to cache for the others.
  const condition = request.headers['if-none-match'];
  delete request.headers['if-none-match'];
  return new Promise((resolve, reject) => {
    const abandon = () => reject(new ComputationAbandoned());
    response.once('close', abandon);
    const end = response.end.bind(response);
    response.end = ((...args: Parameters<typeof end>) => {
      response.end = end;
      response.off('close', abandon); // an error with its stack for each response would be its largest object
      const compressed = compress(response, args[0], args[1]);
      if (!compressed) {
        if (!response.headersSent) response.removeHeader(CACHE_TAGS_HEADER);
        resolve(undefined);
        return end(...args);
      }
      const tags = String(response.getHeader(CACHE_TAGS_HEADER) ?? 'any');
      const headers = new Map(Object.entries(response.getHeaders()).map(([name, value]) => [name, value ?? '']));
      compressed
        .then((cached) => {
          const value = { response: cached, tags };
          for (const name of response.getHeaderNames()) response.removeHeader(name);
          request.headers['if-none-match'] = condition;
          send(value, CACHE_STATUS.miss, request, response);
          resolve({ value, tags: tags.split(' ') });
        })
        .catch(() => {
          // What cannot be compressed is sent as it is.
          headers.delete(CACHE_TAGS_HEADER);
          if (!response.headersSent) response.setHeaders(headers);
          end(...args);
          resolve(undefined);
        });
      return response;
    }) as typeof response.end;
    next();
  });
}

/** Compresses the application's response if it is complete and cacheable. */
function compress(response: ServerResponse, body: unknown, encoding: unknown): Promise<CachedResponse> | undefined {
  const isWhole =
    response.statusCode === 200 && !response.headersSent && (typeof body === 'string' || Buffer.isBuffer(body));
  if (!isWhole || response.hasHeader('Set-Cookie') || response.hasHeader('Content-Encoding')) return undefined;
  if (response.getHeader('Cache-Control') === 'no-store') return undefined;
  const headers: string[] = [];
  for (const [name, value] of Object.entries(response.getHeaders())) {
    if (!NOT_CACHED.has(name)) headers.push(name, String(value));
  }
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(body, encoding as BufferEncoding | undefined);
  return createCachedResponse(headers, bytes);
}
