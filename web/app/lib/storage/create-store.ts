import { useSyncExternalStore } from 'react';

/** A value in memory, shared by every component of this tab. One that outlives the tab is `stored`. */
interface Store<T> {
  get: () => T;
  /** Replaces the value and notifies every listener. */
  set: (next: T) => void;
  /** Calls `listener` after each change. Returns the unsubscribe function. */
  subscribe: (listener: () => void) => () => void;
  /** The value, as a React hook; the initial one on the server and during hydration. */
  use: () => T;
}

/** Creates a store that begins with a value. */
export function createStore<T>(initial: T): Store<T> {
  const listeners = new Set<() => void>();
  let value = initial;
  const get = () => value;

  function set(next: T) {
    value = next;
    for (const listener of [...listeners]) listener();
  }

  function subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }

  return { get, set, subscribe, use: () => useSyncExternalStore(subscribe, get, () => initial) };
}
