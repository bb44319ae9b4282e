import { isRouteErrorResponse } from '@remix-run/react';
import { ApiError } from '~/api/http/client';
import { anySignal } from '~/api/http/any-signal';
import { ChunkLoadError } from '~/lib/chunk';

/** Milliseconds until the response to a request for page data must have begun. */
const TIMEOUT_MS = 30_000;
/** Statuses that pass: overloaded, restarting or rate limited. */
const PASSING = new Set([429, 502, 503, 504]);
/** What browsers say of a lost connection, and Remix of an answer that was cut off. */
const LOST = /failed to fetch|network ?error|load failed|unable to decode turbo-stream/i;

/** The data of a page did not come: the connection was lost, took too long, or the server failed. */
export class PageDataError extends Error {
  override name = 'PageDataError';
}

/** True for an error of the network or the server, which a retry may mend; false for a mistake in the page's code. */
export function isFailedLoad(error: unknown): boolean {
  if (error instanceof ApiError) return error.status === 0 || error.status === 429 || error.status >= 500;
  if (isRouteErrorResponse(error)) return PASSING.has(error.status);
  if (error instanceof ChunkLoadError || error instanceof PageDataError) return true;
  return error instanceof Error && LOST.test(error.message);
}

/** True for a failure that passes by itself. A 500 may be lasting: a page that can show its other parts does so. */
export const isPassing = (error: unknown): boolean =>
  error instanceof ChunkLoadError || (error instanceof ApiError && (error.status === 0 || PASSING.has(error.status)));

/**
 * Turns server errors and time-outs of requests for page data into a `PageDataError`. Remix alone would take a proxy's
 * error page for data, and wait forever. It wraps `window.fetch`: call it once, before hydration.
 */
export function boundPageData(): void {
  const fetch = window.fetch.bind(window);
  window.fetch = async (input, init) => {
    if (!isPageData(input, init)) return fetch(input, init);
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(new PageDataError('timeout')), TIMEOUT_MS);
    const signal = init?.signal ? anySignal(init.signal, timeout.signal) : timeout.signal;
    try {
      const response = await fetch(input, { ...init, signal });
      if (response.status >= 500 || response.status === 429) throw new PageDataError(String(response.status));
      return response;
    } finally {
      clearTimeout(timer); // the body may stream for longer
    }
  };
}

/** Whether a request loads page data. Requests that send data have answers of their own. */
function isPageData(input: RequestInfo | URL, init: RequestInit | undefined): boolean {
  if (input instanceof Request || (init?.method ?? 'GET').toUpperCase() !== 'GET') return false;
  const url = new URL(input, window.location.href);
  return url.origin === window.location.origin && url.pathname.endsWith('.data');
}
