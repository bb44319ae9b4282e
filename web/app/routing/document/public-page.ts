import type { HeadersFunction } from '@remix-run/node';

/** Response header that tells the web server whether a page is the same for everyone (`public`) and cacheable. */
export const PAGE_CACHE_HEADER = 'X-Page-Cache';

/** For `data(…, INCOMPLETE)`: the layout lacks a part, so the page must not be cached. */
export const INCOMPLETE = { headers: { [PAGE_CACHE_HEADER]: 'incomplete' } };

/** Headers of a layout of public pages: `export const headers = publicLayout;`. */
export const publicLayout: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

/**
 * Headers of a page that is the same for everyone: `export const headers = publicPage;`. It is cached until the
 * catalogue changes. Pages without these headers are rendered for each request and sent with `no-store`.
 */
export const publicPage: HeadersFunction = ({ loaderHeaders, parentHeaders, errorHeaders }) => {
  const headers = new Headers(errorHeaders ?? loaderHeaders);
  if (!errorHeaders && !parentHeaders.has(PAGE_CACHE_HEADER)) headers.set(PAGE_CACHE_HEADER, 'public');
  return headers;
};
