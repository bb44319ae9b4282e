import type { HeadersFunction } from '@remix-run/node';

/** Tells the web server whether a page is the same for everyone (`public`), so that it may cache it. */
export const PAGE_CACHE_HEADER = 'X-Page-Cache';

/** For `data(…, INCOMPLETE)`: a layout shows less than it should, and that must not be cached for others. */
export const INCOMPLETE = { headers: { [PAGE_CACHE_HEADER]: 'incomplete' } };

/** Headers of a layout around public pages: `export const headers = publicLayout;`. */
export const publicLayout: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

/**
 * Headers of a page that is the same for everyone: `export const headers = publicPage;`. It is cached until the catalogue
 * changes. Pages without them are made anew for each request and marked `no-store`.
 */
export const publicPage: HeadersFunction = ({ loaderHeaders, parentHeaders, errorHeaders }) => {
  const headers = new Headers(errorHeaders ?? loaderHeaders);
  if (!errorHeaders && !parentHeaders.has(PAGE_CACHE_HEADER)) headers.set(PAGE_CACHE_HEADER, 'public');
  return headers;
};
