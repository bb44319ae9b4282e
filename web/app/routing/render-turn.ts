let last = Promise.resolve();

/**
 * Resolves when a page may start rendering: one in each turn of the event loop. React blocks the thread for
 * milliseconds; several pages in a row would delay everything else, new connections above all.
 */
export function renderTurn(): Promise<void> {
  last = last.then(() => new Promise((resolve) => setImmediate(resolve)));
  return last;
}
