import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { LRUCache } from 'lru-cache';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createCachedResponse, sendCachedResponse, type CachedResponse } from './cached-response.js';
import { HttpAdapter } from '../http/http.adapter.js';
import { CatalogChanges } from './catalog-changes.js';
import { cacheKey } from './cache-key.js';

const MAX_BYTES = 32 * 1024 * 1024;
/** Some responses depend on the day ("new") or on rows outside the catalogue (a reviewer's name). */
const MAX_AGE_MS = 5 * 60_000;
/** Headers that belong to one request, or that each response gets anew. */
const NOT_CACHED = new Set([
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
 * Response cache: stands before the application, answers public reads from compressed bytes, and caches what the
 * application answers to the others. Of several equal requests at once one is computed and the rest wait for it.
 */
@Injectable()
export class ResponseCache implements OnApplicationBootstrap {
  private readonly cache = new LRUCache<string, CachedResponse>({
    maxSize: MAX_BYTES,
    maxEntrySize: MAX_BYTES / 4,
    sizeCalculation: ({ size }, key) => size + key.length,
    ttl: MAX_AGE_MS,
    ttlResolution: 1_000, // the default sets a timer for almost each request
  });
  /**
   * Reads that are being computed; each promise ends with the response, or with nothing if it is not one to cache. Not
   * lru-cache's `fetch`: the first request is answered by the application, and not from what it waits for.
   */
  private readonly inFlight = new Map<string, Promise<CachedResponse | undefined>>();

  constructor(
    private readonly host: HttpAdapterHost,
    private readonly version: CatalogChanges,
  ) {}

  onApplicationBootstrap(): void {
    const adapter = this.host.httpAdapter;
    if (!(adapter instanceof HttpAdapter)) return;
    this.version.onChange(() => {
      this.cache.clear();
      this.inFlight.clear();
    });
    adapter.front = (request, response, next) => this.serve(request, response, next);
  }

  private serve(request: IncomingMessage, response: ServerResponse, next: () => void): void {
    const { method, url = '' } = request;
    if (method !== 'GET' && method !== 'HEAD') {
      if (url.startsWith('/api/')) this.holdUntilHeard(response);
      return next();
    }
    const key = this.version.isLive ? cacheKey(url) : undefined;
    if (key === undefined) return next();
    const cached = this.cache.get(key);
    if (cached) return sendCachedResponse(cached, request, response);
    if (method === 'HEAD') return next();
    const computing = this.inFlight.get(key);
    if (!computing) return this.compute(key, request, response, next);
    void computing.then((computed) => (computed ? sendCachedResponse(computed, request, response) : next()));
  }

  /** Lets the application answer, and caches what it says unless the catalogue changed meanwhile. */
  private compute(key: string, request: IncomingMessage, response: ServerResponse, next: () => void): void {
    const { generation } = this.version;
    // The application would answer 304 to the first client, and there would be no body to cache for the others.
    const condition = request.headers['if-none-match'];
    delete request.headers['if-none-match'];
    const computing = new Promise<CachedResponse | undefined>((resolve) => {
      response.once('close', () => resolve(undefined));
      const end = response.end.bind(response);
      response.end = ((...given: Parameters<typeof end>) => {
        response.end = end;
        const captured = capture(response, given[0], given[1]);
        resolve(captured);
        if (!captured) return end(...given);
        void captured.then((computed) => {
          if (generation === this.version.generation && this.version.isLive) this.cache.set(key, computed);
          for (const name of response.getHeaderNames()) response.removeHeader(name);
          request.headers['if-none-match'] = condition;
          sendCachedResponse(computed, request, response);
        });
        return response;
      }) as typeof response.end;
    });
    this.inFlight.set(key, computing);
    void computing.then(() => {
      if (this.inFlight.get(key) === computing) this.inFlight.delete(key);
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

/** Captures the application's response if it is complete and cacheable. */
function capture(response: ServerResponse, body: unknown, encoding: unknown): Promise<CachedResponse> | undefined {
  const isWhole =
    response.statusCode === 200 && !response.headersSent && (typeof body === 'string' || Buffer.isBuffer(body));
  if (!isWhole || response.hasHeader('Set-Cookie') || response.hasHeader('Content-Encoding')) return undefined;
  const headers: string[] = [];
  for (const [name, value] of Object.entries(response.getHeaders())) {
    if (!NOT_CACHED.has(name)) headers.push(name, String(value));
  }
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(body, encoding as BufferEncoding | undefined);
  return createCachedResponse(headers, bytes);
}
