import { Detail } from '../../../src/contract/common.js';
import { answer, openShop, shop, visitor } from '../../support/client.js';
import { cartOf, given, statuses, times } from '../../support/given.js';
import { poolOf } from '../../../src/platform/database/connections/shared-pool.js';
import { waitingForLocks } from '../../support/locks/lock-waits.js';
import { until } from '../../support/until.js';

openShop();

const CHECK = '/api/coupons/check/';
const check = (code: string) => ({ code, total_price: 500_000 });

test('500 coupon checks at once are all answered', async () => {
  const { code } = await given.coupon();
  const shoppers = await times(10, () => given.shopper());
  const replies = (
    await Promise.all(shoppers.map((shopper) => times(50, () => shopper.post(CHECK, check(code)))))
  ).flat();
  expect(statuses(replies)).toEqual({ 200: 500 });
});

test('calls that hold connections leave some to payments and health checks; a long wait ends with 503', async () => {
  const { code } = await given.coupon();
  const shopper = await given.shopper({ balance: 1_000_000 });
  const order = await given.order(shopper, { total: 100_000 });
  const { connections } = poolOf(shop().db);
  let checks: Promise<{ status: number; headers: Record<string, string> }>[] = [];
  await shop().db.transaction(async (tx) => {
    await tx.query('LOCK TABLE coupons IN ACCESS EXCLUSIVE MODE');
    checks = Array.from({ length: 20 }, () => shopper.post(CHECK, check(code)));
    // This transaction holds one of the ten that are not kept.
    await until(
      'eleven checks wait for a connection',
      () => connections.busy === 10 && connections.queued === 11,
      20_000,
    );
    // The same shopper, whose login other calls of theirs ask for at the same time.
    answer(await shopper.post('/api/paybox/payment/', { order_id: order.id }), Detail);
    await until('somebody has waited for long', () => connections.isExhausted, 5_000);
    const health = await visitor().get('/readyz');
    expect([health.status, health.body]).toEqual([
      200,
      expect.objectContaining({
        parts: expect.objectContaining({
          database: expect.objectContaining({ state: 'up' }) as object,
          connections: expect.objectContaining({ state: 'busy' }) as object,
        }) as object,
      }),
    ]);
    await until('nobody waits any more', () => connections.queued === 0, 20_000);
  });
  const replies = await Promise.all(checks);
  // A slow machine's checks may also have waited too long for the lock.
  const refused = replies.filter(({ status }) => status !== 200);
  expect(refused.length).toBeGreaterThanOrEqual(11);
  for (const { status, headers } of refused) expect([status, headers['retry-after']]).toEqual([503, '5']);
  const { text } = await visitor().get('/metrics');
  expect(text).toContain('may_database_connections{state="used"}');
  expect(text).toMatch(/may_database_waits_refused_total (1[1-9]|20)\n/);
});

test('orders that wait for one coupon leave connections to other orders and payments', async () => {
  const coupon = await given.coupon();
  const shopper = await given.shopper({ balance: 1_000_000 });
  const order = await given.order(shopper, { total: 100_000 });
  const buyers = await times(20, () => given.shopper());
  const product = await given.product({ price: 100_000, stock: 100 });
  const cart = cartOf([{ id: product, qty: 1 }], 85_000, { coupon_code: coupon.code });
  let orders: Promise<{ status: number }>[] = [];
  await shop().db.transaction(async (tx) => {
    await tx.query('SELECT FROM coupons WHERE id = $1 FOR UPDATE', [coupon.id]);
    orders = buyers.map((buyer) => buyer.post('/api/placeorder/', cart));
    await until('some of them wait for the coupon', async () => (await waitingForLocks(tx)) >= 4, 20_000);
    answer(await shopper.post('/api/paybox/payment/', { order_id: order.id }), Detail);
    await given.placed(shopper);
  });
  // None gave up waiting for the coupon.
  expect(statuses(await Promise.all(orders))).toEqual({ 201: 20 });
});
