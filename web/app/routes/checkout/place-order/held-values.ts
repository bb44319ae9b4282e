import { useEffect, useRef, useState } from 'react';

/** The last answer of the action: the router forgets it when the page reloads its data, as it does once the network is back. */
export function useLastAnswer<T>(answer: T | undefined): T | undefined {
  const [last, setLast] = useState(answer);
  if (answer !== undefined && answer !== last) setLast(answer);
  return answer ?? last;
}

/** Scrolls to an element whenever `news` changes: on phones the button is far below what is said above. */
export function useScrollIntoView<T extends HTMLElement>(news: unknown) {
  const ref = useRef<T>(null);
  useEffect(() => {
    if (news) ref.current?.scrollIntoView?.({ block: 'center' });
  }, [news]);
  return ref;
}

/** A value, frozen while the page is busy. */
export function useHeld<T>(value: T, isBusy: boolean): T {
  const [last, setLast] = useState(value);
  if (!isBusy && value !== last) setLast(value);
  return isBusy ? last : value;
}
