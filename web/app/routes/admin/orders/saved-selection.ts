/** The session's key of the orders that were selected when their slips were opened. */
const KEY = 'selectedOrders';

/**
 * Saves what is selected in the list, for the browser's Back from the slips.
 * @param at the key of the list's history entry @param ids of orders
 */
export function saveSelection(at: string, ids: readonly number[]) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ at, ids }));
  } catch {
    // Refused or full: Back leads to the list with nothing selected.
  }
}

/** @param at the key of a history entry @returns the ids of the orders that were selected there */
export function savedSelection(at: string): readonly number[] {
  try {
    const saved = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as { at: string; ids: number[] } | null;
    return saved?.at === at ? saved.ids : [];
  } catch {
    return [];
  }
}
