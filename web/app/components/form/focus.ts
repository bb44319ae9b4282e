/**
 * A `ref` that focuses its element when it appears, such as the news that take the place of the form that was just sent.
 * Not when the focus has gone elsewhere meanwhile.
 */
export function focusOnMount(element: HTMLElement | null) {
  if (!element || !document.activeElement?.contains(element)) return;
  if (element.tabIndex < 0) element.tabIndex = -1;
  element.focus();
}

/** A `ref` that scrolls its element into view when it appears: what went wrong may be said far from the button that was pressed. */
export const showOnMount = (element: HTMLElement | null) => element?.scrollIntoView?.({ block: 'nearest' });
