import { useSyncExternalStore } from 'react';

/** The caches that reveal what somebody has looked at; see web/worker/offline-cache.ts. */
const TRACES = /^may-(pages|pictures)/;

/** Deletes the pages and pictures that are cached for use without a network. */
export async function clearOfflinePages(): Promise<void> {
  worker()?.postMessage({ type: 'clear' });
  if (!('caches' in globalThis)) return; // plain http
  const names = (await caches.keys()).filter((name) => TRACES.test(name));
  await Promise.all(names.map((name) => caches.delete(name)));
}

/** Asks the worker to cache a page that the visitor has opened, with its pictures. */
export function requestOfflineCopy(path: string, pictures: string[]): void {
  const { serviceWorker } = navigator as Partial<Navigator>;
  // The first page of a first visit is there before the worker; without a worker this waits for ever.
  void serviceWorker?.ready.then(({ active }) => active?.postMessage({ type: 'visited', path, pictures }));
}

/** Whether a page is cached, so that it opens without a network. */
export async function hasOfflineCopy(path: string): Promise<boolean> {
  if (!worker() || !('caches' in globalThis)) return false;
  return (await caches.match(path)) !== undefined;
}

// Old Safari and tests have no service workers, and a page may run before its first one.
const worker = () => (navigator as Partial<Navigator>).serviceWorker?.controller;

const listeners = new Set<() => void>();

/** When the document was cached, if it came from the worker's store and nothing newer has loaded since. */
export const useCachedAt = (): string | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => document.documentElement.dataset.cachedAt,
    () => undefined,
  );

/** Fresh data has come: what is shown is no longer a cached page. */
export function noteFreshData(): void {
  if (document.documentElement.dataset.cachedAt === undefined) return;
  delete document.documentElement.dataset.cachedAt;
  for (const listener of listeners) listener();
}
