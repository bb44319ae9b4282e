import { useEffect, useRef } from 'react';

/** Milliseconds in which a second press is taken for part of the first. */
const DOUBLE_PRESS_MS = 1_000;

/**
 * Tells a press from one that follows before the button shows that it is busy: the router shows a submission in a transition, and
 * a double press would send it twice.
 * @returns the handler of a form's submissions, which prevents one to ignore; or a function to call with each press, false for one to ignore
 */
export function useFirstPress({ state, data }: { state: string; data?: unknown }) {
  const sentAt = useRef(-Infinity);
  useEffect(() => {
    if (state === 'idle') sentAt.current = -Infinity;
  }, [state, data]);
  return (event?: { preventDefault: () => void }): boolean => {
    const now = performance.now();
    const isFirst = now - sentAt.current >= DOUBLE_PRESS_MS;
    if (isFirst) sentAt.current = now;
    else event?.preventDefault();
    return isFirst;
  };
}
