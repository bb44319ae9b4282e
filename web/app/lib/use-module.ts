import { useCallback, useEffect, useState } from 'react';
import { loadChunk } from './chunk';

interface Loaded<T> {
  module: T | null;
  hasFailed: boolean;
  /** A retry has failed too, with a network: the script is gone, or the browser remembers the failure. A reload helps. */
  isStuck: boolean;
}

/**
 * Loads a script on demand: when the component that needs it appears.
 *
 * @param load imports it; a constant function
 * @returns the module once it is loaded, whether loading failed, and a function that tries again
 */
export function useModule<T>(load: () => Promise<T>): Loaded<T> & { retry: () => void } {
  const [loaded, setLoaded] = useState<Loaded<T>>({ module: null, hasFailed: false, isStuck: false });
  const start = useCallback(
    (isRetry: boolean) => {
      let isWanted = true;
      loadChunk(load).then(
        (module) => isWanted && setLoaded({ module, hasFailed: false, isStuck: false }),
        () => isWanted && setLoaded({ module: null, hasFailed: true, isStuck: isRetry && navigator.onLine }),
      );
      return () => {
        isWanted = false;
      };
    },
    [load],
  );
  useEffect(() => start(false), [start]);
  const retry = () => {
    setLoaded({ module: null, hasFailed: false, isStuck: false });
    start(true);
  };
  return { ...loaded, retry };
}
