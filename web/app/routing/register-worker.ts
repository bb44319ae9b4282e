/** Milliseconds that a browser without `requestIdleCallback` waits after the page has loaded. */
const IDLE_MS = 2_000;

interface Connection {
  saveData?: boolean;
}

/** Registers the service worker once the page has loaded and rests. Not where the visitor saves data. */
export function registerWorker(): void {
  const { serviceWorker, connection } = navigator as Partial<Navigator> & { connection?: Connection };
  if (process.env.NODE_ENV !== 'production' || !serviceWorker || connection?.saveData) return;
  const register = () => {
    serviceWorker.register('/sw.js').catch((error: unknown) => console.warn('No service worker', error));
  };
  const whenIdle = () => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(register);
    else setTimeout(register, IDLE_MS);
  };
  if (document.readyState === 'complete') whenIdle();
  else window.addEventListener('load', whenIdle, { once: true });
}
