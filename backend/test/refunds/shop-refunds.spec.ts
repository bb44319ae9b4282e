import { Dashboard } from '../../src/contract/administration/dashboard.js';
import { AdminOrder, Order } from '../../src/contract/orders/orders.js';
import { Placed } from '../../src/contract/orders/placing.js';
import { WalletTransaction } from '../../src/contract/money/paybox.js';
import { TEXTS } from '../../src/contract/rules.js';
import { answer, openShop, shop } from '../support/client.js';
import { cartOf, given, type Shopper } from '../support/given.js';
import { expectSoundLedger } from '../support/ledger.js';
import { paidByCard, provider, sendChargebackEvent } from '../support/payments/chargebacks.js';
import { bookingsOf, offerAll } from '../support/payments/payment-methods.js';
import { stockOfOrder } from '../support/stock.js';
import { expectUnchanged } from '../support/unchanged.js';

openShop({ RATE_LIMIT: 'off' });
expectSoundLedger();

const REASON = 'Chiếc áo cuối cùng bị lỗi, cửa hàng không thể giao';

let admin: Shopper;
beforeAll(async () => {
  admin = await given.admin();
});

const refund = ({ id }: { id: number }, reason: unknown = REASON, by = admin) =>
  by.post(`/api/admin/orders/${id}/refund/`, { reason });
const request = (shopper: Shopper, { id }: { id: number }) =>
  shopper.post('/api/paybox/refund-request/', { order_id: id, reason: 'Áo bị chật' });
const decide = ({ id }: { id: number }, action: 'approve' | 'reject' | 'delete') =>
  admin[action === 'approve' ? 'post' : 'delete'](`/api/admin/paybox/refund/${id}/${action}/`);
const deliver = ({ id }: { id: number }) => admin.patch(`/api/orders/${id}/`, { isDelivered: true });
const PARCEL = { carrier: 'ghn', tracking_code: 'GAX4KD7B' };

const soldOf = async (product: number): Promise<number | undefined> => {
  const rows: { sold: number }[] = await shop().db.query(
    'SELECT total_sold AS sold FROM product_sales WHERE product_id = $1',
    [product],
  );
  return rows[0]?.sold;
};

/** A shopper who has paid 100,000 for an order, and has 5,000 left. */
async function buyer() {
  const shopper = await given.shopper({ balance: 105_000 });
  return { shopper, order: await given.paidOrder(shopper) };
}

/** The shop refuses the refund with this sentence, and nothing changes. */
async function expectRefused(order: { id: number }, sentence: string | RegExp): Promise<void> {
  const reply = await expectUnchanged(() => refund(order));
  expect(reply.status).toBe(409);
  expect(reply.body.error).toMatch(sentence);
}

describe('a refund that the shop begins', () => {
  test('credits the total to the buyer’s wallet, returns undelivered goods to stock, and tells the reason', async () => {
    const { shopper, order } = await buyer();
    const expected = {
      id: order.id,
      status: 'refunded',
      isPaid: true,
      isRefunded: true,
      refundedToWallet: 100_000,
      leftToRefund: 0,
      refund_reason: REASON,
      refund_request: null,
    };
    expect(answer(await refund(order, `  ${REASON}\n`), Order)).toMatchObject(expected);
    expect(await shopper.order(order.id)).toMatchObject(expected);
    expect(answer(await shopper.get('/api/orders/'), Order.array())).toMatchObject([expected]);
    expect(await shopper.balance()).toBe(105_000);
    expect([await stockOfOrder(order.id), await soldOf(order.product)]).toEqual([10, 0]);
    const [line] = answer(await shopper.get('/api/paybox/transactions/'), WalletTransaction.array());
    expect(line).toMatchObject({
      transaction_type: 'REFUND',
      amount: 100_000,
      balance_after: 105_000,
      description: `Hoàn tiền đơn hàng #${order.id}`,
    });
  });

  test('is an event of the order with its administrator and reason', async () => {
    const { order } = await buyer();
    await refund(order);
    const { events } = answer(await admin.get(`/api/admin/orders/${order.id}/`), AdminOrder);
    expect(events.at(-1)).toMatchObject({
      transition: 'approve_refund',
      statusBefore: 'paid',
      statusAfter: 'refunded',
      actor: { is: 'admin', username: admin.username },
      reason: REASON,
    });
  });

  test('is in the audit log with amount and reason', async () => {
    const { order } = await buyer();
    await refund(order);
    expect(await admin.audit(`subject=refund&subject_id=${order.id}`)).toMatchObject([
      {
        actor: { id: admin.id, username: admin.username },
        action: 'approve',
        subject_name: `Hoàn tiền đơn hàng #${order.id}`,
        before: { status: 'paid' },
        after: { status: 'refunded', amount: 100_000, reason: REASON },
      },
    ]);
  });

  test('leaves delivered goods with the buyer', async () => {
    const { shopper, order } = await buyer();
    await deliver(order);
    expect(answer(await refund(order), Order)).toMatchObject({ status: 'refunded', isDelivered: true });
    expect(await shopper.balance()).toBe(105_000);
    expect([await stockOfOrder(order.id), await soldOf(order.product)]).toEqual([9, 0]);
  });

  test('returns goods on their way to stock when their parcel is taken back', async () => {
    const { order } = await buyer();
    expect((await admin.put(`/api/admin/orders/${order.id}/parcel/`, PARCEL)).status).toBe(200);
    expect((await refund(order)).status).toBe(200);
    expect(await stockOfOrder(order.id)).toBe(9);
    expect((await admin.delete(`/api/admin/orders/${order.id}/parcel/`)).status).toBe(200);
    expect(await stockOfOrder(order.id)).toBe(10);
  });

  test('returns the pieces of a variant to its stock', async () => {
    const shopper = await given.shopper({ balance: 210_000 });
    const { product, variant } = await given.variant();
    const cart = cartOf([{ id: product, variant_id: variant, qty: 2 }], 210_000);
    const order = answer(await shopper.post('/api/placeorder/', cart), Placed, 201);
    await shopper.post('/api/paybox/payment/', { order_id: order.id });
    expect(await stockOfOrder(order.id)).toBe(8);
    expect((await refund(order)).status).toBe(200);
    expect([await stockOfOrder(order.id), await soldOf(product)]).toEqual([10, 0]);
    expect(await shopper.balance()).toBe(210_000);
  });

  test('pays what the buyer paid, not the discount, and leaves the coupon used', async () => {
    const shopper = await given.shopper({ balance: 85_000 });
    const product = await given.product({ price: 100_000 });
    const { code } = await given.coupon({ perUserLimit: 1 });
    const cart = cartOf([{ id: product, qty: 1 }], 85_000, { coupon_code: code });
    const order = answer(await shopper.post('/api/placeorder/', cart), Placed, 201);
    await shopper.post('/api/paybox/payment/', { order_id: order.id });
    expect((await refund(order)).status).toBe(200);
    expect(await shopper.balance()).toBe(85_000);
    expect((await shopper.post('/api/coupons/check/', { code, total_price: 1 })).status).toBe(400);
  });

  test('of an order that cost nothing moves no money', async () => {
    const shopper = await given.shopper();
    const product = await given.product({ price: 100_000 });
    const { code } = await given.coupon({ discountAmount: 500_000 });
    const cart = cartOf([{ id: product, qty: 1 }], 0, { coupon_code: code });
    const order = answer(await shopper.post('/api/placeorder/', cart), Placed, 201);
    expect(answer(await refund(order), Order)).toMatchObject({ status: 'refunded', refundedToWallet: 0 });
    expect([await stockOfOrder(order.id), await soldOf(product)]).toEqual([10, 0]);
    expect(answer(await shopper.get('/api/paybox/transactions/'), WalletTransaction.array())).toEqual([]);
  });

  test('unblocks the closing of the buyer’s account, which the undelivered order blocked', async () => {
    const shopper = await given.shopper({ balance: 100_000, password: 'mat-khau-cua-khach' });
    const order = await given.paidOrder(shopper);
    const blockers = async () => {
      const { body } = await shopper.post('/auth/users/me/close/', { current_password: 'mat-khau-cua-khach' });
      return (body as { reasons: { kind: string }[] }).reasons.map(({ kind }) => kind);
    };
    expect(await blockers()).toEqual(['undelivered']);
    await refund(order);
    expect(await blockers()).toEqual(['balance']);
  });

  test('is in the buyer’s data export', async () => {
    const { shopper, order } = await buyer();
    await refund(order);
    const { body } = await shopper.get('/auth/users/me/data/');
    expect(body).toMatchObject({ orders: [{ id: order.id, refund_reason: REASON, refund_request: null }] });
  });

  test('lowers the revenue of its day, like a refund that was requested', async () => {
    const revenue = async () => {
      const { period } = answer(await admin.get('/api/admin/dashboard/?days=1'), Dashboard);
      return period.totals.revenue;
    };
    const { order } = await buyer();
    const before = await revenue();
    await refund(order);
    expect(await revenue()).toBe(before - 100_000);
  });
});

describe('what was refunded to the card', () => {
  test('is not paid again: the wallet gets the rest', async () => {
    const { shopper, order, intent } = await paidByCard();
    await provider.refund(intent, 30_000);
    expect(await sendChargebackEvent(intent)).toBe(200);
    const expected = { status: 'refunded', refundedToCard: 30_000, refundedToWallet: 70_000, leftToRefund: 0 };
    expect(answer(await refund(order), Order)).toMatchObject(expected);
    expect(await shopper.balance()).toBe(70_000);
  });

  test('in full leaves nothing to refund', async () => {
    const { order, intent } = await paidByCard();
    await provider.refund(intent);
    expect(await sendChargebackEvent(intent)).toBe(200);
    await expectRefused(order, 'Đơn hàng đã được hoàn tiền.');
  });

  test('comes out of the wallet when the card is refunded afterwards', async () => {
    const { shopper, order, intent } = await paidByCard();
    expect((await refund(order)).status).toBe(200);
    await provider.refund(intent);
    expect(await sendChargebackEvent(intent)).toBe(200);
    expect(await shopper.balance()).toBe(0);
    expect(await shopper.order(order.id)).toMatchObject({ status: 'refunded', refund_reason: REASON });
  });

  test('is awaited: a disputed order is refused until the bank has decided', async () => {
    const { shopper, order, intent } = await paidByCard();
    const dispute = await provider.dispute(intent);
    expect(await sendChargebackEvent(intent)).toBe(200);
    await expectRefused(order, /^Chủ thẻ đang khiếu nại khoản thanh toán 100\.000 VND/);
    await provider.decide(dispute, 'winning');
    expect(await sendChargebackEvent(intent)).toBe(200);
    expect((await refund(order)).status).toBe(200);
    expect(await shopper.balance()).toBe(100_000);
  });

  test('a debt of the buyer is paid from it first', async () => {
    const { shopper, order, intent } = await paidByCard();
    const other = await paidByCard(shopper);
    await refund(other.order);
    const spent = await given.order(shopper);
    expect((await shopper.post('/api/paybox/payment/', { order_id: spent.id })).status).toBe(200);
    await provider.refund(other.intent);
    expect(await sendChargebackEvent(other.intent)).toBe(200);
    expect(await bookingsOf(other.order.id)).toContain('CARD_OWED receivables -> card_clearing 100000');
    expect((await refund(order)).status).toBe(200);
    expect(await shopper.balance()).toBe(0);
    expect(await shopper.order(order.id)).toMatchObject({ refundedToWallet: 100_000 });
    expect(intent).not.toBe(other.intent);
  });
});

describe('cash on delivery', () => {
  beforeAll(() => offerAll());

  test('is refunded to the wallet once it is recorded, and refused before', async () => {
    const shopper = await given.shopper();
    const order = { id: await given.placed(shopper, { paymentMethod: 'COD' }) };
    await expectRefused(order, 'Đơn hàng chưa được thanh toán.');
    await deliver(order);
    await expectRefused(order, 'Đơn hàng chưa được thanh toán.');
    expect((await admin.post(`/api/admin/orders/${order.id}/cash/`, { amount: 105_000 })).status).toBe(200);
    expect((await refund(order)).status).toBe(200);
    expect([await shopper.balance(), await stockOfOrder(order.id)]).toEqual([105_000, 9]);
    expect(await bookingsOf(order.id)).toEqual([
      'CASH_PAYMENT cash -> sales 105000',
      'REFUND refunds -> wallet 105000',
    ]);
  });
});

describe('an order', () => {
  test('that is unpaid, cancelled or refunded is refused', async () => {
    const { shopper, order: refunded } = await buyer();
    const [unpaid, cancelled] = [await given.order(shopper), await given.order(shopper)];
    await shopper.post(`/api/orders/${cancelled.id}/cancel/`);
    await refund(refunded);
    await expectRefused(unpaid, 'Đơn hàng chưa được thanh toán.');
    await expectRefused(cancelled, 'Đơn hàng đã bị hủy.');
    await expectRefused(refunded, 'Đơn hàng đã được hoàn tiền.');
  });

  test('whose request was approved is refused, also once the request is deleted', async () => {
    const { shopper, order } = await buyer();
    await request(shopper, order);
    await decide(order, 'approve');
    await expectRefused(order, 'Đơn hàng đã được hoàn tiền.');
    await decide(order, 'delete');
    await expectRefused(order, 'Đơn hàng đã được hoàn tiền.');
  });

  test('that waits for a decision is refused: the request is to be decided', async () => {
    const { shopper, order } = await buyer();
    await request(shopper, order);
    await expectRefused(order, 'Khách đang yêu cầu hoàn tiền cho đơn hàng này. Hãy duyệt hoặc từ chối yêu cầu đó.');
    expect((await decide(order, 'approve')).status).toBe(200);
    expect((await shopper.order(order.id)).refund_reason).toBeNull();
  });

  test('whose request was rejected by mistake can be refunded, and the request stays rejected', async () => {
    const { shopper, order } = await buyer();
    await request(shopper, order);
    await decide(order, 'reject');
    expect(answer(await refund(order), Order)).toMatchObject({
      status: 'refunded',
      refund_request: { isApproved: false, reason: 'Áo bị chật' },
      refund_reason: REASON,
    });
    expect(await shopper.balance()).toBe(105_000);
    expect((await decide(order, 'approve')).status).toBe(409);
    expect((await request(shopper, order)).status).toBe(409);
  });

  test('of a closed account is refused: there is no wallet that anybody can open', async () => {
    const shopper = await given.shopper({ balance: 100_000, password: 'mat-khau-cua-khach' });
    const order = await given.paidOrder(shopper);
    await deliver(order);
    const { status } = await shopper.post('/auth/users/me/close/', { current_password: 'mat-khau-cua-khach' });
    expect(status).toBe(204);
    await expectRefused(order, 'Khách đã đóng tài khoản, nên không còn ví để nhận tiền hoàn.');
  });
});

describe('refunding', () => {
  test.each([
    ['nothing', undefined],
    ['blanks', ' \n '],
    ['a number', 5],
    ['too many words', 'x'.repeat(1_001)],
  ])('needs a reason: %s answers 400', async (_what, reason) => {
    const { order } = await buyer();
    const reply = await expectUnchanged(() =>
      admin.post(`/api/admin/orders/${order.id}/refund/`, reason === undefined ? {} : { reason }),
    );
    expect(reply.status).toBe(400);
    expect(reply.body.reason).toContain(reply.body.error);
    if (typeof reason !== 'string' || reason.trim() === '') expect(reply.body.error).toBe(TEXTS.refundReason);
  });

  test('answers 404 without an order', async () => {
    for (const id of [0, 'abc', 2_000_000_000]) expect((await refund({ id: id as number })).status).toBe(404);
  });
});
