import { shop } from './client.js';

/** All tables about money and the goods paid with it, with their logs. */
const TABLES = [
  'accounts',
  'coupons',
  'coupon_uses',
  'mails',
  'order_events',
  'order_items',
  'orders',
  'payment_intents',
  'products',
  'refund_requests',
  'stock_movements',
  'transfers',
  'variants',
  'wallet_transactions',
];

/** Runs `act`, and expects that orders, coupons, stock and money have not changed. */
export async function expectUnchanged<T>(act: () => Promise<T>): Promise<T> {
  const before = await everyRow();
  const result = await act();
  expect(await everyRow()).toEqual(before);
  return result;
}

const everyRow = async (): Promise<unknown> =>
  Promise.all(TABLES.map((table) => shop().db.query(`SELECT to_jsonb(t) AS ${table} FROM ${table} t ORDER BY 1`)));
