import { shop } from './client.js';

/** Everything that is money, or that money is paid for, and what is told of it. */
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

/** Does something after which orders, coupons, stock and money must all be as they were. */
export async function expectUnchanged<T>(act: () => Promise<T>): Promise<T> {
  const before = await everyRow();
  const result = await act();
  expect(await everyRow()).toEqual(before);
  return result;
}

const everyRow = async (): Promise<unknown> =>
  Promise.all(TABLES.map((table) => shop().db.query(`SELECT to_jsonb(t) AS ${table} FROM ${table} t ORDER BY 1`)));
