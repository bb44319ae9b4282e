import { useEffect, useLayoutEffect, useRef } from 'react';
import type { Outcome } from './act';

/** What a fetcher tells of an action that answers with an `Outcome`. */
interface Answer {
  state: 'idle' | 'loading' | 'submitting';
  data?: Outcome;
}

/**
 * Calls `onDone` once for each answer that says done, when the page's own data has been loaded anew too. The caller may
 * give another function at every render: only an answer calls it, the newest one.
 */
export function useWhenDone({ state, data }: Answer, onDone: () => void) {
  const newest = useRef(onDone);
  useLayoutEffect(() => {
    newest.current = onDone;
  });
  useEffect(() => {
    if (state === 'idle' && data?.isDone) newest.current();
  }, [state, data]);
}
