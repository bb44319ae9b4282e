/**
 * Moves what extensions have added to the page behind what the server rendered. Where React meets an element that it does
 * not know, it throws the server's page away, with what has been typed and the extension's work, and shows a page without
 * styles until the new one's are read. At the end of head and body it expects such elements. Call it before hydration.
 */
export function moveForeignElements(): void {
  const { head, body } = document;
  body.append(...document.querySelectorAll('html > :not(head):not(body)'));
  head.append(...head.querySelectorAll('style, [src*="-extension:"], [href*="-extension:"]'));
}
