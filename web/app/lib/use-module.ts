import { useCallback, useEffect, useState } from 'react';
import { loadChunk } from './chunk';

/**
 * Loads a script on demand: when the component that needs it appears.
 *
 * @param load imports it; a constant function
 * @returns the module once it is loaded, whether loading failed, and a function that tries again. (Some browsers remember
 *   a failed import until the page is reloaded.)
 */
export function useModule<T>(load: () => Promise<T>): { module: T | null; hasFailed: boolean; retry: () => void } {
  const [loaded, setLoaded] = useState<{ module: T | null; hasFailed: boolean }>({ module: null, hasFailed: false });
  const start = useCallback(() => {
    let isWanted = true;
    loadChunk(load).then(
      (module) => isWanted && setLoaded({ module, hasFailed: false }),
      () => isWanted && setLoaded({ module: null, hasFailed: true }),
    );
    return () => {
      isWanted = false;
    };
  }, [load]);
  useEffect(() => start(), [start]);
  const retry = () => {
    setLoaded({ module: null, hasFailed: false });
    start();
  };
  return { ...loaded, retry };
}
