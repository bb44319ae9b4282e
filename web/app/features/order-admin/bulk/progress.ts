import { useSyncExternalStore } from 'react';

/** How many orders of a running action have their outcome. */
interface Progress {
  done: number;
  of: number;
}

let progress: Progress | null = null;
const listeners = new Set<() => void>();

/** Shows how far the running action is; null when it has ended. */
export function showProgress(next: Progress | null) {
  progress = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** How far the running action on several orders is; null while none runs. */
export const useProgress = () =>
  useSyncExternalStore(
    subscribe,
    () => progress,
    () => null,
  );
