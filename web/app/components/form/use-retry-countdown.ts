import { useEffect, useState } from 'react';

/**
 * Counts down the `Retry-After` of the last call.
 * @param answer the result of the last call; each new object starts a new countdown
 * @returns the whole seconds left, 0 when a retry is allowed
 */
export function useRetryCountdown(answer: { retryAfter?: number | null } | undefined): number {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    const until = Date.now() + (answer?.retryAfter ?? 0) * 1_000;
    const timer = setInterval(update, 1_000);
    function update() {
      const seconds = Math.max(0, Math.ceil((until - Date.now()) / 1_000));
      setLeft(seconds);
      if (seconds === 0) clearInterval(timer);
    }
    update();
    return () => clearInterval(timer);
  }, [answer]);
  return left;
}

/** The label of a button during the countdown: `Thử lại sau 42 giây`, `Thử lại sau 14:05`. */
export const retryCountdownText = (seconds: number) =>
  `Thử lại sau ${seconds < 60 ? `${seconds} giây` : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`}`;
