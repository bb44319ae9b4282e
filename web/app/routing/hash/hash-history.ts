import { Action, createPath, parsePath, type History, type Location, type Path, type To } from '@remix-run/router';

/** A history entry's state as Remix stores it: user state, location key, and index in the stack. */
type Entry = { usr?: unknown; key?: string; idx?: number } | null;

/**
 * A history whose address bar shows `/#/cart` while hrefs, requests and the router keep `/cart`.
 *
 * Hrefs stay paths, so that server and browser render the same HTML, crawlers and new tabs get the server's page, and
 * prefetching loads the right one. The router starts at the page that the server rendered, whose path moves into the
 * hash without a navigation. (`deep-link.js` handles `/#/cart` opened from outside.)
 *
 * @returns a history for Remix's router; create it once per document
 */
export function createHashHistory(): History {
  const { history, location: address } = window;
  let action = Action.Pop;
  let index = (history.state as Entry)?.idx ?? 0;
  let current: Path = {
    pathname: address.pathname,
    search: address.search,
    hash: (isPath(address.hash) ? parsePath(address.hash.slice(1)).hash : address.hash) ?? '',
  };
  history.replaceState({ ...(history.state as Entry), idx: index }, '', toAddress(current));

  function locate(): Location {
    const entry = history.state as Entry;
    return { ...current, state: entry?.usr ?? null, key: entry?.key ?? 'default' };
  }

  function enter(next: Action.Push | Action.Replace, to: To, state: unknown = null) {
    const target: Partial<Location> = typeof to === 'string' ? parsePath(to) : to;
    const { pathname = current.pathname, search = '', hash = '', key = createKey() } = target;
    action = next;
    current = { pathname, search, hash };
    if (next === Action.Push) index += 1;
    const entry: Entry = { usr: state, key, idx: index };
    if (next === Action.Push) history.pushState(entry, '', toAddress(current));
    else history.replaceState(entry, '', toAddress(current));
  }

  return {
    get action() {
      return action;
    },
    get location() {
      return locate();
    },
    createHref: toPath,
    createURL,
    encodeLocation(to) {
      const { pathname, search, hash } = createURL(to);
      return { pathname, search, hash };
    },
    push: (to, state) => enter(Action.Push, to, state),
    replace: (to, state) => enter(Action.Replace, to, state),
    go: (delta) => history.go(delta),
    listen(listener) {
      function onPop() {
        const { hash } = address;
        // A hash that is not a path ("#reviews") is an anchor in the current page.
        current = isPath(hash)
          ? { pathname: '/', search: '', hash: '', ...parsePath(hash.slice(1)) }
          : { ...current, hash };
        // A typed URL or an anchor creates an entry without an index.
        const entry = (history.state as Entry) ?? { usr: null, key: createKey(), idx: index + 1 };
        history.replaceState(entry, '', toAddress(current));
        const delta = (entry.idx ?? index) - index;
        index += delta;
        action = Action.Pop;
        listener({ action, location: locate(), delta });
      }
      window.addEventListener('popstate', onPop);
      // The visitor may have navigated during hydration, before this listener existed.
      if (createURL(toAddress(current)).href !== address.href) queueMicrotask(onPop);
      return () => window.removeEventListener('popstate', onPop);
    },
  };
}

// Two slashes, or a slash and a backslash, would name another host.
const isPath = (hash: string) => /^#\/(?![/\\])/.test(hash);
const toPath = (to: To) => (typeof to === 'string' ? to : createPath(to));
const toAddress = (to: To) => `/#${toPath(to)}`;
// URL drops a trailing space, and the address would no longer match the location.
const createURL = (to: To) => new URL(toPath(to).replace(/ $/, '%20'), window.location.origin);
const createKey = () => Math.random().toString(36).slice(2, 10);
