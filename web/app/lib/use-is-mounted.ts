import { useEffect, useRef } from 'react';

/** Whether the component is still on the page, for what follows an answer that may come late. */
export function useIsMounted() {
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return isMounted;
}
