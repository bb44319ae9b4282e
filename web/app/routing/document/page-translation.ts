/** The element that a translator has put in the place of a text node, by that node. */
const translations = new WeakMap<Node, ChildNode>();

/**
 * Lets React update a page that the browser translates. Chrome's translation, like others, replaces text nodes by
 * `<font>` elements. React keeps the replaced nodes: what it writes into them nobody sees, and removing one, or inserting
 * something before one, throws (docs/decisions/050-translated-pages.md). Here a text node returns to its place
 * just before React touches it, and the translator, which observes the page, translates it again. A node that an
 * extension has removed altogether is passed over. Call it once, before hydration.
 */
export function supportPageTranslation(): void {
  new MutationObserver((records) => records.forEach(noteTranslation)).observe(document, {
    childList: true,
    subtree: true,
  });

  const { prototype } = Node;
  // oxlint-disable-next-line typescript/unbound-method -- each is called with the node that it is a method of
  const { appendChild, insertBefore, removeChild } = prototype;
  prototype.appendChild = function <T extends Node>(node: T): T {
    restore(node);
    return appendChild.call(this, node) as T;
  };
  prototype.insertBefore = function <T extends Node>(node: T, next: Node | null): T {
    restore(node);
    restore(next);
    return insertBefore.call(this, node, next?.parentNode === this ? next : null) as T;
  };
  prototype.removeChild = function <T extends Node>(node: T): T {
    restore(node);
    return node.parentNode === this ? (removeChild.call(this, node) as T) : node;
  };

  const nodeValue = Object.getOwnPropertyDescriptor(prototype, 'nodeValue')!;
  Object.defineProperty(prototype, 'nodeValue', {
    ...nodeValue,
    set(this: Node, text: string | null) {
      restore(this);
      nodeValue.set!.call(this, text);
    },
  });
}

/** Translators replace a text node, or put their element beside it and then remove it or move it inside. */
function noteTranslation({
  target,
  addedNodes,
  removedNodes: [removed],
  previousSibling,
  nextSibling,
}: MutationRecord) {
  if (!(removed instanceof Text) || removed.parentNode === target) return;
  const translation = [addedNodes[0], previousSibling, nextSibling].find((node) => node?.nodeName === 'FONT');
  if (translation) translations.set(removed, translation as ChildNode);
}

function restore(node: Node | null) {
  if (!node) return;
  translations.get(node)?.replaceWith(node);
  translations.delete(node);
}
