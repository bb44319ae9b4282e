import { Action, createPath, parsePath, type History, type Location, type Path, type To } from '@remix-run/router';
import { closerForBack } from '~/lib/open-dialogs';

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
export const createHashHistory = (): HashHistory => new AddressBarHistory();

/** Private members have names with `#`, which the build shortens: every page loads this file. */
class AddressBarHistory implements HashHistory {
  keyOf: HashHistory['keyOf'] = () => undefined;
  readonly createHref = toPath;
  readonly createURL = createURL;
  action = Action.Pop;
  #index = (window.history.state as Entry)?.idx ?? 0;
  #current = pathOnServer(window.location);
  /** The place in the stack of every entry that this document has seen. */
  readonly #places = new Map<string, number>();
  #whenReturned: (() => void) | undefined;

  constructor() {
    const entry = window.history.state as Entry;
    window.history.replaceState({ ...entry, idx: this.#index }, '', toAddress(this.#current));
    this.#places.set(this.location.key, this.#index);
  }

  get location(): Location {
    const entry = window.history.state as Entry;
    return { ...this.#current, state: entry?.usr ?? null, key: entry?.key ?? 'default' };
  }

  encodeLocation(to: To): Path {
    const { pathname, search, hash } = createURL(to);
    const key = this.keyOf();
    return { pathname, search, hash, ...(key !== undefined && { key }) };
  }

  push(to: To, state?: unknown): void {
    this.#index += 1;
    this.#enter(Action.Push, to, state);
  }

  replace(to: To, state?: unknown): void {
    this.#enter(Action.Replace, to, state);
  }

  go(delta: number): void {
    window.history.go(delta);
  }

  returnTo({ key }: Location): Promise<number> {
    const delta = this.#index - (this.#places.get(key) ?? this.#index);
    if (delta === 0) return Promise.resolve(0);
    return new Promise((resolve) => {
      this.#whenReturned = () => resolve(delta);
      window.history.go(-delta);
    });
  }

  listen(listener: Parameters<History['listen']>[0]): () => void {
    const onPop = () => this.#follow(listener);
    window.addEventListener('popstate', onPop);
    // The visitor may have navigated during hydration, before this listener existed.
    if (createURL(toAddress(this.#current)).href !== window.location.href) queueMicrotask(onPop);
    return () => window.removeEventListener('popstate', onPop);
  }

  /** Makes a location the present entry of the stack. */
  #enter(action: Action.Push | Action.Replace, to: To, state: unknown = null): void {
    const target: Partial<Location> = typeof to === 'string' ? parsePath(to) : to;
    const { pathname = this.#current.pathname, search = '', hash = '', key = createKey() } = target;
    this.action = action;
    this.#current = { pathname, search, hash };
    this.#places.set(key, this.#index);
    const entry: Entry = { usr: state, key, idx: this.#index };
    if (action === Action.Push) window.history.pushState(entry, '', toAddress(this.#current));
    else window.history.replaceState(entry, '', toAddress(this.#current));
  }

  /**
   * Follows a step of the browser to another entry. The router hears of it, unless it is the way back of `returnTo`, or a step back
   * that closes a dialog: that one returns to the entry that it left, so the stack stays as it is.
   */
  #follow(listener: Parameters<History['listen']>[0]): void {
    const { hash } = window.location;
    // A hash that is not a path ("#reviews") is an anchor in the current page.
    this.#current = isPath(hash)
      ? { pathname: '/', search: '', hash: '', ...parsePath(hash.slice(1)) }
      : { ...this.#current, hash };
    // A typed URL or an anchor creates an entry without an index.
    const entry = (window.history.state as Entry) ?? { usr: null, key: createKey(), idx: this.#index + 1 };
    window.history.replaceState(entry, '', toAddress(this.#current));
    const delta = (entry.idx ?? this.#index) - this.#index;
    this.#index += delta;
    const { location } = this;
    this.#places.set(location.key, this.#index);
    if (this.#whenReturned) {
      this.#whenReturned();
      this.#whenReturned = undefined;
      return;
    }
    const closeDialog = delta < 0 && closerForBack();
    if (closeDialog) {
      this.#whenReturned = closeDialog;
      window.history.go(-delta);
      return;
    }
    this.action = Action.Pop;
    listener({ action: this.action, location, delta });
  }
}

/** The page that the server rendered. A hash that is a path names another page, whose own hash may be an anchor. */
function pathOnServer({ pathname, search, hash }: { pathname: string; search: string; hash: string }): Path {
  return { pathname, search, hash: (isPath(hash) ? parsePath(hash.slice(1)).hash : hash) ?? '' };
}

// Two slashes, or a slash and a backslash, would name another host.
const isPath = (hash: string) => /^#\/(?![/\\])/.test(hash);
const toPath = (to: To) => (typeof to === 'string' ? to : createPath(to));
const toAddress = (to: To) => `/#${toPath(to)}`;
// URL drops a trailing space, and the address would no longer match the location.
const createURL = (to: To) => new URL(toPath(to).replace(/ $/, '%20'), window.location.origin);
const createKey = () => Math.random().toString(36).slice(2, 10);
