import { useSyncExternalStore } from 'react';

/** A value in local storage, shared by every component of this tab and synchronized with the other tabs. */
export interface Stored<T> {
  /** The current value; on the server always the empty one. Equal contents return the same object. */
  get(): T;
  /** Stores a new value, or the function's result for the current one, and notifies every listener. */
  set(next: T | ((current: T) => T)): void;
  /** Removes the key; the value is then the empty one. */
  clear(): void;
  /** Calls `listener` after each change, also in another tab. Returns the unsubscribe function. */
  subscribe(listener: () => void): () => void;
  /** The value, as a React hook. */
  use(): T;
}

/**
 * Creates the store of one key of local storage.
 * @param key the name in local storage
 * @param read turns the stored JSON (`undefined` if there is none) into a valid value. It must not trust its input: an
 *   older version of the shop, or the visitor, may have written it.
 */
export function stored<T>(key: string, read: (json: unknown) => T): Stored<T> {
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
    // Write before notifying, so that listeners read the new value. A value that cannot be written (private mode, full
    // storage) still lives in this tab.
    text = value === null || value === undefined ? null : JSON.stringify(value);
    writeItem(key, text);
    announce();
  }

  function clear() {
    [value, text] = [empty, null];
    writeItem(key, null);
    announce();
  }

  function announce() {
    for (const listener of [...listeners]) listener();
  }

  function onStorage(event: StorageEvent) {
    // A null key means that the whole storage was cleared.
    if (event.key === key || event.key === null) announce();
  }

  function subscribe(listener: () => void) {
    if (listeners.size === 0) {
      window.addEventListener('storage', onStorage);
      // A page from the back/forward cache has missed the storage events meanwhile.
      window.addEventListener('pageshow', announce);
    }
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0) return;
      window.removeEventListener('storage', onStorage);
      window.removeEventListener('pageshow', announce);
    };
  }

  return { get, set, clear, subscribe, use: () => useSyncExternalStore(subscribe, get, () => empty) };
}

/** The keys whose last write failed: local storage is out of date for them. */
const unwritable = new Set<string>();

/** Whether the last read was refused. */
let isRefused = false;

/** Whether local storage keeps what is stored. Where it is refused or full, values live as long as the page. */
export const isStorageKept = () => !isRefused && unwritable.size === 0;

function readItem(key: string, fallback: string | null): string | null {
  if (typeof window === 'undefined' || unwritable.has(key)) return fallback;
  try {
    const text = window.localStorage.getItem(key);
    isRefused = false;
    return text;
  } catch {
    isRefused = true;
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

/** True for an object whose fields can be read. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
