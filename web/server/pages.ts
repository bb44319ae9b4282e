import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from '@remix-run/node';
import { PAGE_CACHE_HEADER } from '../app/routing/public-page';
import type { Trusts } from '../../backend/src/config/trusted-proxies.js';
import { isForwarded } from './client-address';
import { KeptPage } from './kept-page';
import { pageKey, type PageCache } from './page-cache';
import { acceptsGzip, leaving, sendWebResponse, toWebRequest } from './remix-pages';
import { createNonce, securityHeaders } from './security-headers';

interface Options {
  render: RequestHandler;
  /** The Content-Security-Policy with this nonce. */
  policy: (nonce: string) => string;
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
    if (path === undefined) return stream(await renderFor(request.url!, createNonce(), leaving(response)));

    const key = origin + path;
    const kept = cache.get(key);
    if (kept) return send(kept);
    // Rendered for all who ask meanwhile, so it goes on when the first of them leaves.
    let own: Rendered | undefined;
    const made = await cache.make(key, async () => {
      const rendered = await renderFor(path, createNonce());
      if (rendered.answer.status === 200 && rendered.answer.headers.get(PAGE_CACHE_HEADER) === 'public')
        return keep(rendered);
      own = rendered;
      return undefined;
    });
    if (made) return send(made);
    const rendered = own ?? (await renderFor(path, createNonce(), leaving(response)));
    const former = rendered.answer.status === 503 ? cache.stale(key) : undefined; // The backend is down.
    if (!former) return stream(rendered);
    await rendered.answer.body?.cancel();
    return send(former);

    async function renderFor(path: string, nonce: string, signal?: AbortSignal): Promise<Rendered> {
      const answer = await render(toWebRequest(request, origin + path, form, signal), { nonce, origin, testPayments });
      return { answer, nonce };
    }

    function stream({ answer, nonce }: Rendered) {
      for (const [name, value] of securityHeaders(request)) response.setHeader(name, value);
      response.setHeader('Content-Security-Policy', policy(nonce));
      answer.headers.delete(PAGE_CACHE_HEADER);
      if (!answer.headers.has('Cache-Control')) answer.headers.set('Cache-Control', 'no-store');
      return sendWebResponse(answer, request, response);
    }

    function send(kept: KeptPage) {
      const nonce = createNonce();
      const isGzip = acceptsGzip(request);
      const body = isGzip ? kept.gzipWithNonce(nonce) : kept.withNonce(nonce);
      const headers = ['Content-Security-Policy', policy(nonce), 'Vary', 'Accept-Encoding'];
      for (const [name, value] of securityHeaders(request)) headers.push(name, value);
      for (const [name, value] of kept.headers) headers.push(name, value);
      headers.push('Cache-Control', cacheControl(request));
      if (isGzip) headers.push('Content-Encoding', 'gzip');
      headers.push('Content-Length', String(body.length));
      response.writeHead(200, headers);
      response.end(request.method === 'HEAD' ? undefined : body);
    }
  };
}

interface Rendered {
  answer: Response;
  nonce: string;
}

async function keep({ answer, nonce }: Rendered): Promise<KeptPage | undefined> {
  const body = Buffer.from(await answer.arrayBuffer());
  answer.headers.delete(PAGE_CACHE_HEADER);
  return KeptPage.of([...answer.headers], body, nonce);
}

/**
 * A page is asked for each time, for its nonce must not be used twice. What the router fetches ahead of a click is
 * good for just so long that the click uses it.
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
