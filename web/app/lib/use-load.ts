import { useEffect, useState } from 'react';

/**
 * Loads what belongs to a key, anew with each key. An answer to an earlier key is ignored.
 * @param key null for nothing to load
 * @param load a constant function
 * @returns the data, or what `load` threw, and neither while it loads; `retry` loads again
 */
export function useLoad<Key, Data>(key: Key | null, load: (key: Key, signal: AbortSignal) => Promise<Data>) {
  const [answer, setAnswer] = useState<{ key: Key; data?: Data; error?: unknown }>();
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (key === null) return;
    const leaving = new AbortController();
    load(key, leaving.signal).then(
      (data) => !leaving.signal.aborted && setAnswer({ key, data }),
      (error: unknown) => !leaving.signal.aborted && setAnswer({ key, error }),
    );
    return () => leaving.abort();
  }, [key, load, attempt]);
  function retry() {
    setAnswer(undefined);
    setAttempt(attempt + 1);
  }
  return { ...(answer?.key === key ? answer : undefined), retry };
}
