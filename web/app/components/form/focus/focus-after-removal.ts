import { useEffect, useRef, type RefObject } from 'react';

/**
 * An item of a list that is removed takes its focused button with it: the focus goes on to the button that moved up.
 * @param keys what tells the items apart
 * @param buttons the selector of the buttons, one an item
 * @param box where the list is; without it, the page. Without a button left, the box or the page's heading is focused
 */
export function useFocusAfterRemoval(keys: readonly unknown[], buttons: string, box?: RefObject<HTMLElement>) {
  const before = useRef(keys);
  useEffect(() => {
    const removed = before.current.findIndex((key) => !keys.includes(key));
    before.current = keys;
    if (removed < 0 || document.activeElement !== document.body) return;
    const left = (box?.current ?? document).querySelectorAll<HTMLElement>(buttons);
    focusOn(left[Math.min(removed, left.length - 1)] ?? box?.current ?? document.querySelector('h1'));
  });
}

function focusOn(element: HTMLElement | null) {
  if (!element) return;
  if (element.tabIndex < 0) element.tabIndex = -1;
  element.focus();
}
