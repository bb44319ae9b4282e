/** How the service worker answers a request. */
export type Treatment =
  /** A file whose name is its content: from the cache, else from the network and cached. */
  | 'asset'
  /** A document that may be cached for later: from the network, else as it was cached. */
  | 'page'
  /** Any other document: from the network, else the offline page. */
  | 'document'
  /** What the offline page shows: from the network, else as it was cached. */
  | 'shell'
  /** A document of the backend, as after a sign-in with Google: from the network, once. */
  | 'backend'
  /** A picture of a cached page: as it was cached, else from the network. */
  | 'picture'
  /** Everything else, which the worker leaves alone: calls of the API, page data, uploads, chat. */
  | 'none';

/** The pages that are the same for everyone and worth a second look without a network. */
const CACHEABLE_PAGE = /^\/(products\/[1-9]\d{0,9})?$/;

/** Whether a path may be cached: the home page, and pages of products. Never carts, orders, wallets, accounts, the admin. */
export const isCacheablePath = (path: string): boolean => CACHEABLE_PAGE.test(path);

/** Decides how a request is answered. @param origin of the shop */
export function treatmentOf(
  request: Pick<Request, 'method' | 'mode' | 'url' | 'destination'>,
  origin: string,
): Treatment {
  const url = new URL(request.url);
  if (url.origin !== origin) return 'none';
  if (request.mode === 'navigate') {
    // A navigation that is left alone is sent a second time when its preload is not used, and a sign-in's code is good for one.
    if (isBackend(url.pathname)) return request.method === 'GET' ? 'backend' : 'none';
    return request.method === 'GET' && isCacheablePath(url.pathname) ? 'page' : 'document';
  }
  if (request.method !== 'GET') return 'none';
  if (url.pathname.startsWith('/assets/')) return 'asset';
  if (SHELL_FILE.test(url.pathname)) return 'shell';
  return request.destination === 'image' && url.pathname.startsWith('/media/') ? 'picture' : 'none';
}

const SHELL_FILE = /^\/(offline\.js|manifest\.webmanifest|icons\/[\w-]+\.(svg|png))$/;

const isBackend = (path: string) => /^\/(api|auth|ws|media|sandbox|healthz|readyz)(\/|$)/.test(path);

/** Whether a response may be cached: whole, of this origin, the same for everyone, and what was asked for. */
export function isCacheable(response: Response): boolean {
  const caching = response.headers.get('Cache-Control') ?? '';
  return (
    response.status === 200 && response.type === 'basic' && !response.redirected && !/no-store|private/i.test(caching)
  );
}

/** True for a document. */
export const isHtml = (response: Response): boolean =>
  /^text\/html\b/i.test(response.headers.get('Content-Type') ?? '');
