import { Placed } from '../../../src/contract/orders/placing.js';
import { codeOf, inTransaction } from '../../../src/platform/database/transaction.js';
import { OrderExpiry } from '../../../src/orders/expiry/expiry.js';
import { atOnce, copies, giveStart, hold, race, type Call } from '../../support/barrier.js';
import { answer, openShop, shop } from '../../support/client.js';
import { cartOf, given, statuses, times, type Shopper } from '../../support/given.js';
import { expectSoundLedger } from '../../support/ledger.js';
import { stockOf } from '../../support/stock.js';

// What one account may hold or do is not what is tested here.
openShop({ RATE_LIMIT: 'off' });
expectSoundLedger();

let shoppers: Shopper[];
beforeAll(async () => {
  shoppers = await times(8, () => given.shopper());
});

/** `count` calls that place the cart, from all shoppers in turn. */
const placing = (count: number, cart: object): Call[] =>
  Array.from({ length: count }, (_, i) => ({ by: shoppers[i % 8]!, path: '/api/placeorder/', body: cart }));
const makeOverdue = (owner: Shopper) =>
  shop().db.query(`UPDATE orders SET created_at = now() - interval '25 hours' WHERE user_id = $1`, [owner.id]);

/** @returns counts the transactions that the database has undone since: they are begun again, and nobody sees it */
function countDeadlocks(): () => Promise<number> {
  const transactions = jest.spyOn(shop().db, 'transaction');
  return async () => {
    const ends = await Promise.allSettled(transactions.mock.results.map(({ value }) => value as Promise<unknown>));
    transactions.mockRestore();
    return ends.filter((end) => end.status === 'rejected' && codeOf(end.reason) === '40P01').length;
  };
}

describe('stock', () => {
  race('the last piece is sold once', async () => {
    const id = await given.product({ price: 10_000, stock: 1 });
    const replies = await atOnce(placing(30, cartOf([{ id, qty: 1 }], 10_500)));
    expect(statuses(replies)).toEqual({ 201: 1, 409: 29 });
    expect(await stockOf(id)).toBe(0);
    const refusal = replies.find(({ status }) => status === 409);
    expect(refusal?.body).toMatchObject({ error: expect.stringContaining('đã hết hàng') });
  });

  race('of five pieces of a variant, in pairs, two pairs are sold', async () => {
    const { product, variant } = await given.variant({ price: 10_000, stock: 5 });
    const replies = await atOnce(placing(30, cartOf([{ id: product, variant_id: variant, qty: 2 }], 21_000)));
    expect(statuses(replies)).toEqual({ 201: 2, 409: 28 });
    expect(await stockOf(product)).toBe(1);
  });

  race('one line twice takes both', async () => {
    const id = await given.product({ price: 10_000, stock: 10 });
    const line = { id, qty: 1 };
    const replies = await atOnce(placing(30, cartOf([line, line], 21_000)));
    expect(statuses(replies)).toEqual({ 201: 5, 409: 25 });
    expect(await stockOf(id)).toBe(0);
  });

  race('carts that share items in any sequence are all placed without deadlock', async () => {
    const ids = await times(6, () => given.product({ price: 10_000, stock: 20 }));
    const carts = Array.from({ length: 30 }, (_, i) => {
      const lines = [0, 1, 2, 3].map((nth) => ({ id: ids[(i + nth) % 6], qty: 1 }));
      return cartOf(i % 2 ? lines : lines.toReversed(), 42_000);
    });
    const deadlocks = countDeadlocks();
    const replies = await atOnce(carts.map((body, i) => ({ by: shoppers[i % 8]!, path: '/api/placeorder/', body })));
    expect(statuses(replies)).toEqual({ 201: 30 });
    expect(await deadlocks()).toBe(0);
    for (const id of ids) expect(await stockOf(id)).toBe(0);
  });
});

describe('a coupon', () => {
  const usesOf = ({ id }: { id: number }): Promise<unknown> =>
    shop().db.query('SELECT user_id, count(*)::int AS uses FROM coupon_uses WHERE coupon_id = $1 GROUP BY 1', [id]);
  const cartWith = async (coupon_code: string) =>
    cartOf([{ id: await given.product({ price: 100_000, stock: 100 }), qty: 1 }], 85_000, { coupon_code });

  race('for one use is used once', async () => {
    const coupon = await given.coupon({ usageLimit: 1 });
    const replies = await atOnce(placing(30, await cartWith(coupon.code)));
    expect(statuses(replies)).toEqual({ 201: 1, 400: 29 });
    expect(await usesOf(coupon)).toEqual([{ user_id: expect.any(Number), uses: 1 }]);
  });

  race('for one use per user is used once by each', async () => {
    const coupon = await given.coupon({ perUserLimit: 1 });
    const replies = await atOnce(placing(30, await cartWith(coupon.code)));
    expect(statuses(replies)).toEqual({ 201: 8, 400: 22 });
    const uses = shoppers.map(({ id }) => ({ user_id: id, uses: 1 }));
    expect(await usesOf(coupon)).toEqual(expect.arrayContaining(uses));
  });

  race('that is released while others request it has one user', async () => {
    const coupon = await given.coupon({ usageLimit: 1 });
    const cart = await cartWith(coupon.code);
    const owner = shoppers[0]!;
    const { id } = answer(await owner.post('/api/placeorder/', cart), Placed, 201);
    const [cancelled, ...others] = await atOnce([
      { by: owner, path: `/api/orders/${id}/cancel/` },
      ...placing(30, cart),
    ]);
    expect(cancelled?.status).toBe(200);
    const placed = others.filter(({ status }) => status === 201).length;
    expect(statuses(others)).toEqual(placed ? { 201: 1, 400: 29 } : { 400: 30 });
    // Whoever came too early may come again; nobody else may.
    const last = await owner.post('/api/placeorder/', cart);
    expect(last.status).toBe(placed ? 400 : 201);
  });

  race('is limited by its owner while it is used: never below its uses', async () => {
    const [admin, coupon] = [await given.admin(), await given.coupon()];
    const { code } = coupon;
    const limit: Call = {
      by: admin,
      method: 'PUT',
      path: `/api/coupons/${coupon.id}/`,
      body: {
        code,
        discount_amount: 20_000,
        valid_from: '2020-01-01T00:00:00Z',
        valid_to: '2100-01-01T00:00:00Z',
        usage_limit: 4,
      },
    };
    const calls = placing(30, await cartWith(code));
    const replies = await atOnce([...calls.slice(0, 2), limit, ...calls.slice(2)]);
    const limited = replies[2]?.status === 200;
    const orders = statuses(replies.filter((_, i) => i !== 2));
    expect(orders).toEqual(limited ? { 201: 4, 400: 26 } : { 201: 30 });
    if (!limited) expect(replies[2]).toMatchObject({ status: 400, body: { usage_limit: [expect.any(String)] } });
  });

  race('is deleted by its owner while it is used', async () => {
    const [admin, coupon] = [await given.admin(), await given.coupon()];
    const removal: Call = { by: admin, method: 'DELETE', path: `/api/coupons/${coupon.id}/` };
    const calls = placing(30, await cartWith(coupon.code));
    const replies = await atOnce([...calls.slice(0, 2), removal, ...calls.slice(2)]);
    const { 201: placed = 0, 400: refused = 0 } = statuses(replies);
    expect([replies[2]?.status, placed + refused]).toEqual([204, 30]);
    const discounts: unknown[] = await shop().db.query('SELECT discount::int FROM orders WHERE coupon_code = $1', [
      coupon.code,
    ]);
    expect(discounts).toEqual(Array.from({ length: placed }, () => ({ discount: 20_000 })));
  });
});

describe('the owner edits a variant while it is bought', () => {
  let admin: Shopper;
  beforeAll(async () => {
    admin = await given.admin();
  });

  interface Bought {
    product: number;
    variant: number;
    color_id: number;
    size_id: number;
  }
  const bought = async (): Promise<Bought> => {
    const made = await given.variant({ price: 10_000, stock: 20 });
    const [pair]: Pick<Bought, 'color_id' | 'size_id'>[] = await shop().db.query(
      'SELECT color_id, size_id FROM variants WHERE id = $1',
      [made.variant],
    );
    return { ...made, ...pair! };
  };
  const cart = ({ product, variant }: Bought) => cartOf([{ id: product, variant_id: variant, qty: 1 }], 10_500);

  /** Every order is placed at the price that it was shown, and the stock is what the edits and the orders leave. */
  async function buyDuring(edits: ((of: Bought) => Promise<unknown>)[]) {
    const of = await bought();
    const release = await hold(placing(30, cart(of)));
    const editing = async () => {
      for (const edit of edits) await edit(of);
    };
    const [replies] = await Promise.all([release(), editing()]);
    const { 201: placed = 0, 409: refused = 0 } = statuses(replies);
    expect(placed + refused).toBe(30);
    const [edited]: { by: number }[] = await shop().db.query(
      'SELECT sum(change)::int AS by FROM stock_movements WHERE variant_id = $1 AND order_id IS NULL',
      [of.variant],
    );
    expect(await stockOf(of.product)).toBe(edited!.by - placed);
    const now = await shoppers[0]!.post('/api/placeorder/', cart(of));
    expect([now.status, now.body.expected]).toMatchObject([409, { totalPrice: 21_000 }]);
  }

  race('through the admin API, without deadlock', async () => {
    const save = async ({ product, color_id, size_id }: Bought, row: object) => {
      const reply = await admin.put(`/api/products/${product}/variants/`, {
        variants: [{ color_id, size_id, ...row }],
      });
      expect(reply.status).toBe(200);
    };
    const restock = (of: Bought) => save(of, { price: 10_000, stock_quantity: 21, stock_was: 20 });
    const reprice = (of: Bought) => save(of, { price: 20_000, stock_quantity: 5 });
    const deadlocks = countDeadlocks();
    await buyDuring([restock, restock, restock, reprice]);
    expect(await deadlocks()).toBe(0);
  });

  race('past the shop and without any lock, so that they may wait in a circle', () => {
    const run = (sql: string) => (of: Bought) => inTransaction(shop().db, (tx) => tx.query(sql, [of.variant]));
    const restock = run('UPDATE variants SET stock_quantity = stock_quantity + 1 WHERE id = $1');
    return buyDuring([
      restock,
      restock,
      restock,
      run('UPDATE variants SET price = 20000, stock_quantity = 5 WHERE id = $1'),
    ]);
  });

  /** Who comes before it gets their order, who comes after it is told; @returns how many orders there are */
  async function buyDuringRemoval(of: Bought, path: string, round: number): Promise<number> {
    const removal: Call = { by: admin, method: 'DELETE', path };
    const calls = placing(30, cart(of));
    const deadlocks = countDeadlocks();
    const release = await hold([...calls.slice(0, 2 * round), removal, ...calls.slice(2 * round)]);
    const replies = await release();
    expect(await deadlocks()).toBe(0);
    const orders = statuses(replies.filter((_, i) => i !== 2 * round));
    const { 201: placed = 0, 400: gone = 0, 409: soldOut = 0 } = orders;
    expect([replies[2 * round]?.status, placed + gone + soldOut]).toEqual([204, 30]);
    expect(placed).toBeLessThanOrEqual(20);
    const kept: unknown = await shop().db.query(
      'SELECT count(*)::int AS lines FROM order_items WHERE variant_id = $1',
      [of.variant],
    );
    expect(kept).toEqual([{ lines: placed }]);
    return placed;
  }

  race('takes the variant out of the shop', async (round) => {
    const of = await bought();
    await buyDuringRemoval(of, `/api/product-variants/${of.variant}/`, round);
    expect(await stockOf(of.product)).toBe(0);
    expect((await shoppers[0]!.post('/api/placeorder/', cart(of))).status).toBe(400);
  });

  race('takes the product out of the shop', async (round) => {
    const of = await bought();
    const placed = await buyDuringRemoval(of, `/api/products/${of.product}/`, round);
    const there: unknown[] = await shop().db.query('SELECT archived_at FROM products WHERE id = $1', [of.product]);
    // One that is being ordered at that moment is archived, even if the order fails.
    if (placed > 0) expect(there).toEqual([{ archived_at: expect.any(Date) as Date }]);
    else expect(there).not.toEqual([{ archived_at: null }]);
    expect((await shoppers[0]!.post('/api/placeorder/', cart(of))).status).toBe(400);
  });
});

describe('an order ends one way', () => {
  const ORDERS = 15;

  /** A shopper with money for all of some orders. */
  async function buyer(): Promise<[Shopper, { id: number }[]]> {
    const shopper = await given.shopper({ balance: ORDERS * 100_000 });
    return [shopper, await times(ORDERS, () => given.order(shopper))];
  }
  const pay = (by: Shopper, { id }: { id: number }) => ({ by, path: '/api/paybox/payment/', body: { order_id: id } });
  const cancel = (by: Shopper, { id }: { id: number }) => ({ by, path: `/api/orders/${id}/cancel/` });

  /** Each order is as the answers say, its goods are where they belong, and only what was paid is gone. */
  async function expectOutcome(shopper: Shopper, orders: { id: number }[], paid: boolean[]) {
    const ended: unknown = await shop().db.query(
      `SELECT o.paid_at IS NOT NULL AS paid, o.cancelled_at IS NOT NULL AS cancelled, p.count_in_stock AS stock
       FROM orders o JOIN order_items i ON i.order_id = o.id JOIN products p ON p.id = i.product_id
       WHERE o.user_id = $1 ORDER BY array_position($2, o.id)`,
      [shopper.id, orders.map(({ id }) => id)],
    );
    expect(ended).toEqual(paid.map((was) => ({ paid: was, cancelled: !was, stock: was ? 9 : 10 })));
    const count = paid.filter(Boolean).length;
    expect(await shopper.balance()).toBe((ORDERS - count) * 100_000);
  }

  race('cancelled or paid', async () => {
    const [shopper, orders] = await buyer();
    // Who is asked first must not decide.
    const pairs = orders.map((order, i) => {
      const pair = [pay(shopper, order), cancel(shopper, order)];
      return i % 2 ? pair : pair.toReversed();
    });
    const replies = await atOnce(pairs.flat());
    expect(statuses(replies)).toEqual({ 200: ORDERS, 409: ORDERS });
    const paid = orders.map((_, i) => replies[2 * i + (i % 2 ? 0 : 1)]?.status === 200);
    await expectOutcome(shopper, orders, paid);
  });

  race('expired or paid', async () => {
    const [shopper, orders] = await buyer();
    await makeOverdue(shopper);
    const expiry = shop().app.get(OrderExpiry);
    const release = await hold(orders.map((order) => pay(shopper, order)));
    const expireAll = orders.map(({ id }, i) => giveStart(1 + (i % 5)).then(() => expiry.expire(id)));
    const [replies] = await Promise.all([release(), ...expireAll]);
    const paid = replies.map(({ status }) => status === 200);
    expect(statuses(replies)[409] ?? 0).toBe(paid.filter((was) => !was).length);
    await expectOutcome(shopper, orders, paid);
  });

  race('cancelled or expired, its goods returned once', async () => {
    const shopper = await given.shopper();
    const order = await given.order(shopper);
    await makeOverdue(shopper);
    const expiry = shop().app.get(OrderExpiry);
    const release = await hold(copies(30, cancel(shopper, order)));
    const [replies] = await Promise.all([release(), ...Array.from({ length: 10 }, () => expiry.expire(order.id))]);
    const { 200: cancelled = 0, 409: refused = 0 } = statuses(replies);
    expect([cancelled <= 1, cancelled + refused]).toEqual([true, 30]);
    expect(await stockOf(order.product)).toBe(10);
    expect(
      await shop().db.query('SELECT transition FROM order_events WHERE order_id = $1 ORDER BY id', [order.id]),
    ).toEqual([{ transition: 'place' }, { transition: cancelled ? 'cancel' : 'expire' }]);
  });
});
