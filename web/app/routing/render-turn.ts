let last = Promise.resolve();

/**
 * Resolves when a page may begin to be rendered: one in each turn of the event loop. React renders without a pause for
 * milliseconds; several pages in a row would keep everything else, new connections above all, waiting for their sum.
 */
export function renderTurn(): Promise<void> {
  last = last.then(() => new Promise((resolve) => setImmediate(resolve)));
  return last;
}
