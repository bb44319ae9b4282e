import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { PAGE_CACHE_HEADER } from '../../app/routing/public-page';
import { sendCachedResponse } from '../../../backend/src/platform/http-cache/cached-response';
import type { Trusts } from '../../../backend/src/platform/config/trusted-proxies.js';
import { toCachedPage, type CachedPage } from './cached-page';
import { isForwarded } from '../limits/client-address';
import { pageKey, type PageCache } from './page-cache';
import { leaving, sendWebResponse, toWebRequest } from './remix-pages';
import type { Render } from './renders';
import { securityHeaders, type Policy } from './security-headers';

interface Options {
  render: Render;
  policy: Policy;
  cache: PageCache;
  /** Whose X-Forwarded headers say by which address the visitor came. */
  trusts: Trusts;
  /** Every page says that cards are tests. */
  testPayments: boolean;
}

/**
 * Answers a request with a page: from memory when it is the same for everyone, else rendered now and streamed.
 *
 * @returns a listener, which takes the body of a form that was sent to the page; its promise is rejected when rendering
 *   failed, the answer may have begun by then
 */
export function createPages({ render, policy, cache, trusts, testPayments }: Options) {
  return async function page(request: IncomingMessage, response: ServerResponse, form?: Buffer): Promise<void> {
    const origin = originOf(request, trusts);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const path = isRead ? pageKey(request.url!) : undefined;
    if (path === undefined) return stream(await renderFor(request.url!, leaving(response)));

    const key = origin + path;
    const cached = cache.get(key);
    if (cached) return send(cached);
    // Rendered for all who ask meanwhile, so it goes on when the first of them leaves.
    let own: Rendered | undefined;
    const fetched = await cache.fetch(key, async () => {
      const rendered = await renderFor(path);
      if (rendered.answer.status === 200 && rendered.answer.headers.get(PAGE_CACHE_HEADER) === 'public')
        return toCachedPage(rendered.answer, rendered.nonce, policy);
      own = rendered;
      return undefined;
    });
    if (fetched) return send(fetched);
    const rendered = own ?? (await renderFor(path, leaving(response)));
    const former = rendered.answer.status === 503 ? cache.stale(key) : undefined; // The backend is down.
    if (!former) return stream(rendered);
    await rendered.answer.body?.cancel();
    return send(former);

    async function renderFor(path: string, signal?: AbortSignal): Promise<Rendered> {
      const nonce = randomBytes(16).toString('base64url');
      const page = toWebRequest(request, origin + path, form, signal);
      const answer = await render(page, { nonce, origin, testPayments }, request);
      return { answer, nonce };
    }

    function stream({ answer, nonce }: Rendered) {
      for (const [name, value] of securityHeaders(request)) response.setHeader(name, value);
      response.setHeader('Content-Security-Policy', policy([`'nonce-${nonce}'`]));
      answer.headers.delete(PAGE_CACHE_HEADER);
      if (!answer.headers.has('Cache-Control')) answer.headers.set('Cache-Control', 'no-store');
      return sendWebResponse(answer, request, response);
    }

    function send(cached: CachedPage) {
      const headers = ['Cache-Control', cacheControl(request)];
      for (const [name, value] of securityHeaders(request)) headers.push(name, value);
      sendCachedResponse(cached, request, response, headers);
    }
  };
}

interface Rendered {
  answer: Response;
  nonce: string;
}

/**
 * A page is asked about each time, for the catalogue may have changed. What the router fetches ahead of a click is good
 * for just so long that the click uses it.
 */
function cacheControl({ headers }: IncomingMessage) {
  const purpose = headers['sec-purpose'] ?? headers.purpose;
  return purpose?.includes('prefetch') ? 'private, max-age=5' : 'no-cache';
}

/** The shop's origin as the visitor sees it. */
function originOf(request: IncomingMessage, trusts: Trusts): string {
  const { headers } = request;
  const isToldSo = isForwarded(request, trusts);
  const protocol = (isToldSo && headers['x-forwarded-proto']?.toString().split(',', 1)[0]) || 'http';
  const host = (isToldSo && headers['x-forwarded-host']?.toString()) || headers.host || 'localhost';
  return `${protocol.trim()}://${host}`;
}
