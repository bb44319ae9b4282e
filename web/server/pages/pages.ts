import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { PAGE_CACHE_HEADER } from '../../app/routing/public-page';
import { CACHE_STATUS, sendCachedResponse } from '../../../backend/src/platform/http-cache/cached-response';
import { counter } from '../../../backend/src/platform/metrics/registry';
import { tracing } from '../../../backend/src/platform/tracing/tracing';
import type { Trusts } from '../../../backend/src/platform/config/trusted-proxies.js';
import { toCachedPage, type CachedPage } from './cached-page';
import { publicOrigin, visitorOf } from '../limits/client-address';
import { logError } from '../log';
import { idOfRequest } from '../request-id';
import type { CachedHosts } from './cached-hosts';
import { pageKey, type PageCache } from './page-cache';
import { abortOnDisconnect, sendPage, toWebRequest } from './remix-pages';
import type { Render } from '../render/render-lane';
import { refusePage } from '../refuse';
import { securityHeaders, type Policy } from './security-headers';

const reads = counter('may_cache_reads_total', 'Reads of a cache, by result.', {
  cache: ['page'],
  result: ['hit', 'miss', 'collapsed'],
});

interface Options {
  /** Whether this server is too busy to render a page for the visitor. */
  refuses: (request: IncomingMessage) => boolean;
  render: Render;
  policy: Policy;
  cache: PageCache;
  hosts: CachedHosts;
  /** The proxies whose X-Forwarded headers are trusted. */
  trusts: Trusts;
  /** Show the notice of test payments on every page. */
  testPayments: boolean;
}

/**
 * Answers page requests: public pages from the cache, others rendered.
 *
 * @returns a listener that also takes the body of a submitted form. Its promise rejects when rendering fails; the
 *   response may have begun by then
 */
export function createPages({ refuses, render, policy, cache, hosts, trusts, testPayments }: Options) {
  return async function page(request: IncomingMessage, response: ServerResponse, form?: Buffer): Promise<void> {
    const { protocol, host } = publicOrigin(request, trusts);
    const origin = `${protocol}://${host}`;
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const path = isRead && hosts.accepts(host) ? pageKey(request.url!) : undefined;
    const key = path && origin + path;
    const cached = key && cache.get(key);
    if (cached) {
      reads.inc({ cache: 'page', result: 'hit' });
      return sendCached(cached, CACHE_STATUS.hit);
    }
    if (refuses(request)) {
      const former = key && cache.stale(key);
      return former ? sendCached(former, CACHE_STATUS.hit) : refusePage(response, 503);
    }
    if (!key) return sendRendered(await renderFor(request.url!, abortOnDisconnect(response)));
    // Concurrent requests share this render, so it continues when the first visitor disconnects.
    let own: Rendered | undefined;
    let status: readonly string[] = CACHE_STATUS.collapsed;
    const fetched = await cache.fetch(key, async () => {
      status = CACHE_STATUS.miss;
      const rendered = await renderFor(path);
      if (rendered.answer.status === 200 && rendered.answer.headers.get(PAGE_CACHE_HEADER) === 'public')
        return { value: await toCachedPage(rendered.answer, rendered.nonce, policy), tags: [...rendered.tags] };
      own = rendered;
      return undefined;
    });
    reads.inc({ cache: 'page', result: status === CACHE_STATUS.miss ? 'miss' : 'collapsed' });
    if (fetched) return sendCached(fetched, status);
    const rendered = own ?? (await renderFor(path, abortOnDisconnect(response)));
    const former = rendered.answer.status === 503 ? cache.stale(key) : undefined; // the backend is down
    if (!former) return sendRendered(rendered);
    await rendered.answer.body?.cancel();
    return sendCached(former, CACHE_STATUS.hit);

    async function renderFor(path: string, signal?: AbortSignal): Promise<Rendered> {
      const nonce = randomBytes(16).toString('base64url');
      const page = toWebRequest(request, origin + path, form, signal);
      const tags = new Set<string>();
      const requestId = idOfRequest(request);
      const log = (error: unknown) => logError(error, requestId);
      const step = tracing()?.step(request, 'render page', 'internal');
      const visitor = form && visitorOf(request, trusts);
      const { traceparent } = step ?? {};
      const context = { nonce, origin, testPayments, tags, requestId, visitor, traceparent, logError: log };
      try {
        const answer = await render(page, context, request);
        step?.end();
        return { answer, nonce, tags };
      } catch (error) {
        step?.end({ error });
        throw error;
      }
    }

    function sendRendered({ answer, nonce }: Rendered) {
      for (const [name, value] of securityHeaders(request)) response.setHeader(name, value);
      response.setHeader('Content-Security-Policy', policy([`'nonce-${nonce}'`]));
      answer.headers.delete(PAGE_CACHE_HEADER);
      if (!answer.headers.has('Cache-Control')) answer.headers.set('Cache-Control', 'no-store');
      return sendPage(answer, request, response);
    }

    function sendCached(cached: CachedPage, status: readonly string[]) {
      const headers = ['Cache-Control', cacheControl(request), ...status];
      for (const [name, value] of securityHeaders(request)) headers.push(name, value);
      sendCachedResponse(cached, request, response, headers);
    }
  };
}

interface Rendered {
  answer: Response;
  nonce: string;
  /** Complete when the body has been read. */
  tags: ReadonlySet<string>;
}

/**
 * Pages are revalidated each time, because the catalogue may change. Prefetched data is cached just long enough for the
 * click to use it.
 */
function cacheControl({ headers }: IncomingMessage) {
  const purpose = headers['sec-purpose'] ?? headers.purpose;
  return purpose?.includes('prefetch') ? 'private, max-age=5' : 'no-cache';
}
