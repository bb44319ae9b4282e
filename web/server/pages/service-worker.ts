/** Whether a path is the service worker's file. */
export const isServiceWorker = (url: string): boolean => /^\/sw\.js(\?|$)/.test(url);

/**
 * A service worker that deletes what the shop's has kept, and then itself. It is served where SERVICE_WORKER is off, and
 * by `npm run dev`: a browser that has the shop's worker fetches it with its next visit.
 */
export const removeWorker = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => {
  const remove = async () => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name.startsWith('may-')).map((name) => caches.delete(name)));
    await self.registration.unregister();
  };
  event.waitUntil(remove());
});
`;
