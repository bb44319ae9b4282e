import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { PAGE_CACHE_HEADER } from '../../app/routing/document/public-page';
import { CACHE_STATUS, sendCachedResponse } from '../../../backend/src/platform/http-cache/cached-response';
import { counter } from '../../../backend/src/platform/metrics/registry';
import { tracing } from '../../../backend/src/platform/tracing/tracing';
import type { Trusts } from '../../../backend/src/platform/network/trusted-proxies.js';
import { toCachedPage, type CachedPage } from './cached-page';
import { publicOrigin, visitorOf } from '../http/client-address';
import { logError } from '../http/log';
import { idOfRequest } from '../http/request-id';
import type { CachedHosts } from './cached-hosts';
import { pageKey, type PageCache } from './page-cache';
import { abortOnDisconnect, sendPage, toWebRequest } from './remix-pages';
import type { Render } from '../render/render-lane';
import { refusePage } from '../http/refuse';
import { securityHeaders, type Policy } from '../http/security-headers';

const reads = counter('may_cache_reads_total', 'Reads of a cache, by result.', {
  cache: ['page'],
  result: ['hit', 'miss', 'collapsed'],
});

interface Options {
  /** Whether this server is too busy to render a page for the visitor. */
  sheds: (request: IncomingMessage) => boolean;
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
export function createPages(options: Options) {
  const { sheds, policy, cache, hosts, trusts } = options;
  return async function page(request: IncomingMessage, response: ServerResponse, form?: Buffer): Promise<void> {
    const { protocol, host } = publicOrigin(request, trusts);
    const origin = `${protocol}://${host}`;
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const path = isRead && hosts.accepts(host) ? pageKey(request.url!) : undefined;
    const key = path && origin + path;
    const cached = key && cache.get(key);
    if (cached) {
      reads.inc({ cache: 'page', result: 'hit' });
      return sendCached(cached, request, response, CACHE_STATUS.hit);
    }
    if (sheds(request)) {
      const former = key && cache.stale(key);
      return former ? sendCached(former, request, response, CACHE_STATUS.hit) : refusePage(response, 503);
    }
    const render = (url: string, signal?: AbortSignal) => renderPage(options, { request, origin, url, form, signal });
    const renderOwn = (url: string) => render(url, abortOnDisconnect(response));
    if (!key) return sendRendered(await renderOwn(request.url!), request, response, policy);
    const shared = await fetchPage(key, options, () => render(path));
    if (shared.cached) return sendCached(shared.cached, request, response, shared.status);
    const rendered = shared.own ?? (await renderOwn(path));
    const former = rendered.answer.status === 503 ? cache.stale(key) : undefined; // the backend is down
    if (!former) return sendRendered(rendered, request, response, policy);
    await rendered.answer.body?.cancel();
    return sendCached(former, request, response, CACHE_STATUS.hit);
  };
}

/**
 * Renders a page for the cache. Concurrent requests share the render, so it continues when the first visitor disconnects.
 *
 * @returns `cached`, the page if it is public; `own`, what this request rendered if it is not
 */
async function fetchPage(key: string, { cache, policy }: Options, render: () => Promise<Rendered>) {
  let result: 'miss' | 'collapsed' = 'collapsed';
  let own: Rendered | undefined;
  const cached = await cache.fetch(key, async () => {
    result = 'miss';
    const rendered = await render();
    const { answer, nonce, tags } = rendered;
    if (answer.status === 200 && answer.headers.get(PAGE_CACHE_HEADER) === 'public')
      return { value: await toCachedPage(answer, nonce, policy), tags: [...tags] };
    own = rendered;
    return undefined;
  });
  reads.inc({ cache: 'page', result });
  return { cached, own, status: CACHE_STATUS[result] };
}

interface PageRequest {
  request: IncomingMessage;
  origin: string;
  /** The path of the page, with its query. */
  url: string;
  form: Buffer | undefined;
  signal: AbortSignal | undefined;
}

async function renderPage(
  { render, trusts, testPayments }: Options,
  { request, origin, url, form, signal }: PageRequest,
): Promise<Rendered> {
  const nonce = randomBytes(16).toString('base64url');
  const page = toWebRequest(request, origin + url, form, signal);
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

function sendRendered({ answer, nonce }: Rendered, request: IncomingMessage, response: ServerResponse, policy: Policy) {
  for (const [name, value] of securityHeaders(request)) response.setHeader(name, value);
  response.setHeader('Content-Security-Policy', policy([`'nonce-${nonce}'`]));
  answer.headers.delete(PAGE_CACHE_HEADER);
  if (!answer.headers.has('Cache-Control')) answer.headers.set('Cache-Control', 'no-store');
  return sendPage(answer, request, response);
}

function sendCached(cached: CachedPage, request: IncomingMessage, response: ServerResponse, status: readonly string[]) {
  const headers = ['Cache-Control', cacheControl(request), ...status];
  for (const [name, value] of securityHeaders(request)) headers.push(name, value);
  sendCachedResponse(cached, request, response, headers);
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
