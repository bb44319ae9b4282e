import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { loadChunk } from './chunk';

/** Milliseconds after which the script is loaded, however busy the page is. */
const MAX_WAIT_MS = 2_000;

/**
 * A part of a page whose script is loaded once the page has loaded and rests. Put it into a `Suspense`: the server's HTML of it
 * stands until then. On the server it is there at once.
 * @param load imports the component
 */
export function lazyWhenIdle<Props>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  const begin = async () => {
    await whenIdle();
    return { default: await loadChunk(load) };
  };
  return lazy(begin);
}

function whenIdle(): Promise<void> | undefined {
  if (typeof window === 'undefined') return undefined;
  return new Promise((resolve) => {
    const wait = () => {
      if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: MAX_WAIT_MS });
      else setTimeout(resolve, 0);
    };
    if (document.readyState === 'complete') wait();
    else window.addEventListener('load', wait, { once: true });
  });
}
