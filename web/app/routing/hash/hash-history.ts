import { Action, createPath, parsePath, type History, type Location, type Path, type To } from '@remix-run/router';

/** A history entry's state as Remix stores it: user state, location key, and index in the stack. */
type Entry = { usr?: unknown; key?: string; idx?: number } | null;

/** Remix's history, and what taking back a failed navigation needs. */
export interface HashHistory extends History {
  /** The key that the next location gets; a new one if it returns none. */
  keyOf: () => string | undefined;
  /**
   * Returns to the entry of a location that a step back or forward has left. The router is not notified.
   * @returns the step's distance, once the browser is back there; 0 if there was none
   */
  returnTo(location: Location): Promise<number>;
}

/**
 * A history whose address bar shows `/#/cart` while hrefs, requests and the router keep `/cart`.
 *
 * Hrefs stay paths, so that server and browser render the same HTML, crawlers and new tabs get the server's page, and
 * prefetching loads the right one. The router starts at the page that the server rendered, whose path moves into the
 * hash without a navigation. (`deep-link.js` handles `/#/cart` opened from outside.)
 *
 * @returns a history for Remix's router; create it once per document
 */
export function createHashHistory(): HashHistory {
  const { history, location: address } = window;
  let action = Action.Pop;
  let index = (history.state as Entry)?.idx ?? 0;
  let current: Path = {
    pathname: address.pathname,
    search: address.search,
    hash: (isPath(address.hash) ? parsePath(address.hash.slice(1)).hash : address.hash) ?? '',
  };
  history.replaceState({ ...(history.state as Entry), idx: index }, '', toAddress(current));
  /** The place in the stack of every entry that this document has seen. */
  const places = new Map([[locate().key, index]]);
  let whenReturned: (() => void) | undefined;

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
    places.set(key, index);
    if (next === Action.Push) history.pushState(entry, '', toAddress(current));
    else history.replaceState(entry, '', toAddress(current));
  }

  const self: HashHistory = {
    keyOf: () => undefined,
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
      const key = self.keyOf();
      return { pathname, search, hash, ...(key !== undefined && { key }) };
    },
    push: (to, state) => enter(Action.Push, to, state),
    replace: (to, state) => enter(Action.Replace, to, state),
    go: (delta) => history.go(delta),
    returnTo({ key }) {
      const delta = index - (places.get(key) ?? index);
      if (delta === 0) return Promise.resolve(0);
      return new Promise((resolve) => {
        whenReturned = () => resolve(delta);
        history.go(-delta);
      });
    },
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
        const location = locate();
        places.set(location.key, index);
        if (whenReturned) {
          whenReturned();
          whenReturned = undefined;
          return;
        }
        action = Action.Pop;
        listener({ action, location, delta });
      }
      window.addEventListener('popstate', onPop);
      // The visitor may have navigated during hydration, before this listener existed.
      if (createURL(toAddress(current)).href !== address.href) queueMicrotask(onPop);
      return () => window.removeEventListener('popstate', onPop);
    },
  };
  return self;
}

// Two slashes, or a slash and a backslash, would name another host.
const isPath = (hash: string) => /^#\/(?![/\\])/.test(hash);
const toPath = (to: To) => (typeof to === 'string' ? to : createPath(to));
const toAddress = (to: To) => `/#${toPath(to)}`;
// URL drops a trailing space, and the address would no longer match the location.
const createURL = (to: To) => new URL(toPath(to).replace(/ $/, '%20'), window.location.origin);
const createKey = () => Math.random().toString(36).slice(2, 10);
