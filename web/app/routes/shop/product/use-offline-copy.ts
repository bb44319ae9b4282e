import { useEffect } from 'react';
import { requestOfflineCopy } from '~/lib/storage/offline-pages';

/** Milliseconds after which a product counts as looked at, and its first pictures have loaded. */
const LOOK_MS = 1_500;

/** Caches a product that somebody looks at for a time without a network, with the pictures on the screen. */
export function useOfflineCopy(product: number): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      const pictures = [...document.querySelectorAll<HTMLImageElement>('main section img')];
      const shown = pictures.filter(({ complete, naturalWidth }) => complete && naturalWidth > 0);
      requestOfflineCopy(
        `/products/${product}`,
        shown.map(({ currentSrc }) => currentSrc),
      );
    }, LOOK_MS);
    return () => clearTimeout(timer);
  }, [product]);
}
