import type { Vnd } from './money.js';

export const ADMIN_DESCRIPTION = 50;
/** Stock at or below this needs a reorder. */
export const LOW_STOCK = 5;
export const MAX_DASHBOARD_DAYS = 366;
/**
 * Counting the orders that wait for an administrator stops here: every open page of the back office asks twice a minute, and a shop may
 * never mark what it delivers.
 */
export const MAX_COUNTED_ORDERS = 1_000;
/** The figures of a customer concern this number of their newest orders: the statement's cost has a bound. */
export const MAX_CUSTOMER_ORDERS = 10_000;

/** The maximum size of a catalogue import file. */
export const MAX_IMPORT_BYTES = 52_428_800;
/** Files that wait to be checked or imported, of all administrators. */
export const MAX_WAITING_IMPORTS = 10;

/** The maximum number of products in one bulk edit, and of lines in its response. */
export const MAX_BULK_PRODUCTS = 5_000;
export const MAX_BULK_LINES = 200;
/** The price changes of a bulk edit: set a price, add an amount, or add a percentage. */
export const PRICE_CHANGES = ['set', 'add', 'percent'] as const;
export type PriceChange = (typeof PRICE_CHANGES)[number];
/** Prices changed by a percentage are rounded to this step. */
export const PRICE_STEP: Vnd = 1_000;

/**
 * Returns a price after a bulk edit. A percentage is rounded half up to whole thousands of đồng, because no price tag says
 * 179.100; a set or added amount is used as typed.
 * @param value đồng, or whole percent; negative to reduce
 * @returns may be negative, which the caller rejects
 */
export function changedPrice(price: Vnd, by: PriceChange, value: number): Vnd {
  if (by === 'set') return value;
  if (by === 'add') return price + value;
  const [hundredths, step] = [BigInt(price) * BigInt(100 + value), 100n * BigInt(PRICE_STEP)];
  return Number((2n * hundredths + step) / (2n * step)) * PRICE_STEP;
}
