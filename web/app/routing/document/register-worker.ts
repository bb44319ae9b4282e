import { whenIdle } from './when-idle';

interface Connection {
  saveData?: boolean;
}

/** Registers the service worker once the page has loaded and rests. Not where the visitor saves data. */
export function registerWorker(): void {
  const { serviceWorker, connection } = navigator as Partial<Navigator> & { connection?: Connection };
  if (process.env.NODE_ENV !== 'production' || !serviceWorker || connection?.saveData) return;
  whenIdle(() => {
    serviceWorker.register('/sw.js').catch((error: unknown) => console.warn('No service worker', error));
  });
}
