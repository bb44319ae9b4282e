import { Counts, Dashboard } from '../../src/contract/administration/dashboard.js';
import { LOW_STOCK, SUPPORT_USER_ID } from '../../src/contract/rules.js';
import { SHOP_TIME_ZONE } from '../../src/contract/shop-day.js';
import { rollUpDays } from '../../src/dashboard/daily-rollup.js';
import { queueMail } from '../../src/mail/outbox.js';
import { bookBankTransfer } from '../../src/payments/bank/book-transfer.js';
import { answer, openShop, shop } from '../support/client.js';
import { given, times, type Shopper } from '../support/given.js';
import { expectSoundLedger } from '../support/ledger.js';
import { offerAll } from '../support/payments/payment-methods.js';
import { changeCatalogue } from '../catalog/stocked.js';

openShop();
expectSoundLedger();

let admin: Shopper;
let shopper: Shopper;
beforeAll(async () => {
  admin = await given.admin();
  shopper = await given.shopper({ balance: 100_000_000 });
  await shop().db.query(`UPDATE users SET date_joined = '2020-01-01'`);
});

const read = async (query = '') => answer(await admin.get(`/api/admin/dashboard/${query}`), Dashboard);
const shopDay = (moment: Date) => new Intl.DateTimeFormat('sv-SE', { timeZone: SHOP_TIME_ZONE }).format(moment);
/** A moment as the shop's clocks show it, seven hours before Greenwich's. */
const at = (clock: string) => new Date(`${clock.replace(' ', 'T')}:00+07:00`);

interface Moments {
  placed: string;
  paid?: string;
  refunded?: string;
  cancelled?: string;
  isDelivered?: boolean;
  total?: number;
}

/** An order that went through the shop's own calls, moved to the times at which it is to have happened. */
async function order({ placed, paid, refunded, cancelled, isDelivered, total = 100_000 }: Moments) {
  const made = await given.order(shopper, { total });
  const succeeds = async (path: string, body: object = {}) =>
    expect([200, 201]).toContain((await shopper.post(path, body)).status);
  if (paid) await succeeds('/api/paybox/payment/', { order_id: made.id });
  if (isDelivered) expect((await admin.patch(`/api/orders/${made.id}/`, { isDelivered })).status).toBe(200);
  if (cancelled) await succeeds(`/api/orders/${made.id}/cancel/`);
  if (refunded) {
    await succeeds('/api/paybox/refund-request/', { order_id: made.id, reason: 'Chật' });
    expect((await admin.post(`/api/admin/paybox/refund/${made.id}/approve/`)).status).toBe(200);
  }
  const moments = [placed, paid, refunded, cancelled].map((clock) => (clock ? at(clock) : null));
  await shop().db.query(
    'UPDATE orders SET created_at = $2, paid_at = $3, refunded_at = $4, cancelled_at = $5 WHERE id = $1',
    [made.id, ...moments],
  );
  return made;
}

interface Fact {
  created_at: Date;
  paid_at: Date | null;
  refunded_at: Date | null;
  total_price: string;
}

/** The figures of a period added up order by order. */
async function plainly(from: string, to: string) {
  const orders: Fact[] = await shop().db.query('SELECT created_at, paid_at, refunded_at, total_price FROM orders');
  const users: { date_joined: Date }[] = await shop().db.query('SELECT date_joined FROM users WHERE closed_at IS NULL');
  const isIn = (moment: Date | null) => moment !== null && from <= shopDay(moment) && shopDay(moment) <= to;
  const sum = (some: Fact[]) => some.reduce((total, { total_price: price }) => total + Number(price), 0);
  const paid = orders.filter(({ paid_at: moment }) => isIn(moment));
  const placed = orders.filter(({ created_at: moment }) => isIn(moment));
  const converted = placed.filter(({ paid_at: moment }) => moment !== null);
  return {
    revenue: sum(paid) - sum(orders.filter(({ refunded_at: moment }) => isIn(moment))),
    orders: paid.length,
    average_order: paid.length > 0 ? Math.round(sum(paid) / paid.length) : null,
    new_users: users.filter(({ date_joined: moment }) => isIn(moment)).length,
    conversion: placed.length > 0 ? Math.round((1_000 * converted.length) / placed.length) / 10 : null,
  };
}

/** A period must say the same as its orders, as a whole and day by day. */
async function expectPlain({ from, to, totals, days }: Dashboard['period']) {
  expect({ from, to, totals }).toEqual({ from, to, totals: await plainly(from, to) });
  for (const { day, ...figures } of days) expect({ day, figures }).toEqual({ day, figures: await plainly(day, day) });
}

describe('the figures', () => {
  beforeAll(async () => {
    await order({ placed: '2025-03-09 10:00', paid: '2025-03-09 23:59', total: 250_000 });
    await order({ placed: '2025-03-09 23:59', paid: '2025-03-10 00:01', total: 130_000 });
    await order({ placed: '2025-03-10 00:00', paid: '2025-03-10 12:00', isDelivered: true, total: 70_000 });
    // Paid long before, refunded in the period.
    await order({ placed: '2025-02-01 09:00', paid: '2025-02-01 09:05', refunded: '2025-03-11 00:01', total: 990_000 });
    await order({ placed: '2025-03-11 09:00', paid: '2025-03-11 09:05', refunded: '2025-03-12 23:59', total: 40_000 });
    await order({ placed: '2025-03-11 10:00', cancelled: '2025-03-12 10:00' });
    await order({ placed: '2025-03-12 10:00' });
    // Delivered, and its cash is not recorded: no sale yet.
    await offerAll();
    const uncollected = await given.placed(shopper, { price: 60_000, paymentMethod: 'COD' });
    expect((await admin.patch(`/api/orders/${uncollected}/`, { isDelivered: true })).status).toBe(200);
    await shop().db.query('UPDATE orders SET created_at = $2 WHERE id = $1', [uncollected, at('2025-03-12 10:30')]);
    for (const [count, joined] of [
      [1, '2025-03-09 23:59'],
      [2, '2025-03-10 00:01'],
    ] as const) {
      for (let i = 0; i < count; i++) {
        const { id } = await given.shopper();
        await shop().db.query('UPDATE users SET date_joined = $2 WHERE id = $1', [id, at(joined)]);
      }
    }
    const closed = await given.shopper();
    await shop().db.query('UPDATE users SET date_joined = $2, is_active = false, closed_at = now() WHERE id = $1', [
      closed.id,
      at('2025-03-10 12:00'),
    ]);
  });

  test('of days and of the period are those of its orders, counted or not', async () => {
    const query = '?from=2025-03-10&to=2025-03-12';
    const uncounted = await read(query);
    await expectPlain(uncounted.period);
    await expectPlain(uncounted.before);
    expect(await rollUpDays(shop().db)).toBeGreaterThan(0);
    expect(await shop().db.query('SELECT FROM order_rollup_queue')).toEqual([]);
    expect(await read(query)).toEqual(uncounted);
    await order({ placed: '2025-03-12 11:00', paid: '2025-03-12 11:01', total: 555_000 });
    const both = await read(query);
    await expectPlain(both.period);
    expect(both.period.totals.revenue).toBe(uncounted.period.totals.revenue + 555_000);
  });

  test('are worth what one would say oneself', async () => {
    const { period, before, orders_by_status: states } = await read('?from=2025-03-10&to=2025-03-11');
    expect(period.days).toEqual([
      { day: '2025-03-10', revenue: 200_000, orders: 2, average_order: 100_000, new_users: 2, conversion: 100 },
      { day: '2025-03-11', revenue: -950_000, orders: 1, average_order: 40_000, new_users: 0, conversion: 50 },
    ]);
    expect(period.totals).toEqual({
      revenue: -750_000,
      orders: 3,
      average_order: 80_000,
      new_users: 2,
      conversion: 66.7,
    });
    expect(before).toMatchObject({ from: '2025-03-08', to: '2025-03-09' });
    expect(before.totals).toMatchObject({ revenue: 250_000, orders: 1, new_users: 1, conversion: 100 });
    expect(states).toEqual({ unpaid: 0, paid: 0, delivered: 1, refund_requested: 0, refunded: 1, cancelled: 1 });
  });

  test('of a time without any are nothing, not an error', async () => {
    const { period, best_sellers: best, orders_by_status: states } = await read('?from=2019-05-01&to=2019-05-07');
    expect(period.days).toHaveLength(7);
    expect(period.totals).toEqual({ revenue: 0, orders: 0, average_order: null, new_users: 0, conversion: null });
    expect(best).toEqual([]);
    expect(Object.values(states)).toEqual([0, 0, 0, 0, 0, 0]);
  });

  test('stay right while orders are paid and the days are counted', async () => {
    const today = shopDay(new Date());
    const before = (await read('?days=1')).period.totals;
    const orders = await times(12, () => given.order(shopper, { total: 10_000 }));
    let isPaying = true;
    const counting = (async () => {
      while (isPaying) await Promise.all([rollUpDays(shop().db), rollUpDays(shop().db)]);
    })();
    const orderCounts: number[] = [];
    await times(12, async (i) => {
      expect((await shopper.post('/api/paybox/payment/', { order_id: orders[i]!.id })).status).toBe(200);
      orderCounts.push((await read('?days=1')).period.totals.orders - before.orders);
    });
    isPaying = false;
    await counting;
    // Every answer held at least what was paid when it was asked for, and never a payment twice.
    expect(Math.max(...orderCounts)).toBe(12);
    expect(Math.min(...orderCounts)).toBeGreaterThan(0);
    const after = await read(`?from=${today}&to=${today}`);
    expect(after.period.totals.revenue).toBe(before.revenue + 120_000);
    await expectPlain(after.period);
  });
});

describe('the period', () => {
  test('is thirty days until today, or as many as are asked for', async () => {
    const today = shopDay(new Date());
    const usual = await read();
    expect(usual.period.days).toHaveLength(30);
    expect([usual.period.to, usual.period.days.at(-1)?.day]).toEqual([today, today]);
    expect(usual.before.days).toHaveLength(30);
    expect((await read('?days=7')).period.days).toHaveLength(7);
    expect((await read('?to=1000-01-01&days=366')).before.days).toHaveLength(366);
    expect((await read('?to=9999-12-31')).period.days).toHaveLength(30);
    expect((await read('?to=2024-03-01&days=2')).period).toMatchObject({ from: '2024-02-29', to: '2024-03-01' });
  });

  test.each([
    ['days=0', 'days'],
    ['days=367', 'days'],
    ['days=x', 'days'],
    ['from=2025-02-30', 'from'],
    ['to=0000-01-01', 'to'],
    ['to=0001-01-01', 'to'],
    ['from=2025-03-02&to=2025-03-01', 'to'],
    ['from=2023-01-01&to=2025-03-01', 'from'],
  ])('%s is refused', async (query, field) => {
    const reply = await admin.get(`/api/admin/dashboard/?${query}`);
    expect([reply.status, Object.keys(reply.body as object)]).toEqual([400, ['detail', 'error', field]]);
  });
});

test('best sellers are what was paid in the period less what was refunded in it', async () => {
  const kept = await order({ placed: '2024-06-01 08:00', paid: '2024-06-01 08:01', total: 20_000 });
  const returned = await order({ placed: '2024-06-01 08:00', paid: '2024-06-01 08:01', refunded: '2024-06-02 08:01' });
  const later = await order({ placed: '2024-06-01 08:00', paid: '2024-06-01 08:01', refunded: '2024-06-20 08:01' });
  const names = async () =>
    (await read('?from=2024-06-01&to=2024-06-03')).best_sellers.map(({ id, sold, total }) => ({ id, sold, total }));
  const expected = [
    { id: later.product, sold: 1, total: 100_000 },
    { id: kept.product, sold: 1, total: 20_000 },
  ];
  expect(await names()).toEqual(expected);
  await rollUpDays(shop().db);
  expect(await names()).toEqual(expected);
  expect(expected.map(({ id }) => id)).not.toContain(returned.product);
});

test('low stock is counted, the lowest first, without what is no longer sold', async () => {
  const { low_stock: before } = await read();
  const [none, few] = [await given.product({ stock: 0 }), await given.product({ stock: LOW_STOCK })];
  await given.product({ stock: LOW_STOCK + 1 });
  const archived = await given.product({ stock: 0 });
  await changeCatalogue('UPDATE products SET archived_at = now() WHERE id = $1', [archived]);
  const { low_stock: low } = await read();
  expect(low.count).toBe(before.count + 2);
  expect(low.products.map(({ id }) => id).filter((id) => id >= none)).toEqual([none, few]);
});

test('products with a sold-out variant are counted, however many pieces their other variants have', async () => {
  const { sold_out_variants: before } = await read();
  await given.variant({ stock: 3 });
  const { product } = await given.variant({ stock: 0 });
  expect((await read()).sold_out_variants).toBe(before + 1);
  await changeCatalogue('UPDATE products SET archived_at = now() WHERE id = $1', [product]);
  expect((await read()).sold_out_variants).toBe(before);
});

test('the wallets together are what the shop owes', async () => {
  const { wallets: before } = await read();
  const lan = await given.shopper({ balance: 77_000 });
  await shop().db.query('UPDATE accounts SET is_active = false WHERE user_id = $1', [lan.id]);
  expect((await read()).wallets).toEqual({
    liability: before.liability + 77_000,
    count: before.count + 1,
    locked: before.locked + 1,
  });
});

test('a failed mail that can no longer be sent again is no open task', async () => {
  const failed = async () => answer(await admin.get('/api/admin/counts/'), Counts).failed_mails;
  const before = await failed();
  const lan = await given.shopper();
  await queueMail(shop().db.manager, { template: 'welcome', userId: lan.id });
  await shop().db.query(`UPDATE mails SET state = 'failed' WHERE user_id = $1`, [lan.id]);
  expect(await failed()).toBe(before + 1);
  await shop().db.query(`UPDATE mails SET created_at = now() - interval '8 days' WHERE user_id = $1`, [lan.id]);
  expect(await failed()).toBe(before);
  await shop().db.query(`INSERT INTO mails (template, user_id, state) VALUES ('password_reset', $1, 'failed')`, [
    lan.id,
  ]);
  expect(await failed()).toBe(before);
  await shop().db.query('DELETE FROM mails WHERE user_id = $1', [lan.id]);
});

test('open tasks are counted until they are done', async () => {
  const counts = async () => answer(await admin.get('/api/admin/counts/'), Counts);
  const before = await counts();
  expect((await read()).counts).toEqual(before);

  await offerAll();
  const inCash = [1, 2].map(() => given.placed(shopper, { price: 100_000, paymentMethod: 'COD' }));
  const [toDeliver, toCollect] = await Promise.all(inCash);
  await admin.patch(`/api/orders/${toCollect}/`, { isDelivered: true });
  const { id: orderId } = await given.paidOrder(shopper);
  await shopper.post('/api/paybox/refund-request/', { order_id: orderId, reason: 'Chật' });
  await queueMail(shop().db.manager, { template: 'welcome', userId: shopper.id });
  await shop().db.query(`UPDATE mails SET state = 'failed' WHERE user_id = $1 AND template = 'welcome'`, [shopper.id]);
  const say = async (number: number, sender: number) => {
    await shop().db.query(
      `WITH said AS (SELECT nextval('chat_message_ids') AS id), room AS (
         INSERT INTO chat_rooms (low_user_id, high_user_id, message_count, last_message_id) SELECT $1, $2, 1, id FROM said
         ON CONFLICT (low_user_id, high_user_id) DO UPDATE SET last_message_id = excluded.last_message_id)
       INSERT INTO chat_messages (id, low_user_id, high_user_id, number, sender_id, message)
       SELECT id, $1, $2, $3, $4, 'Còn hàng không?' FROM said`,
      [SUPPORT_USER_ID, shopper.id, number, sender],
    );
  };
  await say(1, shopper.id);
  const event = { id: 'waits', reference: 'WAITS', amount: 1_000, description: 'không có mã' };
  await shop().db.transaction((tx) => bookBankTransfer(tx, event));
  // One that the owner switched off waits for nobody.
  await shop().db.query(
    `INSERT INTO webhook_endpoints (url, events, secret, is_active, disabled_at)
     SELECT 'https://9.9.9.9/' || n, '{order.paid}', 'x', false, CASE WHEN n = 1 THEN now() END FROM generate_series(1, 2) n`,
  );
  expect(await counts()).toEqual({
    orders_to_deliver: before.orders_to_deliver + 1,
    orders_to_collect: before.orders_to_collect + 1,
    pending_refunds: before.pending_refunds + 1,
    unanswered_chats: before.unanswered_chats + 1,
    unmatched_transfers: before.unmatched_transfers + 1,
    pending_photos: before.pending_photos,
    failed_mails: before.failed_mails + 1,
    disabled_webhooks: before.disabled_webhooks + 1,
  });
  await shopper.post(`/api/orders/${toDeliver}/cancel/`);
  await admin.post(`/api/admin/orders/${toCollect}/cash/`, { amount: 105_000 });
  await say(2, admin.id);
  await admin.delete(`/api/admin/paybox/refund/${orderId}/reject/`);
  await shop().db.query(`UPDATE mails SET state = 'pending' WHERE state = 'failed'`);
  const transfers: { id: number }[] = await shop().db.query(`SELECT id FROM bank_transfers WHERE state = 'unmatched'`);
  for (const { id } of transfers) await admin.post(`/api/admin/bank-transfers/${id}/return/`, { note: 'Trả lại' });
  await shop().db.query('DELETE FROM webhook_endpoints');
  expect(await counts()).toEqual({
    ...before,
    // The one whose refund request was refused.
    orders_to_deliver: before.orders_to_deliver + 1,
    failed_mails: 0,
    disabled_webhooks: 0,
  });
});
