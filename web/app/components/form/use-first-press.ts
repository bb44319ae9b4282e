import { useEffect, useRef } from 'react';

/** Milliseconds in which a second press is taken for part of the first. */
const DOUBLE_PRESS_MS = 1_000;

/**
 * Tells a press from one that follows before the button shows that it is busy: the router shows a submission in a transition, and
 * a double press would send it twice.
 * @returns a function to call with each press; false for one to ignore
 */
export function useFirstPress({ state, data }: { state: string; data?: unknown }): () => boolean {
  const sentAt = useRef(-Infinity);
  useEffect(() => {
    if (state === 'idle') sentAt.current = -Infinity;
  }, [state, data]);
  return () => {
    const now = performance.now();
    if (now - sentAt.current < DOUBLE_PRESS_MS) return false;
    sentAt.current = now;
    return true;
  };
}
