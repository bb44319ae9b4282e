import { atOnce, copies, giveStart, hold, race, type Call } from '../../support/barrier.js';
import { sendsNoEvents } from '../../support/payments/card.js';
import {
  deposited,
  movedFor,
  paidByCard,
  provider,
  chargebackCalls,
  type Charged,
} from '../../support/payments/chargebacks.js';
import { openShop, shop } from '../../support/client.js';
import { given, statuses, type Shopper } from '../../support/given.js';
import { expectSoundLedger } from '../../support/ledger.js';

openShop();
sendsNoEvents();
expectSoundLedger();

const COUNT = 10;
const TOTAL = 100_000;

let admin: Shopper;
beforeAll(async () => {
  admin = await given.admin();
});

const goodsOf = ({ order }: Charged): Promise<unknown> =>
  shop().db.query(
    'SELECT count_in_stock AS stock, total_sold AS sold FROM products JOIN product_sales ON product_id = id WHERE id = $1',
    [order.product],
  );
/** Many look at the same charge; an answer that another has overtaken is asked for again. */
const expectTaken = (replies: { status: number }[]) => expect(statuses(replies)).toEqual({ 200: replies.length });

describe('a chargeback', () => {
  race('is booked once for many concurrent events', async () => {
    const charged = await paidByCard();
    await provider.refund(charged.intent, 40_000);
    await provider.refund(charged.intent, 60_000);
    expectTaken(await atOnce(chargebackCalls(charged.intent, 2 * COUNT)));
    expect(await movedFor(charged.intent)).toEqual({ CARD_REFUND: TOTAL });
    expect(await goodsOf(charged)).toEqual([{ stock: 10, sold: 0 }]);
  });

  race('and the approval of a refund request return the money once', async (round) => {
    const charged = await paidByCard();
    const { id } = charged.order;
    await charged.shopper.post('/api/paybox/refund-request/', { order_id: id, reason: 'Chật' });
    await provider.refund(charged.intent);
    const approve = await hold(copies(COUNT, { by: admin, path: `/api/admin/paybox/refund/${id}/approve/` }));
    const events = await hold(chargebackCalls(charged.intent, COUNT));
    // The event takes a call more than the approval: whoever is to lose begins a little later.
    const [approvals, replies] = await Promise.all([giveStart(round % 2 ? 0 : 40 * round).then(approve), events()]);
    expectTaken(replies);
    const isApproved = approvals.some(({ status }) => status === 200);
    expect(statuses(approvals)).toEqual(isApproved ? { 200: 1, 409: COUNT - 1 } : { 409: COUNT });
    // What went to the wallet first comes from there again.
    expect(await movedFor(charged.intent)).toEqual(isApproved ? { CARD_DEBIT: TOTAL } : { CARD_REFUND: TOTAL });
    expect(await charged.shopper.balance()).toBe(0);
    expect(await goodsOf(charged)).toEqual([{ stock: 10, sold: 0 }]);
  });

  race('or a dispute is not refunded to the wallet too, whichever comes first', async (round) => {
    const charged = await paidByCard();
    const { id } = charged.order;
    await charged.shopper.post('/api/paybox/refund-request/', { order_id: id, reason: 'Chật' });
    const dispute = await provider.dispute(charged.intent);
    const approve = await hold(copies(COUNT, { by: admin, path: `/api/admin/paybox/refund/${id}/approve/` }));
    const events = await hold(chargebackCalls(charged.intent, COUNT));
    const [approvals, replies] = await Promise.all([giveStart(round % 2 ? 0 : 40 * round).then(approve), events()]);
    expectTaken(replies);
    const isApproved = approvals.some(({ status }) => status === 200);
    expect(statuses(approvals)).toEqual(isApproved ? { 200: 1, 409: COUNT - 1 } : { 409: COUNT });
    expect(await movedFor(charged.intent)).toEqual({ DISPUTE: TOTAL });
    expect(await charged.shopper.balance()).toBe(isApproved ? TOTAL : 0);
    await provider.concede(dispute);
    expectTaken(await atOnce(chargebackCalls(charged.intent, 2)));
    // The buyer has it once: what the wallet got first is taken from there again.
    expect(await movedFor(charged.intent)).toEqual({
      DISPUTE: TOTAL,
      [isApproved ? 'CARD_DEBIT' : 'CARD_REFUND']: TOTAL,
    });
    expect(await charged.shopper.balance()).toBe(0);
    expect(await goodsOf(charged)).toEqual([{ stock: 10, sold: 0 }]);
  });

  race('and a delivery leave the goods in one place', async () => {
    const charged = await paidByCard();
    await provider.refund(charged.intent);
    const deliver: Call = {
      by: admin,
      method: 'PATCH',
      path: `/api/orders/${charged.order.id}/`,
      body: { isDelivered: true },
    };
    const replies = await atOnce([...copies(COUNT, deliver), ...chargebackCalls(charged.intent, COUNT)]);
    const wasDelivered = replies.slice(0, COUNT).some(({ status }) => status === 200);
    expectTaken(replies.slice(COUNT));
    expect(await goodsOf(charged)).toEqual([{ stock: wasDelivered ? 9 : 10, sold: 0 }]);
  });

  race('of goods on their way: they return once, or are delivered, never both', async (round) => {
    const charged = await paidByCard();
    const path = `/api/admin/orders/${charged.order.id}/parcel/`;
    const body = { carrier: 'ghn', tracking_code: 'GAX4KD7B' };
    expect((await admin.put(path, body)).status).toBe(200);
    await provider.refund(charged.intent);
    const takeBack: Call = { by: admin, method: 'DELETE', path };
    const deliver: Call = {
      by: admin,
      method: 'PATCH',
      path: `/api/orders/${charged.order.id}/`,
      body: { isDelivered: true },
    };
    const calls = [deliver, takeBack].flatMap((call) => copies(COUNT, call));
    const events = chargebackCalls(charged.intent, COUNT);
    const replies = await atOnce([...events, ...(round % 2 ? calls : calls.toReversed())]);
    expectTaken(replies.slice(0, COUNT));
    const [order]: { is_sent: boolean; is_delivered: boolean }[] = await shop().db.query(
      'SELECT sent_at IS NOT NULL AS is_sent, delivered_at IS NOT NULL AS is_delivered FROM orders WHERE id = $1',
      [charged.order.id],
    );
    // Taken back before the refund it may be delivered too, while it was still paid.
    const areOut = order!.is_sent || order!.is_delivered;
    expect(await goodsOf(charged)).toEqual([{ stock: areOut ? 9 : 10, sold: 0 }]);
  });

  race('and a payment from the wallet: the missing amount becomes a debt', async () => {
    const { shopper, intent } = await deposited();
    const order = await given.order(shopper, { total: 30_000 });
    await provider.refund(intent);
    const pay: Call = { by: shopper, path: '/api/paybox/payment/', body: { order_id: order.id } };
    const replies = await atOnce([...copies(COUNT, pay), ...chargebackCalls(intent, COUNT)]);
    const isPaid = replies.slice(0, COUNT).some(({ status }) => status === 200);
    expectTaken(replies.slice(COUNT));
    const moved = isPaid ? { CARD_DEBIT: 20_000, CARD_OWED: 30_000 } : { CARD_DEBIT: 50_000 };
    expect(await movedFor(intent)).toEqual(moved);
    expect(await shopper.balance()).toBe(0);
  });

  race('that is reversed meanwhile: the last status counts', async () => {
    const charged = await paidByCard();
    const refund = await provider.refund(charged.intent);
    const sendEvents = await hold(chargebackCalls(charged.intent, COUNT));
    const [replies] = await Promise.all([sendEvents(), provider.failRefund(refund)]);
    expectTaken(replies);
    expectTaken(await atOnce(chargebackCalls(charged.intent, COUNT)));
    const wasGone = Object.keys(await movedFor(charged.intent)).length > 0;
    expect(await movedFor(charged.intent)).toEqual(wasGone ? { CARD_REFUND: TOTAL, CARD_CREDIT: TOTAL } : {});
    expect(await charged.shopper.balance()).toBe(wasGone ? TOTAL : 0);
  });

  race('by a dispute that is lost while it is reported', async () => {
    const charged = await paidByCard();
    const dispute = await provider.dispute(charged.intent);
    const sendEvents = await hold(chargebackCalls(charged.intent, COUNT));
    const [replies] = await Promise.all([sendEvents(), provider.concede(dispute)]);
    expectTaken(replies);
    expectTaken(await atOnce(chargebackCalls(charged.intent, 2)));
    expect(await movedFor(charged.intent)).toEqual({ DISPUTE: TOTAL, CARD_REFUND: TOTAL });
  });
});
