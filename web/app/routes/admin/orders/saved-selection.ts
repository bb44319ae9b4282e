import type { Order } from 'contract/orders/orders';

/** The session's key of the orders that were selected when their slips were opened. */
const KEY = 'selectedOrders';

/** These orders themselves, for those that are on other pages of the list. In memory alone: they name buyers. */
let saved: readonly Order[] = [];

/**
 * Saves what is selected in the list, for the way back from the slips.
 * @param at the key of the list's history entry
 */
export function saveSelection(at: string, orders: readonly Order[]) {
  saved = orders;
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ at, ids: orders.map(({ id }) => id) }));
  } catch {
    // Refused or full: Back leads to the list with nothing selected.
  }
}

/** @param at the key of a history entry @returns the ids of the orders that were selected there */
export function savedSelection(at: string): readonly number[] {
  try {
    const { at: where, ids } = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as { at: string; ids: number[] };
    return where === at ? ids : [];
  } catch {
    return [];
  }
}

/** The orders that were saved last; none after a reload. */
export const savedOrders = () => saved;
