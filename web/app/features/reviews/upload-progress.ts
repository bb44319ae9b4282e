import { useSyncExternalStore } from 'react';

/** The fraction of a review's photos that has been sent, from 0 to 1; null while none are being sent. */
let sent: number | null = null;
const listeners = new Set<() => void>();

/** Reports the progress of the photos: the action that sends them has no component. */
export function reportProgress(fraction: number | null) {
  sent = fraction;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The reported progress, following changes. */
export const useUploadProgress = () =>
  useSyncExternalStore(
    subscribe,
    () => sent,
    () => null,
  );
