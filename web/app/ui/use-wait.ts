import { useEffect, useState } from 'react';

/**
 * Counts down how long the server wants to be left in peace.
 * @param answer what the last call gave; each new object begins a new wait
 * @returns the whole seconds that are left, 0 when it may be asked
 */
export function useWait(answer: { retryAfter?: number | null } | undefined): number {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    const until = Date.now() + (answer?.retryAfter ?? 0) * 1_000;
    const timer = setInterval(tell, 1_000);
    function tell() {
      const seconds = Math.max(0, Math.ceil((until - Date.now()) / 1_000));
      setLeft(seconds);
      if (seconds === 0) clearInterval(timer);
    }
    tell();
    return () => clearInterval(timer);
  }, [answer]);
  return left;
}

/** What a button says that must wait: `Thử lại sau 42 giây`, `Thử lại sau 14:05`. */
export const waitText = (seconds: number) =>
  `Thử lại sau ${seconds < 60 ? `${seconds} giây` : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`}`;
