import { useEffect, useLayoutEffect, useRef } from 'react';

/** The part of a fetcher that says whether its action succeeded. */
interface ActionFetcher {
  state: 'idle' | 'loading' | 'submitting';
  data?: { isDone?: boolean };
}

/**
 * Calls `onDone` once for each successful action, after the page's own data is reloaded. The caller may pass a new function
 * at every render: the latest one is called.
 */
export function useWhenDone({ state, data }: ActionFetcher, onDone: () => void) {
  const latest = useRef(onDone);
  useLayoutEffect(() => {
    latest.current = onDone;
  });
  useEffect(() => {
    if (state === 'idle' && data?.isDone) latest.current();
  }, [state, data]);
}
