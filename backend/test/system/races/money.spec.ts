import { DepositIntent } from '../../../src/contract/money/paybox.js';
import { CardIntent } from '../../../src/contract/money/payments.js';
import { OrderExpiry } from '../../../src/orders/expiry/expiry.js';
import { atOnce, copies, giveStart, hold, race, type Call, type Reply } from '../../support/barrier.js';
import {
  confirmCard,
  eventOf,
  intentIdOf,
  sendsNoEvents,
  signature,
  stripeIntent,
  sweepCards,
} from '../../support/payments/card.js';
import { answer, openShop, shop, visitor } from '../../support/client.js';
import { cartOf, given, statuses, type Shopper } from '../../support/given.js';
import { expectSoundLedger } from '../../support/ledger.js';

// Rate limits and unpaid limits are not tested here.
openShop({ RATE_LIMIT: 'off' });
sendsNoEvents();
expectSoundLedger();

const TOTAL = 100_000;

const walletPayment = (by: Shopper, { id }: { id: number }): Call => ({
  by,
  path: '/api/paybox/payment/',
  body: { order_id: id },
});
const transfersOf = async (column: 'order_id' | 'payment_intent_id', id: number | string): Promise<string[]> => {
  const rows: { kind: string }[] = await shop().db.query(
    `SELECT kind FROM transfers WHERE ${column} = $1 ORDER BY id`,
    [id],
  );
  return rows.map(({ kind }) => kind);
};

/** Charges the card of an intent. @returns `count` webhooks that tell of it: copies of one event, and events of their own */
async function charged(clientSecret: string, count: number): Promise<Call[]> {
  expect((await confirmCard(clientSecret)).status).toBe(200);
  const intent = await stripeIntent(intentIdOf(clientSecret));
  const copied = eventOf('payment_intent.succeeded', intent);
  return Array.from({ length: count }, (_, i) => {
    const body = i % 2 ? copied : eventOf('payment_intent.succeeded', intent);
    return { by: visitor(), path: '/api/stripe-webhook/', body, headers: { 'Stripe-Signature': signature(body) } };
  });
}

/** An unpaid order whose card was just charged, the page's call that says so, and the provider's webhooks. */
async function chargedOrder(shopper: Shopper, webhooks: number) {
  const order = await given.order(shopper, { total: TOTAL });
  const { clientSecret } = answer(await shopper.post('/api/stripe-payment/', { order: order.id }), CardIntent);
  const events = await charged(clientSecret, webhooks);
  const payment_intent = intentIdOf(clientSecret);
  const page: Call = { by: shopper, path: `/api/orders/${order.id}/pay/`, body: { payment_intent } };
  return { order, page, events };
}

/** Takes from each list in turn, so that no list is always first. */
const shuffled = (...lists: Call[][]): Call[] =>
  lists[0]!.flatMap((_, i) => lists.flatMap((list) => (list[i] ? [list[i]] : [])));

/** The reconciler, which asks the provider about every open intent. */
const sweeps = (count: number) => Array.from({ length: count }, sweepCards);

describe('an order', () => {
  race('is paid once from a wallet that covers all requests', async () => {
    const shopper = await given.shopper({ balance: 30 * TOTAL });
    const order = await given.order(shopper, { total: TOTAL });
    expect(statuses(await atOnce(copies(30, walletPayment(shopper, order))))).toEqual({ 200: 1, 409: 29 });
    expect(await shopper.balance()).toBe(29 * TOTAL);
    expect(await transfersOf('order_id', order.id)).toEqual(['PAYMENT']);
  });

  race('of two is paid from a wallet that covers one', async () => {
    const shopper = await given.shopper({ balance: 2 * TOTAL - 1 });
    const orders = [await given.order(shopper, { total: TOTAL }), await given.order(shopper, { total: TOTAL })];
    const [a, b] = orders.map((order) => copies(15, walletPayment(shopper, order)));
    expect(statuses(await atOnce(shuffled(a!, b!)))).toEqual({ 200: 1, 409: 14, 400: 15 });
    expect(await shopper.balance()).toBe(TOTAL - 1);
    const states = [await shopper.order(orders[0]!.id), await shopper.order(orders[1]!.id)].map(({ status }) => status);
    expect(states.toSorted()).toEqual(['paid', 'unpaid']);
  });

  race('is paid by wallet or card, and the second payment is returned', async () => {
    const shopper = await given.shopper({ balance: 10 * TOTAL });
    const { order, page, events } = await chargedOrder(shopper, 10);
    const wallet = copies(10, walletPayment(shopper, order));
    const release = await hold(shuffled(copies(10, page), wallet, events));
    const [replies] = await Promise.all([release(), ...sweeps(10)]);
    const ofWallet = replies.filter((_, i) => i % 3 === 1);
    const won = ofWallet.some(({ status }) => status === 200);
    expect(statuses(ofWallet)).toEqual(won ? { 200: 1, 409: 9 } : { 409: 10 });
    expect(statuses(replies.filter((_, i) => i % 3 !== 1))).toEqual({ 200: 20 });
    expect(await transfersOf('order_id', order.id)).toEqual(won ? ['PAYMENT', 'LATE_PAYMENT'] : ['CARD_PAYMENT']);
    expect(await shopper.balance()).toBe(10 * TOTAL);
    const { status, notice } = await shopper.order(order.id);
    expect([status, notice !== null]).toEqual(['paid', won]);
  });

  race('is paid by card or cancelled, and the charge of a cancelled order goes to the wallet', async (round) => {
    const shopper = await given.shopper();
    const { order, page, events } = await chargedOrder(shopper, 10);
    const cancel = await hold(copies(10, { by: shopper, path: `/api/orders/${order.id}/cancel/` }));
    const pay = await hold(shuffled(copies(10, page), events));
    // To cancel takes fewer steps than to pay by card: in every second round it begins last.
    const both = round % 2 ? [cancel(), pay()] : [pay(), cancel()].toReversed();
    const [[cancelling, paying]] = await Promise.all([Promise.all(both), ...sweeps(10)]);
    const isCancelled = cancelling!.some(({ status }) => status === 200);
    expect(statuses(cancelling!)).toEqual(isCancelled ? { 200: 1, 409: 9 } : { 409: 10 });
    expect(statuses(paying!)).toEqual({ 200: 20 });
    await expectPaidOrCancelled(shopper, order, isCancelled);
  });

  race('is paid by card or expires, and the charge of an expired order goes to the wallet', async (round) => {
    const shopper = await given.shopper();
    const { order, page, events } = await chargedOrder(shopper, 15);
    await shop().db.query(`UPDATE orders SET created_at = now() - interval '25 hours' WHERE id = $1`, [order.id]);
    const pay = await hold(shuffled(copies(15, page), events));
    const expire = () => shop().app.get(OrderExpiry).expire(order.id);
    const [replies] = await Promise.all([pay(), giveStart(round).then(expire)]);
    expect(statuses(replies)).toEqual({ 200: 30 });
    const { isCancelled } = await shopper.order(order.id);
    await expectPaidOrCancelled(shopper, order, isCancelled);
  });

  async function expectPaidOrCancelled(shopper: Shopper, order: { id: number }, isCancelled: boolean) {
    expect((await shopper.order(order.id)).status).toBe(isCancelled ? 'cancelled' : 'paid');
    expect(await transfersOf('order_id', order.id)).toEqual([isCancelled ? 'LATE_PAYMENT' : 'CARD_PAYMENT']);
    expect(await shopper.balance()).toBe(isCancelled ? TOTAL : 0);
  }
});

describe('a deposit', () => {
  race('is credited once when page, provider and reconciler confirm concurrently', async () => {
    const shopper = await given.shopper();
    const opened = answer(await shopper.post('/api/paybox/deposit/', { amount: TOTAL }), DepositIntent);
    const body = { payment_intent_id: opened.paymentIntentId };
    const page = copies(20, { by: shopper, path: '/api/paybox/deposit/confirm/', body });
    const release = await hold(shuffled(page, await charged(opened.clientSecret, 20)));
    const [replies] = await Promise.all([release(), ...sweeps(20)]);
    expect(statuses(replies)).toEqual({ 200: 40 });
    for (const [i, { body: wallet }] of replies.entries())
      if (i % 2 === 0) expect(wallet).toMatchObject({ balance: TOTAL });
    expect(await shopper.balance()).toBe(TOTAL);
    expect(await transfersOf('payment_intent_id', opened.paymentIntentId)).toEqual(['DEPOSIT']);
  });
});

describe('a refund', () => {
  let admins: Shopper[];
  beforeAll(async () => {
    admins = [await given.admin(), await given.admin()];
  });

  async function requestedRefund(): Promise<[Shopper, { id: number; product: number }]> {
    const shopper = await given.shopper({ balance: TOTAL });
    const order = await given.paidOrder(shopper, { total: TOTAL });
    const body = { order_id: order.id, reason: 'Chật' };
    expect((await shopper.post('/api/paybox/refund-request/', body)).status).toBe(201);
    return [shopper, order];
  }
  const deciding = ({ id }: { id: number }, action: 'approve' | 'reject' | 'delete', count = 20): Call[] =>
    Array.from({ length: count }, (_, i) => ({
      by: admins[i % 2]!,
      method: action === 'approve' ? 'POST' : 'DELETE',
      path: `/api/admin/paybox/refund/${id}/${action}/`,
    }));

  /** The money and the goods came back if it was approved, and nothing did if it was not. */
  async function expectOutcome(shopper: Shopper, order: { id: number; product: number }, approved: boolean) {
    expect(await shopper.balance()).toBe(approved ? TOTAL : 0);
    expect(await transfersOf('order_id', order.id)).toEqual(approved ? ['PAYMENT', 'REFUND'] : ['PAYMENT']);
    expect(
      await shop().db.query(
        'SELECT count_in_stock AS stock, total_sold AS sold FROM products JOIN product_sales ON product_id = id WHERE id = $1',
        [order.product],
      ),
    ).toEqual([approved ? { stock: 10, sold: 0 } : { stock: 9, sold: 1 }]);
    expect((await shopper.order(order.id)).isRefunded).toBe(approved);
  }

  race('is approved or rejected, once', async (round) => {
    const [shopper, order] = await requestedRefund();
    const sides = [deciding(order, 'approve'), deciding(order, 'reject')];
    // Who is asked first must not decide.
    const replies = await atOnce(shuffled(...(round % 2 ? sides : sides.toReversed())));
    const approved = replies.some(({ status }) => status === 200);
    expect(statuses(replies)).toEqual({ [approved ? 200 : 204]: 1, 409: 39 });
    await expectOutcome(shopper, order, approved);
  });

  const begun = ({ id }: { id: number }): Call[] =>
    Array.from({ length: 20 }, (_, i) => ({
      by: admins[i % 2]!,
      path: `/api/admin/orders/${id}/refund/`,
      body: { reason: 'Hàng hỏng' },
    }));

  race('is begun by the shop or requested, not both', async (round) => {
    const shopper = await given.shopper({ balance: TOTAL });
    const order = await given.paidOrder(shopper, { total: TOTAL });
    const body = { order_id: order.id, reason: 'Chật' };
    const asked = copies(20, { by: shopper, path: '/api/paybox/refund-request/', body });
    const sides = [begun(order), asked];
    const replies = await atOnce(shuffled(...(round % 2 ? sides : sides.toReversed())));
    const isBegun = replies.some(({ status }) => status === 200);
    expect(statuses(replies)).toEqual({ [isBegun ? 200 : 201]: 1, 409: 39 });
    await expectOutcome(shopper, order, isBegun);
  });

  race('is begun by the shop after a rejection, or not while the request is undecided', async (round) => {
    const [shopper, order] = await requestedRefund();
    const sides = [begun(order), deciding(order, 'reject')];
    const replies = await atOnce(shuffled(...(round % 2 ? sides : sides.toReversed())));
    const { 200: refunds = 0, ...others } = statuses(replies);
    expect(refunds).toBeLessThanOrEqual(1);
    expect(others).toEqual({ 204: 1, 409: 39 - refunds });
    await expectOutcome(shopper, order, refunds === 1);
  });

  race('is decided at most once and deleted once under concurrent decisions', async () => {
    const [shopper, order] = await requestedRefund();
    const calls = shuffled(deciding(order, 'delete'), deciding(order, 'approve'), deciding(order, 'reject'));
    const replies = await atOnce(calls);
    const [deleted, approved, rejected] = [0, 1, 2].map((nth) => replies.filter((_, i) => i % 3 === nth));
    expect(statuses(deleted!)).toEqual({ 204: 1, 404: 19 });
    const { 200: approvals = 0, ...notApproved } = statuses(approved!);
    const { 204: rejections = 0, ...notRejected } = statuses(rejected!);
    expect(approvals + rejections).toBeLessThanOrEqual(1);
    for (const status of [...Object.keys(notApproved), ...Object.keys(notRejected)])
      expect(['404', '409']).toContain(status);
    await expectOutcome(shopper, order, approvals === 1);
    expect((await shopper.order(order.id)).refund_request).toBeNull();
  });

  race('is approved while the order is marked as delivered', async () => {
    const [shopper, order] = await requestedRefund();
    const delivery: Call = {
      by: admins[0]!,
      method: 'PATCH',
      path: `/api/orders/${order.id}/`,
      body: { isDelivered: true },
    };
    const replies = await atOnce(shuffled(copies(15, delivery), deciding(order, 'approve', 15)));
    const wasDelivered = replies.some(({ status }, i) => i % 2 === 0 && status === 200);
    expect(statuses(replies)).toEqual(wasDelivered ? { 200: 2, 409: 28 } : { 200: 1, 409: 29 });
    expect(await shopper.balance()).toBe(TOTAL);
    expect(
      await shop().db.query('SELECT count_in_stock AS stock FROM products WHERE id = $1', [order.product]),
    ).toEqual([{ stock: wasDelivered ? 9 : 10 }]);
  });
});

describe('twenty concurrent requests with one Idempotency-Key create one', () => {
  const sameKey = (call: Call) => atOnce(copies(20, { ...call, headers: { 'Idempotency-Key': 'once' } }));

  /** All answers are the first one's. */
  function expectOneAnswer(replies: Reply[], status: number): void {
    expect(statuses(replies)).toEqual({ [status]: 20 });
    for (const { body } of replies) expect(body).toEqual(replies[0]?.body);
  }

  race('order', async () => {
    const shopper = await given.shopper();
    const id = await given.product({ price: TOTAL });
    const body = cartOf([{ id, qty: 1 }], 105_000);
    expectOneAnswer(await sameKey({ by: shopper, path: '/api/placeorder/', body }), 201);
    expect(await shop().db.query('SELECT count_in_stock AS stock FROM products WHERE id = $1', [id])).toEqual([
      { stock: 9 },
    ]);
  });

  race('payment', async () => {
    const shopper = await given.shopper({ balance: 20 * TOTAL });
    const order = await given.order(shopper, { total: TOTAL });
    expectOneAnswer(await sameKey(walletPayment(shopper, order)), 200);
    expect(await shopper.balance()).toBe(19 * TOTAL);
  });

  race('deposit', async () => {
    const shopper = await given.shopper();
    expectOneAnswer(await sameKey({ by: shopper, path: '/api/paybox/deposit/', body: { amount: TOTAL } }), 200);
    expect((await shopper.get('/api/paybox/transactions/')).body).toHaveLength(1);
  });

  race('refund request', async () => {
    const shopper = await given.shopper({ balance: TOTAL });
    const { id } = await given.paidOrder(shopper, { total: TOTAL });
    const body = { order_id: id, reason: 'Chật' };
    expectOneAnswer(await sameKey({ by: shopper, path: '/api/paybox/refund-request/', body }), 201);
    expect((await shopper.get('/api/paybox/refund-requests/')).body).toHaveLength(1);
  });
});
