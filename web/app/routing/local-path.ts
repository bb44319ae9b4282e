/** A reserved origin: what resolves to it was a relative URL. */
const HERE = 'https://shop.invalid';
/** Targets that would sign out again or loop. */
const NEVER = /^\/(login|logout|register)\/?$/;

/**
 * Sanitizes a `?redirect=` into a path of this shop, to prevent open redirects.
 *
 * @param wanted `/paybox`, `shipping` or `/#/orders/5?tab=1`; absent or anything else (another origin, `javascript:`,
 *   `//host`, a backslash) gives the fallback
 * @returns a path from the root with its query and hash, never starting with two slashes
 */
export function localPath(wanted: string | null | undefined, fallback = '/'): string {
  const url = wanted && !parsed(wanted) ? parsed(wanted, HERE) : null;
  if (!url || url.origin !== HERE || url.username || url.password || url.pathname.startsWith('//')) return fallback;
  if (url.hash.startsWith('#/')) return localPath(url.hash.slice(1), fallback);
  return NEVER.test(url.pathname) ? fallback : url.pathname + url.search + url.hash;
}

/** The parsed URL, or null. `URL.canParse` and `URL.parse` are newer than some browsers that the shop supports. */
function parsed(url: string, base?: string): URL | null {
  try {
    return new URL(url, base);
  } catch {
    return null;
  }
}

/** The sign-in path that returns to `path`: `/login?redirect=/orders/5`. */
export function loginPath(path: string): string {
  const back = localPath(path);
  return back === '/' ? '/login' : `/login?redirect=${encodeURIComponent(back).replaceAll('%2F', '/')}`;
}
