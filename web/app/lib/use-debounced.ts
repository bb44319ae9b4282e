import { useEffect, useState } from 'react';

const PAUSE_MS = 350;

/** Returns the value, with a delay: a change shows once no other has come for `PAUSE_MS`. */
export function useDebounced<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
