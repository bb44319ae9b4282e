/**
 * A `ref` that focuses its element when it appears, such as the news that take the place of the form that was just sent.
 * Not when the focus has gone elsewhere meanwhile.
 */
export function focusOnMount(element: HTMLElement | null) {
  if (!element || !document.activeElement?.contains(element)) return;
  if (element.tabIndex < 0) element.tabIndex = -1;
  element.focus();
}

/** Focuses the heading that follows an element: for a button that removes the part of the page that it is in. */
export function focusHeadingAfter(element: Element) {
  const follows = (heading: Element) =>
    !element.contains(heading) && (element.compareDocumentPosition(heading) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  const heading = [...document.querySelectorAll<HTMLElement>('h1, h2, h3')].find(follows);
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/** A `ref` that scrolls its element into view when it appears: what went wrong may be said far from the button that was pressed. */
export const showOnMount = (element: HTMLElement | null) => element?.scrollIntoView?.({ block: 'nearest' });
