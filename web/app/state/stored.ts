import { useSyncExternalStore } from 'react';

/** One value of local storage, shared by every component of this tab and kept in step with the other tabs. */
export interface Stored<T> {
  /** The value now; on the server always the empty one. Equal contents give the same object. */
  get(): T;
  /** Keeps a new value, or what the function makes of the present one, and tells every listener. */
  set(next: T | ((current: T) => T)): void;
  /** Calls `listener` after each change, also one of another tab. Gives back how to stop. */
  subscribe(listener: () => void): () => void;
  /** The value, as a React hook. */
  use(): T;
}

/**
 * @param key the name in local storage
 * @param read makes a safe value of whatever is found there: of parsed JSON, or of `undefined` when there is none.
 *   It must not trust what it gets: an older version of the shop, or the visitor, may have written it.
 */
export function stored<T>(key: string, read: (found: unknown) => T): Stored<T> {
  const listeners = new Set<() => void>();
  const empty = read(undefined);
  let text: string | null = null;
  let value = empty;

  function get(): T {
    const now = readItem(key, text);
    if (now !== text) {
      text = now;
      value = read(parse(now));
    }
    return value;
  }

  function set(next: T | ((current: T) => T)) {
    value = next instanceof Function ? next(get()) : next;
    // Written before it is announced, so that a listener who reads sees it. What can't be written (private mode, a full
    // store) still lives in this tab.
    text = value === null || value === undefined ? null : JSON.stringify(value);
    writeItem(key, text);
    announce();
  }

  function announce() {
    for (const listener of [...listeners]) listener();
  }

  function onStorage(event: StorageEvent) {
    // A null key says that the whole store was cleared.
    if (event.key === key || event.key === null) announce();
  }

  function subscribe(listener: () => void) {
    if (listeners.size === 0) window.addEventListener('storage', onStorage);
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) window.removeEventListener('storage', onStorage);
    };
  }

  return { get, set, subscribe, use: () => useSyncExternalStore(subscribe, get, () => empty) };
}

/** The keys whose last write failed: local storage no longer says the truth about them. */
const unwritable = new Set<string>();

function readItem(key: string, fallback: string | null): string | null {
  if (typeof window === 'undefined' || unwritable.has(key)) return fallback;
  try {
    return window.localStorage.getItem(key);
  } catch {
    return fallback;
  }
}

function writeItem(key: string, text: string | null) {
  try {
    if (text === null) window.localStorage.removeItem(key);
    else window.localStorage.setItem(key, text);
    unwritable.delete(key);
  } catch {
    unwritable.add(key);
  }
}

function parse(text: string | null): unknown {
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether `found` is an object whose fields may be looked at. */
export function isRecord(found: unknown): found is Record<string, unknown> {
  return typeof found === 'object' && found !== null && !Array.isArray(found);
}
