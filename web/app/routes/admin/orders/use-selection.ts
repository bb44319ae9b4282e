import { useLocation } from '@remix-run/react';
import type { Order } from 'contract/orders/orders';
import { useState } from 'react';
import { savedOrders, savedSelection } from './saved-selection';

/** As the server sorts the list. */
const SORTS: Record<string, (a: Order, b: Order) => number> = {
  'date-asc': (a, b) => a.id - b.id,
  'total-desc': (a, b) => b.totalPrice - a.totalPrice || b.id - a.id,
  'total-asc': (a, b) => a.totalPrice - b.totalPrice || b.id - a.id,
};
const NEWEST_FIRST = (a: Order, b: Order) => b.id - a.id;

/**
 * The orders that are selected in the list, also on other pages of it. The pages of the slips lead back here with the selection, and so
 * does the browser's Back.
 * @param rows of the page
 * @param sort of the list's address
 */
export function useSelection(rows: readonly Order[], sort: string | null) {
  const { key, state } = useLocation() as { key: string; state: { selected?: readonly number[] } | null };
  const [seen, setSeen] = useState<ReadonlyMap<number, Order>>(() => {
    const known = byId([...savedOrders(), ...rows]);
    return byId((state?.selected ?? savedSelection(key)).flatMap((id) => known.get(id) ?? []));
  });
  const shown = byId(rows);
  return {
    ids: new Set(seen.keys()) as ReadonlySet<number>,
    /** In the order of the list, those of this page as they are now. */
    orders: [...seen.values()].map((order) => shown.get(order.id) ?? order).sort(SORTS[sort ?? ''] ?? NEWEST_FIRST),
    /** How many are on other pages. */
    elsewhere: [...seen.keys()].filter((id) => !shown.has(id)).length,
    select: (ids: ReadonlySet<number>) => setSeen(byId([...ids].flatMap((id) => shown.get(id) ?? seen.get(id) ?? []))),
    /** Takes orders out of the selection. */
    drop: (ids: readonly number[]) =>
      setSeen((before) => byId([...before.values()].filter(({ id }) => !ids.includes(id)))),
  };
}

const byId = (orders: readonly Order[]): ReadonlyMap<number, Order> =>
  new Map(orders.map((order) => [order.id, order]));
