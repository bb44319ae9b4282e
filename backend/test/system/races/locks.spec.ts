import type { QueryRunner } from 'typeorm';
import { openShop, shop } from '../../support/client.js';
import { eventually } from '../../support/payments/card.js';
import { cartOf, given, type Shopper } from '../../support/given.js';
import { expectSoundLedger } from '../../support/ledger.js';
import { changeCatalogue } from '../../catalog/stocked.js';

// What one account may hold or do is not what is tested here.
openShop({ RATE_LIMIT: 'off' });
expectSoundLedger();

/*
 * Who takes locks in another order than the rest deadlocks once in a while, and no race shows it for sure. So one lock is
 * held here, and while a call waits for it these tests look at which others it holds already.
 */

let holder: QueryRunner;
beforeEach(async () => {
  holder = shop().db.createQueryRunner();
  await holder.startTransaction();
});
afterEach(async () => {
  if (holder.isTransactionActive) await holder.rollbackTransaction();
  await holder.release();
});

const hold = (table: string, where: string) => holder.query(`SELECT FROM ${table} WHERE ${where} FOR NO KEY UPDATE`);
/** Whether a row can be locked right now. */
async function isFree(table: string, where: string): Promise<boolean> {
  const rows: unknown[] = await holder.query(`SELECT FROM ${table} WHERE ${where} FOR NO KEY UPDATE SKIP LOCKED`);
  return rows.length === 1;
}
const FOR_DELETION = 'SELECT FROM users WHERE id = $1 FOR UPDATE SKIP LOCKED';
const somebodyWaits = async () => {
  const [row]: { count: number }[] = await shop().db.query(
    `SELECT count(*)::int FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE NOT granted AND datname = current_database()`,
  );
  return row?.count ?? 0;
};

/** Makes a call that must wait for what is held, looks meanwhile, and lets it come to its end. */
async function whileWaiting(call: () => PromiseLike<{ status: number }>, look: () => Promise<void>): Promise<number> {
  const reply = Promise.resolve(call());
  await eventually(somebodyWaits, 1);
  await look();
  await holder.rollbackTransaction();
  return (await reply).status;
}

/** Products by their ids, of which the first lies behind the second in the table, as after any change of it. */
async function twoProducts(): Promise<[number, number]> {
  const [a, b] = [await given.product({ price: 10_000 }), await given.product({ price: 10_000 })];
  await changeCatalogue('UPDATE products SET description = $2 WHERE id = $1', [a, 'mới']);
  await changeCatalogue('UPDATE product_sales SET total_sold = 1 WHERE product_id = $1', [a]);
  return [a, b];
}
const cart = (...ids: number[]) =>
  cartOf(
    ids.map((id) => ({ id, qty: 1 })),
    ids.length * 10_500,
  );
async function placed(by: Shopper, ...ids: number[]): Promise<number> {
  return ((await by.post('/api/placeorder/', cart(...ids))).body as { id: number }).id;
}

describe('locks are taken in one order', () => {
  test('goods by their ids, when an order is placed', async () => {
    const [shopper, [a, b]] = [await given.shopper(), await twoProducts()];
    await hold('products', `id = ${a}`);
    const status = await whileWaiting(
      () => shopper.post('/api/placeorder/', cart(b, a)),
      async () => expect(await isFree('products', `id = ${b}`)).toBe(true),
    );
    expect(status).toBe(201);
  });

  test('goods by their ids, when an order is cancelled; the order before them', async () => {
    const [shopper, [a, b]] = [await given.shopper(), await twoProducts()];
    const order = await placed(shopper, b, a);
    await hold('products', `id = ${a}`);
    const status = await whileWaiting(
      () => shopper.post(`/api/orders/${order}/cancel/`),
      async () => {
        expect(await isFree('products', `id = ${b}`)).toBe(true);
        expect(await isFree('orders', `id = ${order}`)).toBe(false);
      },
    );
    expect(status).toBe(200);
  });

  test('the order, the sales counters by their ids, the wallet, when an order is paid', async () => {
    const [shopper, [a, b]] = [await given.shopper({ balance: 21_000 }), await twoProducts()];
    const order = await placed(shopper, b, a);
    await hold('product_sales', `product_id = ${a}`);
    const status = await whileWaiting(
      () => shopper.post('/api/paybox/payment/', { order_id: order }),
      async () => {
        expect(await isFree('product_sales', `product_id = ${b}`)).toBe(true);
        expect(await isFree('accounts', `user_id = ${shopper.id}`)).toBe(true);
        expect(await isFree('orders', `id = ${order}`)).toBe(false);
      },
    );
    expect(status).toBe(200);
  });

  test('the orders, then the wallet, when an account is closed', async () => {
    const [admin, shopper] = [await given.admin(), await given.shopper({ balance: 10_500 })];
    const { id } = await given.paidOrder(shopper, { total: 10_500 });
    await admin.patch(`/api/orders/${id}/`, { isDelivered: true });
    await hold('orders', `id = ${id}`);
    const status = await whileWaiting(
      () => admin.delete(`/auth/users/${shopper.id}/`),
      async () => expect(await isFree('accounts', `user_id = ${shopper.id}`)).toBe(true),
    );
    expect(status).toBe(204);
  });

  test('the order, then the account against its deletion, when a refund is requested', async () => {
    const shopper = await given.shopper({ balance: 10_500 });
    const { id } = await given.paidOrder(shopper, { total: 10_500 });
    await hold('orders', `id = ${id}`);
    const status = await whileWaiting(
      () => shopper.post('/api/paybox/refund-request/', { order_id: id, reason: 'Chật' }),
      async () => expect(await holder.query(FOR_DELETION, [shopper.id])).toHaveLength(1),
    );
    expect(status).toBe(201);
  });
});
