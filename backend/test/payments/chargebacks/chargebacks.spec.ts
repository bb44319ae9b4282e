import { Logger } from '@nestjs/common';
import { Detail, pageSchema } from '../../../src/contract/common.js';
import { Dashboard } from '../../../src/contract/administration/dashboard.js';
import { AdminOrder, Order } from '../../../src/contract/orders/orders.js';
import { AdminWallet, WalletTotals, WalletTransaction } from '../../../src/contract/money/paybox.js';
import { RefundRequest } from '../../../src/contract/money/refunds.js';
import { TEXTS } from '../../../src/contract/rules.js';
import { StripeCardProvider } from '../../../src/payments/provider/stripe-card-provider.js';
import { stageOf } from '../../../src/payments/provider/stripe-objects.js';
import type { ProviderChargeback } from '../../../src/payments/provider/card-provider.js';
import { cardProvider, confirmCard, intentIdOf, sendsNoEvents } from '../../support/payments/card.js';
import {
  deposited,
  paidByCard,
  paidTooLate,
  provider,
  sendChargebackEvent,
  type Charged,
} from '../../support/payments/chargebacks.js';
import { answer, openShop, shop } from '../../support/client.js';
import { given, type Shopper } from '../../support/given.js';
import { expectSoundLedger } from '../../support/ledger.js';
import { expectUnchanged } from '../../support/unchanged.js';

openShop();
sendsNoEvents();
expectSoundLedger();

let admin: Shopper;
beforeAll(async () => {
  admin = await given.admin();
});

const readOrder = ({ shopper, order }: Charged) => shopper.order(order.id);
const kinds = async (intent: string): Promise<string[]> => {
  const rows: { line: string }[] = await shop().db.query(
    `SELECT t.kind || ' ' || t.amount AS line FROM transfers t JOIN chargebacks r ON r.id = t.chargeback_id
     WHERE r.payment_intent_id = $1 ORDER BY t.id`,
    [intent],
  );
  return rows.map(({ line }) => line);
};
const stock = async (product: number) => {
  const [row]: { stock: number; sold: number }[] = await shop().db.query(
    'SELECT count_in_stock AS stock, total_sold AS sold FROM products JOIN product_sales ON product_id = id WHERE id = $1',
    [product],
  );
  return row;
};
const owed = async ({ username }: Shopper) => {
  const search = encodeURIComponent(username);
  const page = await admin.get(`/api/admin/paybox/wallets/?page=1&search=${search}`);
  const totals = answer(await admin.get(`/api/admin/paybox/wallets/totals/?search=${search}`), WalletTotals);
  const [wallet] = answer(page, pageSchema(AdminWallet)).results;
  expect(totals.owed).toBe(wallet?.owed);
  return totals.owed;
};
const log = async (id: number) =>
  answer(await admin.get(`/api/admin/orders/${id}/`), AdminOrder).events.map(
    ({ transition, statusAfter, actor }) => `${transition} ${statusAfter} ${actor.is}`,
  );
const revenue = async () => answer(await admin.get('/api/admin/dashboard/?days=1'), Dashboard).period.totals.revenue;

/** Sends two events of each type; the second must change nothing. */
async function tellAll(intent: string): Promise<void> {
  for (const type of ['charge.refunded', 'refund.created', 'charge.dispute.created', 'refund.failed']) {
    expect(await sendChargebackEvent(intent, type)).toBe(200);
    expect(await sendChargebackEvent(intent, type)).toBe(200);
  }
}

describe('refunds made at the provider', () => {
  test('a refund of the whole charge refunds the order once, however often it is reported', async () => {
    const charged = await paidByCard();
    const before = await revenue();
    await provider.refund(charged.intent);
    await tellAll(charged.intent);
    expect(await kinds(charged.intent)).toEqual(['CARD_REFUND 100000']);
    expect(await readOrder(charged)).toMatchObject({
      status: 'refunded',
      isRefunded: true,
      notice: expect.stringContaining('hoàn về thẻ'),
    });
    expect(await stock(charged.order.product)).toEqual({ stock: 10, sold: 0 });
    expect(await charged.shopper.balance()).toBe(0);
    expect(await log(charged.order.id)).toEqual([
      'place unpaid buyer',
      'pay paid provider',
      'card_refund refunded provider',
    ]);
    expect(await revenue()).toBe(before - 100_000);
    const { transfers } = answer(await admin.get(`/api/admin/orders/${charged.order.id}/`), AdminOrder);
    expect(transfers.map(({ kind }) => kind)).toEqual(['CARD_PAYMENT', 'CARD_REFUND']);
    // The charge paid the order, even though its money was refunded.
    const response = await charged.shopper.post(`/api/orders/${charged.order.id}/pay/`, {
      payment_intent: charged.intent,
    });
    expect(answer(response, Detail).detail).toBe(TEXTS.paid);
  });

  test('an order refunded in parts stays paid until its whole total is refunded', async () => {
    const charged = await paidByCard();
    const before = await revenue();
    await provider.refund(charged.intent, 30_000);
    expect(await sendChargebackEvent(charged.intent)).toBe(200);
    expect(await readOrder(charged)).toMatchObject({ status: 'paid', notice: expect.stringContaining('30.000 VND') });
    expect(await stock(charged.order.product)).toEqual({ stock: 9, sold: 1 });
    expect(await revenue()).toBe(before - 30_000);
    await provider.refund(charged.intent, 50_000);
    await provider.refund(charged.intent);
    await tellAll(charged.intent);
    expect((await kinds(charged.intent)).toSorted()).toEqual([
      'CARD_REFUND 20000',
      'CARD_REFUND 30000',
      'CARD_REFUND 50000',
    ]);
    expect(await readOrder(charged)).toMatchObject({ status: 'refunded' });
    expect(await stock(charged.order.product)).toEqual({ stock: 10, sold: 0 });
    expect(await revenue()).toBe(before - 100_000);
  });

  test('a refund of a delivered order returns no goods to stock', async () => {
    const charged = await paidByCard();
    expect((await admin.patch(`/api/orders/${charged.order.id}/`, { isDelivered: true })).status).toBe(200);
    await provider.refund(charged.intent);
    await tellAll(charged.intent);
    expect(await readOrder(charged)).toMatchObject({ status: 'refunded', isDelivered: true });
    expect(await stock(charged.order.product)).toEqual({ stock: 9, sold: 0 });
  });

  test('a refunded order still counts as a use of its coupon', async () => {
    const shopper = await given.shopper();
    const { id: coupon } = await given.coupon({ code: 'GIAM-THE' });
    const id = await given.placed(shopper, { price: 100_000, coupon_code: 'GIAM-THE', discount: 20_000 });
    const { body } = await shopper.post('/api/stripe-payment/', { order: id });
    const { clientSecret } = body as { clientSecret: string };
    await confirmCard(clientSecret);
    await provider.refund(intentIdOf(clientSecret));
    await tellAll(intentIdOf(clientSecret));
    expect((await shopper.order(id)).status).toBe('refunded');
    expect(await shop().db.query('SELECT order_id FROM coupon_uses WHERE coupon_id = $1', [coupon])).toHaveLength(1);
  });

  test('a refund reported before its charge books the charge first', async () => {
    const shopper = await given.shopper();
    const order = await given.order(shopper);
    const { body } = await shopper.post('/api/stripe-payment/', { order: order.id });
    const { clientSecret } = body as { clientSecret: string };
    const intent = intentIdOf(clientSecret);
    await confirmCard(clientSecret);
    await provider.refund(intent);
    await tellAll(intent);
    expect(await readOrder({ shopper, order, intent })).toMatchObject({ status: 'refunded', isPaid: true });
    // The page confirms late.
    expect((await shopper.post(`/api/orders/${order.id}/pay/`, { payment_intent: intent })).status).toBe(200);
    expect(await kinds(intent)).toEqual(['CARD_REFUND 100000']);
  });

  test('a full refund approves the pending refund request, and no second request is possible', async () => {
    const charged = await paidByCard();
    const { id } = charged.order;
    await charged.shopper.post('/api/paybox/refund-request/', { order_id: id, reason: 'Chật' });
    await provider.refund(charged.intent);
    await tellAll(charged.intent);
    expect((await readOrder(charged)).refund_request).toMatchObject({ isApproved: true });
    expect((await admin.post(`/api/admin/paybox/refund/${id}/approve/`)).status).toBe(409);
    const other = await paidByCard();
    await provider.refund(other.intent);
    await tellAll(other.intent);
    const refundRequest = { order_id: other.order.id, reason: 'Chật' };
    expect((await other.shopper.post('/api/paybox/refund-request/', refundRequest)).status).toBe(409);
  });

  test('after a partial refund, a refund request pays the rest', async () => {
    const charged = await paidByCard();
    const { id } = charged.order;
    await provider.refund(charged.intent, 30_000);
    await tellAll(charged.intent);
    const request = await charged.shopper.post('/api/paybox/refund-request/', { order_id: id, reason: 'Chật' });
    const sent = { parcel: null, isDelivered: false };
    const order = { id, totalPrice: 100_000, refundedToCard: 30_000, disputes: [], ...sent };
    expect(answer(request, RefundRequest, 201).order).toEqual({ ...order, leftToRefund: 70_000 });
    const approved = answer(await admin.post(`/api/admin/paybox/refund/${id}/approve/`), RefundRequest);
    expect(approved.order).toEqual({ ...order, leftToRefund: 0 });
    expect(await charged.shopper.balance()).toBe(70_000);
    const expected = { status: 'refunded', refundedToCard: 30_000, refundedToWallet: 70_000, leftToRefund: 0 };
    expect(await readOrder(charged)).toMatchObject(expected);
    expect(answer(await charged.shopper.get('/api/orders/'), Order.array())).toMatchObject([expected]);
  });

  test('an order already refunded to the wallet and refunded again by card is debited from the wallet', async () => {
    const charged = await paidByCard();
    const { id } = charged.order;
    await charged.shopper.post('/api/paybox/refund-request/', { order_id: id, reason: 'Chật' });
    expect((await admin.post(`/api/admin/paybox/refund/${id}/approve/`)).status).toBe(200);
    await provider.refund(charged.intent);
    await tellAll(charged.intent);
    expect(await kinds(charged.intent)).toEqual(['CARD_DEBIT 100000']);
    expect(await charged.shopper.balance()).toBe(0);
    expect(await readOrder(charged)).toMatchObject({
      status: 'refunded',
      notice: expect.stringContaining('trừ lại từ ví'),
    });
  });

  test('a refund that was spent already becomes a named debt, and its failure pays that debt', async () => {
    const charged = await paidByCard();
    const { id } = charged.order;
    await charged.shopper.post('/api/paybox/refund-request/', { order_id: id, reason: 'Chật' });
    expect((await admin.post(`/api/admin/paybox/refund/${id}/approve/`)).status).toBe(200);
    const other = await given.order(charged.shopper, { total: 100_000 });
    expect((await charged.shopper.post('/api/paybox/payment/', { order_id: other.id })).status).toBe(200);
    const refund = await provider.refund(charged.intent);
    await tellAll(charged.intent);
    expect(await kinds(charged.intent)).toEqual(['CARD_OWED 100000']);
    const { notice: taken } = await readOrder(charged);
    expect(taken).toContain('nên bạn còn nợ cửa hàng khoản chênh lệch 100.000 VND.');
    expect(taken).not.toContain('ví');
    await provider.failRefund(refund);
    await tellAll(charged.intent);
    expect(await kinds(charged.intent)).toEqual(['CARD_OWED 100000', 'CARD_SETTLED 100000']);
    const notice = 'Khoản 100.000 VND không hoàn được về thẻ, nên đã được trừ vào khoản bạn còn nợ.';
    expect(await readOrder(charged)).toMatchObject({ notice });
  });

  test('a refund of a charge that came after the cancellation is debited from the wallet, and the order stays cancelled', async () => {
    const charged = await paidTooLate();
    await provider.refund(charged.intent, 60_000);
    await tellAll(charged.intent);
    expect(await kinds(charged.intent)).toEqual(['CARD_DEBIT 60000']);
    expect(await charged.shopper.balance()).toBe(40_000);
    expect(await readOrder(charged)).toMatchObject({ status: 'cancelled' });
  });

  test('a refunded deposit is debited from the wallet, and what the wallet lacks becomes a debt', async () => {
    const { shopper, intent } = await deposited();
    const order = await given.order(shopper, { total: 35_000 });
    expect((await shopper.post('/api/paybox/payment/', { order_id: order.id })).status).toBe(200);
    await provider.refund(intent);
    await tellAll(intent);
    expect(await kinds(intent)).toEqual(['CARD_DEBIT 15000', 'CARD_OWED 35000']);
    expect(await shopper.balance()).toBe(0);
    expect(await owed(shopper)).toBe(35_000);
    const lines = answer(await shopper.get('/api/paybox/transactions/'), WalletTransaction.array());
    expect(lines[0]).toMatchObject({ transaction_type: 'TRANSFER', amount: 15_000, balance_after: 0 });
  });

  test('a failed refund of a deposit pays the debt first, and the rest goes to the wallet', async () => {
    const { shopper, intent } = await deposited();
    const order = await given.order(shopper, { total: 35_000 });
    await shopper.post('/api/paybox/payment/', { order_id: order.id });
    const refund = await provider.refund(intent);
    await tellAll(intent);
    await provider.failRefund(refund);
    await tellAll(intent);
    expect(await kinds(intent)).toEqual([
      'CARD_DEBIT 15000',
      'CARD_OWED 35000',
      'CARD_SETTLED 35000',
      'CARD_CREDIT 15000',
    ]);
    expect(await shopper.balance()).toBe(15_000);
    expect(await owed(shopper)).toBe(0);
  });

  test('a failed refund of an order goes to the buyer’s wallet; one that never succeeded changes nothing', async () => {
    const [late, early] = [await paidByCard(), await paidByCard()];
    const refund = await provider.refund(late.intent);
    await tellAll(late.intent);
    await provider.failRefund(refund);
    await tellAll(late.intent);
    expect(await kinds(late.intent)).toEqual(['CARD_REFUND 100000', 'CARD_CREDIT 100000']);
    expect(await late.shopper.balance()).toBe(100_000);
    expect(await readOrder(late)).toMatchObject({
      status: 'refunded',
      refundedToCard: 0,
      refundedToWallet: 100_000,
      notice: expect.stringContaining('ví Paybox'),
    });
    await provider.failRefund(await provider.refund(early.intent));
    await tellAll(early.intent);
    expect(await kinds(early.intent)).toEqual([]);
    expect(await readOrder(early)).toMatchObject({ status: 'paid', leftToRefund: 100_000, notice: null });
  });

  test('a failed refund for an account that was closed meanwhile is logged, for somebody to return it', async () => {
    const charged = await paidByCard(await given.shopper({ password: 'mat-khau-1' }));
    const refund = await provider.refund(charged.intent);
    await tellAll(charged.intent);
    const closing = await charged.shopper.post('/auth/users/me/close/', { current_password: 'mat-khau-1' });
    expect(closing.status).toBe(204);
    await provider.failRefund(refund);
    const logged = jest.spyOn(Logger.prototype, 'error').mockReturnValue();
    await tellAll(charged.intent);
    const lines = logged.mock.calls.filter(([, line]) => String(line).includes('closed account'));
    logged.mockRestore();
    expect(lines).toEqual([
      [
        expect.objectContaining({ id: charged.intent, userId: charged.shopper.id, amount: 100_000 }),
        expect.stringContaining('return it to its owner'),
      ],
    ]);
  });

  test('a failed partial refund goes to the wallet, and a refund request pays the rest', async () => {
    const charged = await paidByCard();
    const { id } = charged.order;
    const refund = await provider.refund(charged.intent, 30_000);
    await tellAll(charged.intent);
    await provider.failRefund(refund);
    await tellAll(charged.intent);
    const left = { refundedToCard: 0, refundedToWallet: 30_000, leftToRefund: 70_000 };
    expect(await readOrder(charged)).toMatchObject({ status: 'paid', ...left });
    const request = await charged.shopper.post('/api/paybox/refund-request/', { order_id: id, reason: 'Chật' });
    expect(answer(request, RefundRequest, 201).order).toMatchObject({ refundedToCard: 0, leftToRefund: 70_000 });
    expect((await admin.post(`/api/admin/paybox/refund/${id}/approve/`)).status).toBe(200);
    expect(await charged.shopper.balance()).toBe(100_000);
    const refunds = { refundedToCard: 0, refundedToWallet: 100_000, leftToRefund: 0 };
    expect(await readOrder(charged)).toMatchObject({ status: 'refunded', ...refunds });
  });
});

/** A dispute of all of a charge, or of some of it, that the shop loses, and wins by an appeal. */
async function loseThenWin({ intent }: Charged, amount?: number, between = () => Promise.resolve()): Promise<void> {
  const dispute = await provider.dispute(intent, amount);
  await provider.concede(dispute);
  await tellAll(intent);
  await between();
  await provider.decide(dispute, 'winning');
  await tellAll(intent);
}

describe('disputes', () => {
  test('a disputed amount is withheld until the dispute is won, and the order stays paid', async () => {
    const charged = await paidByCard();
    const dispute = await provider.dispute(charged.intent);
    await tellAll(charged.intent);
    expect(await readOrder(charged)).toMatchObject({ status: 'paid', notice: expect.stringContaining('khiếu nại') });
    await provider.decide(dispute, 'winning');
    await tellAll(charged.intent);
    expect(await kinds(charged.intent)).toEqual(['DISPUTE 100000', 'DISPUTE_WON 100000']);
    expect(await readOrder(charged)).toMatchObject({ status: 'paid', notice: expect.stringContaining('giữ nguyên') });
    expect(await log(charged.order.id)).toEqual([
      'place unpaid buyer',
      'pay paid provider',
      'card_dispute paid provider',
      'card_return paid provider',
    ]);
  });

  test('a lost dispute refunds the order, whether each step is reported or only the last', async () => {
    const [slow, sudden] = [await paidByCard(), await paidByCard()];
    const dispute = await provider.dispute(slow.intent);
    await tellAll(slow.intent);
    await provider.concede(dispute);
    await provider.concede(await provider.dispute(sudden.intent));
    for (const charged of [slow, sudden]) {
      await tellAll(charged.intent);
      expect(await kinds(charged.intent)).toEqual(['DISPUTE 100000', 'CARD_REFUND 100000']);
      expect(await readOrder(charged)).toMatchObject({
        status: 'refunded',
        notice: expect.stringContaining('khiếu nại'),
      });
      expect(await stock(charged.order.product)).toEqual({ stock: 10, sold: 0 });
    }
  });

  test('a successful appeal returns the money of delivered goods to the shop, and the order stays refunded', async () => {
    const before = await revenue();
    const charged = await paidByCard();
    expect((await admin.patch(`/api/orders/${charged.order.id}/`, { isDelivered: true })).status).toBe(200);
    await loseThenWin(charged);
    expect(await kinds(charged.intent)).toEqual(['DISPUTE 100000', 'CARD_REFUND 100000', 'CARD_REGAINED 100000']);
    expect(await charged.shopper.balance()).toBe(0);
    const given = { refundedToCard: 0, refundedToWallet: 0, leftToRefund: 0 };
    const notice = 'Ngân hàng đã trả lại cho cửa hàng khoản khiếu nại 100.000 VND.';
    expect(await readOrder(charged)).toMatchObject({ status: 'refunded', ...given, notice });
    expect(await revenue()).toBe(before + 100_000);
  });

  test('a successful appeal returns the money of goods that are on their way to the shop, and they stay out of stock', async () => {
    const charged = await paidByCard();
    const parcel = { carrier: 'ghn', tracking_code: 'GAX4KD7B' };
    expect((await admin.put(`/api/admin/orders/${charged.order.id}/parcel/`, parcel)).status).toBe(200);
    await loseThenWin(charged);
    expect(await kinds(charged.intent)).toEqual(['DISPUTE 100000', 'CARD_REFUND 100000', 'CARD_REGAINED 100000']);
    expect(await charged.shopper.balance()).toBe(0);
    expect(await stock(charged.order.product)).toEqual({ stock: 9, sold: 0 });
  });

  test('a refund to the card after a successful appeal gives back what the shop regained, not the buyer’s own money', async () => {
    const before = await revenue();
    const charged = await paidByCard();
    expect((await admin.patch(`/api/orders/${charged.order.id}/`, { isDelivered: true })).status).toBe(200);
    await loseThenWin(charged);
    await provider.refund(charged.intent, 40_000);
    await tellAll(charged.intent);
    expect((await kinds(charged.intent)).slice(3)).toEqual(['CARD_REFUND 40000']);
    expect(await readOrder(charged)).toMatchObject({ status: 'refunded', refundedToCard: 40_000, leftToRefund: 0 });
    await provider.refund(charged.intent);
    await tellAll(charged.intent);
    expect((await kinds(charged.intent)).slice(4)).toEqual(['CARD_REFUND 60000']);
    expect([await charged.shopper.balance(), await owed(charged.shopper)]).toEqual([0, 0]);
    expect(await stock(charged.order.product)).toEqual({ stock: 9, sold: 0 });
    expect(await revenue()).toBe(before);
  });

  test('a successful appeal credits the buyer when the goods went back to stock', async () => {
    const charged = await paidByCard();
    const before = await revenue();
    await loseThenWin(charged);
    expect(await revenue()).toBe(before - 100_000);
    expect(await kinds(charged.intent)).toEqual(['DISPUTE 100000', 'CARD_REFUND 100000', 'CARD_CREDIT 100000']);
    expect(await charged.shopper.balance()).toBe(100_000);
    expect(await stock(charged.order.product)).toEqual({ stock: 10, sold: 0 });
    const given = { refundedToCard: 0, refundedToWallet: 100_000, leftToRefund: 0 };
    const notice = expect.stringMatching(/ngân hàng trả lại sau khiếu nại, nên đã được chuyển vào ví Paybox/) as string;
    expect(await readOrder(charged)).toMatchObject({ status: 'refunded', ...given, notice });
  });

  test('a successful appeal about a part credits the shop while the order is active, and the buyer after it ended', async () => {
    const [goesOn, ended] = [await paidByCard(), await paidByCard()];
    await loseThenWin(goesOn, 30_000);
    expect(await kinds(goesOn.intent)).toEqual(['DISPUTE 30000', 'CARD_REFUND 30000', 'CARD_REGAINED 30000']);
    expect(await readOrder(goesOn)).toMatchObject({ status: 'paid', refundedToCard: 0, refundedToWallet: 0 });
    await loseThenWin(ended, 30_000, async () => {
      await ended.shopper.post('/api/paybox/refund-request/', { order_id: ended.order.id, reason: 'Chật' });
      expect((await admin.post(`/api/admin/paybox/refund/${ended.order.id}/approve/`)).status).toBe(200);
      expect(await ended.shopper.balance()).toBe(70_000);
    });
    expect(await kinds(ended.intent)).toEqual(['DISPUTE 30000', 'CARD_REFUND 30000', 'CARD_CREDIT 30000']);
    expect(await ended.shopper.balance()).toBe(100_000);
    expect(await readOrder(ended)).toMatchObject({ status: 'refunded', refundedToCard: 0, refundedToWallet: 100_000 });
  });

  test('a refund after a successful appeal about a part pays the whole total', async () => {
    const before = await revenue();
    const charged = await paidByCard();
    await loseThenWin(charged, 30_000);
    expect(await readOrder(charged)).toMatchObject({ status: 'paid', leftToRefund: 100_000 });
    expect(await revenue()).toBe(before + 100_000);
    await charged.shopper.post('/api/paybox/refund-request/', { order_id: charged.order.id, reason: 'Chật' });
    expect((await admin.post(`/api/admin/paybox/refund/${charged.order.id}/approve/`)).status).toBe(200);
    expect(await charged.shopper.balance()).toBe(100_000);
    const given = { refundedToCard: 0, refundedToWallet: 100_000, leftToRefund: 0 };
    expect(await readOrder(charged)).toMatchObject({ status: 'refunded', ...given });
    expect(await revenue()).toBe(before);
  });

  test('a successful appeal credits the buyer of delivered goods whose refund was approved', async () => {
    const charged = await paidByCard();
    expect((await admin.patch(`/api/orders/${charged.order.id}/`, { isDelivered: true })).status).toBe(200);
    await loseThenWin(charged, 30_000, async () => {
      await charged.shopper.post('/api/paybox/refund-request/', { order_id: charged.order.id, reason: 'Chật' });
      expect((await admin.post(`/api/admin/paybox/refund/${charged.order.id}/approve/`)).status).toBe(200);
    });
    expect(await charged.shopper.balance()).toBe(100_000);
    expect(await readOrder(charged)).toMatchObject({ refundedToCard: 0, refundedToWallet: 100_000, leftToRefund: 0 });
  });

  test('a successful appeal pays the buyer’s debt first', async () => {
    const { shopper, intent } = await deposited();
    const spent = await given.order(shopper, { total: 35_000 });
    expect((await shopper.post('/api/paybox/payment/', { order_id: spent.id })).status).toBe(200);
    await provider.refund(intent);
    await tellAll(intent);
    const charged = await paidByCard(shopper);
    await loseThenWin(charged);
    expect((await kinds(charged.intent)).slice(2)).toEqual(['CARD_SETTLED 35000', 'CARD_CREDIT 65000']);
    expect([await shopper.balance(), await owed(shopper)]).toEqual([65_000, 0]);
  });

  test('a disputed deposit is debited from the wallet only when the dispute is lost', async () => {
    const { shopper, intent } = await deposited();
    const dispute = await provider.dispute(intent, 40_000);
    await tellAll(intent);
    expect(await shopper.balance()).toBe(50_000);
    await provider.decide(dispute, 'losing');
    await tellAll(intent);
    expect(await kinds(intent)).toEqual(['DISPUTE 40000', 'CARD_DEBIT 40000']);
    expect(await shopper.balance()).toBe(10_000);
  });

  test('an inquiry moves no money until it becomes a dispute', async () => {
    const [asked, escalated] = [await paidByCard(), await paidByCard()];
    await provider.decide(await provider.inquiry(asked.intent), 'losing');
    const inquiry = await provider.inquiry(escalated.intent);
    for (const { intent } of [asked, escalated]) {
      await tellAll(intent);
      expect(await kinds(intent)).toEqual([]);
    }
    await provider.decide(inquiry, 'escalate_inquiry');
    await tellAll(escalated.intent);
    expect(await kinds(escalated.intent)).toEqual(['DISPUTE 100000']);
  });
});

describe('refund requests of an order with an open chargeback', () => {
  const ask = async ({ shopper, order }: Charged) =>
    expect((await shopper.post('/api/paybox/refund-request/', { order_id: order.id, reason: 'Chật' })).status).toBe(
      201,
    );
  const approve = ({ order }: Charged) => admin.post(`/api/admin/paybox/refund/${order.id}/approve/`);
  /** The administrator is told why, and nothing changes. */
  async function expectRefused(charged: Charged, why: RegExp): Promise<void> {
    const refused = await expectUnchanged(() => approve(charged));
    expect(refused.status).toBe(409);
    expect(refused.body.error).toMatch(why);
    expect(await charged.shopper.balance()).toBe(0);
    expect(await readOrder(charged)).toMatchObject({ status: 'refund_requested', disputes: [] });
  }
  const disputesIn = async ({ order }: Charged) => {
    const one = answer(await admin.get(`/api/admin/orders/${order.id}/`), AdminOrder);
    const list = answer(await admin.get(`/api/orders/?page=1&search=${order.id}`), pageSchema(Order)).results;
    const rows = answer(
      await admin.get(`/api/paybox/refund-requests/?page=1&search=${order.id}`),
      pageSchema(RefundRequest),
    );
    expect(list.find(({ id }) => id === order.id)?.disputes).toEqual(one.disputes);
    expect(rows.results.find((row) => row.order.id === order.id)?.order.disputes).toEqual(one.disputes);
    return one.disputes;
  };

  test('a refund request cannot be approved until the dispute is won', async () => {
    const charged = await paidByCard();
    await ask(charged);
    const dispute = await provider.dispute(charged.intent);
    await tellAll(charged.intent);
    await expectRefused(charged, /Chủ thẻ đang khiếu nại khoản thanh toán 100\.000 VND/);
    expect(await disputesIn(charged)).toEqual([
      {
        id: dispute,
        amount: 100_000,
        status: 'needs_response',
        isOpen: true,
        reason: 'fraudulent',
        dueBy: expect.stringMatching(/^2\d{3}-.*T.*Z$/) as string,
      },
    ]);
    await provider.decide(dispute, 'winning');
    await tellAll(charged.intent);
    expect(await disputesIn(charged)).toMatchObject([{ id: dispute, status: 'won', isOpen: false }]);
    expect((await approve(charged)).status).toBe(200);
    expect(await charged.shopper.balance()).toBe(100_000);
  });

  test('a lost dispute approves the refund request, which is not paid again', async () => {
    const charged = await paidByCard();
    await ask(charged);
    const dispute = await provider.dispute(charged.intent);
    await tellAll(charged.intent);
    await expectRefused(charged, /khiếu nại/);
    await provider.concede(dispute);
    await tellAll(charged.intent);
    expect((await expectUnchanged(() => approve(charged))).status).toBe(409);
    expect(await charged.shopper.balance()).toBe(0);
    const given = { refundedToCard: 100_000, refundedToWallet: 0, leftToRefund: 0 };
    expect(await readOrder(charged)).toMatchObject({ status: 'refunded', ...given });
  });

  test('a refund request pays what a partial dispute left', async () => {
    const charged = await paidByCard();
    await ask(charged);
    const dispute = await provider.dispute(charged.intent, 40_000);
    await tellAll(charged.intent);
    await expectRefused(charged, /40\.000 VND/);
    await provider.concede(dispute);
    await tellAll(charged.intent);
    expect(answer(await approve(charged), RefundRequest).order).toMatchObject({ refundedToCard: 40_000 });
    expect(await charged.shopper.balance()).toBe(60_000);
  });

  test('a refund request can be approved only after an inquiry has ended', async () => {
    const charged = await paidByCard();
    await ask(charged);
    const inquiry = await provider.inquiry(charged.intent);
    await tellAll(charged.intent);
    await expectRefused(charged, /khiếu nại/);
    expect(await disputesIn(charged)).toMatchObject([{ status: 'warning_needs_response', isOpen: true }]);
    await provider.decide(inquiry, 'losing');
    await tellAll(charged.intent);
    expect((await approve(charged)).status).toBe(200);
    expect(await charged.shopper.balance()).toBe(100_000);
  });

  test('a refund request can be rejected and deleted during a dispute', async () => {
    const charged = await paidByCard();
    await ask(charged);
    await provider.dispute(charged.intent);
    await tellAll(charged.intent);
    const path = `/api/admin/paybox/refund/${charged.order.id}`;
    expect((await admin.delete(`${path}/reject/`)).status).toBe(204);
    expect((await admin.delete(`${path}/delete/`)).status).toBe(204);
  });
});

describe('reports of the provider', () => {
  afterEach(() => jest.mocked(cardProvider().listChargebacks).mockRestore?.());
  const providerReports = (...reported: Partial<ProviderChargeback>[]) =>
    jest.spyOn(cardProvider(), 'listChargebacks').mockResolvedValue(
      reported.map(({ kind = 'refund', status = 'succeeded', ...chargeback }) => ({
        ...{ id: 're_said', kind, amount: 1_000, currency: 'vnd', reason: null, dueBy: null },
        ...{ status, stage: stageOf(kind, status) },
        ...chargeback,
      })),
    );

  test.each<[string, Partial<ProviderChargeback>]>([
    ['is pending', { status: 'pending' }],
    ['exceeds the charge', { amount: 100_001 }],
    ['is in another currency', { currency: 'usd' }],
    ['has an unknown status', { status: 'on the moon' }],
  ])('a report that %s moves no money, and no refund is approved meanwhile', async (what, reported) => {
    const charged = await paidByCard();
    const { id } = charged.order;
    providerReports({ ...reported, id: `re_that_${what}` });
    await tellAll(charged.intent);
    expect(await kinds(charged.intent)).toEqual([]);
    expect(await readOrder(charged)).toMatchObject({ status: 'paid', notice: null });
    await charged.shopper.post('/api/paybox/refund-request/', { order_id: id, reason: 'Chật' });
    const refused = await expectUnchanged(() => admin.post(`/api/admin/paybox/refund/${id}/approve/`));
    expect(refused.status).toBe(409);
  });

  test('a dispute in another currency blocks a refund until the bank decides for the shop', async () => {
    const charged = await paidByCard();
    const { id } = charged.order;
    const dispute = { id: 'dp_in_usd', kind: 'dispute', amount: 400, currency: 'usd' } as const;
    await charged.shopper.post('/api/paybox/refund-request/', { order_id: id, reason: 'Chật' });
    const approve = () => admin.post(`/api/admin/paybox/refund/${id}/approve/`);
    providerReports({ ...dispute, status: 'needs_response' });
    await tellAll(charged.intent);
    expect((await expectUnchanged(approve)).status).toBe(409);
    providerReports({ ...dispute, status: 'won' });
    await tellAll(charged.intent);
    expect((await approve()).status).toBe(200);
    expect(await charged.shopper.balance()).toBe(100_000);
  });

  test('a status that an earlier release did not know is booked when this one reads it again', async () => {
    const charged = await paidByCard();
    providerReports({ id: 'dp_unknown', kind: 'dispute', amount: 100_000, status: 'on the moon' });
    await tellAll(charged.intent);
    await shop().db.query(`UPDATE chargebacks SET status = 'needs_response' WHERE id = 'dp_unknown'`);
    providerReports({ id: 'dp_unknown', kind: 'dispute', amount: 100_000, status: 'needs_response' });
    await tellAll(charged.intent);
    expect(await kinds(charged.intent)).toEqual(['DISPUTE 100000']);
  });

  test('a dispute of more than the charge is booked up to the charge', async () => {
    const charged = await paidByCard();
    const dispute = { id: 'dp_of_more', kind: 'dispute', amount: 100_700 } as const;
    for (const status of ['needs_response', 'lost']) {
      providerReports({ ...dispute, status });
      await tellAll(charged.intent);
    }
    expect(await kinds(charged.intent)).toEqual(['DISPUTE 100000', 'CARD_REFUND 100000']);
    expect(await readOrder(charged)).toMatchObject({ status: 'refunded', refundedToCard: 100_000 });
  });

  test('an inquiry that becomes a dispute of another amount withholds the new amount', async () => {
    const charged = await paidByCard();
    providerReports({ id: 'dp_of_less', kind: 'dispute', amount: 100_000, status: 'warning_needs_response' });
    await tellAll(charged.intent);
    providerReports({ id: 'dp_of_less', kind: 'dispute', amount: 60_000, status: 'needs_response' });
    await tellAll(charged.intent);
    expect(await kinds(charged.intent)).toEqual(['DISPUTE 60000']);
  });

  test('a pending refund at the provider blocks the approval of a refund request until it fails', async () => {
    const charged = await paidByCard();
    const { id } = charged.order;
    await charged.shopper.post('/api/paybox/refund-request/', { order_id: id, reason: 'Chật' });
    providerReports({ id: 're_on_its_way', status: 'pending', amount: 30_000 });
    await tellAll(charged.intent);
    const refused = await expectUnchanged(() => admin.post(`/api/admin/paybox/refund/${id}/approve/`));
    expect([refused.status, refused.body.error]).toEqual([
      409,
      expect.stringContaining('Khoản hoàn 30.000 VND về thẻ'),
    ]);
    providerReports({ id: 're_on_its_way', status: 'failed', amount: 30_000 });
    await tellAll(charged.intent);
    expect((await admin.post(`/api/admin/paybox/refund/${id}/approve/`)).status).toBe(200);
    expect(await charged.shopper.balance()).toBe(100_000);
  });

  test('a new deadline for the evidence of a dispute is stored', async () => {
    const charged = await paidByCard();
    const { id } = charged.order;
    for (const dueBy of ['2030-01-05T00:00:00.000Z', '2030-01-09T00:00:00.000Z']) {
      providerReports({
        id: 'dp_said',
        kind: 'dispute',
        status: 'needs_response',
        reason: 'product_not_received',
        dueBy,
      });
      await tellAll(charged.intent);
      const { disputes } = answer(await admin.get(`/api/admin/orders/${id}/`), AdminOrder);
      expect(disputes).toMatchObject([{ amount: 1_000, reason: 'product_not_received', dueBy }]);
      expect(await kinds(charged.intent)).toEqual(['DISPUTE 1000']);
    }
  });

  test('a report that could not be processed is not stored as done, so the provider sends it again', async () => {
    const charged = await paidByCard();
    await provider.refund(charged.intent);
    jest.spyOn(cardProvider(), 'listChargebacks').mockRejectedValueOnce(new Error('the network'));
    expect(await sendChargebackEvent(charged.intent)).toBe(500);
    expect(await sendChargebackEvent(charged.intent)).toBe(200);
    expect(await kinds(charged.intent)).toEqual(['CARD_REFUND 100000']);
  });

  test('a report about an unknown charge changes nothing', async () => {
    expect(await sendChargebackEvent('pi_of_another_shop')).toBe(200);
  });

  test('an outdated report does not undo what was booked since', async () => {
    const charged = await paidByCard();
    const refund = await provider.refund(charged.intent);
    const { listChargebacks } = StripeCardProvider.prototype;
    const cards = cardProvider();
    const old = await listChargebacks.call(cards, charged.intent);
    await provider.failRefund(refund);
    // While the first request is pending, a second one learns that the refund failed, and books it.
    const spy = jest.spyOn(cards, 'listChargebacks').mockImplementationOnce(async () => {
      spy.mockImplementation((id) => listChargebacks.call(cards, id));
      expect(await sendChargebackEvent(charged.intent)).toBe(200);
      return old;
    });
    expect(await sendChargebackEvent(charged.intent)).toBe(200);
    expect(await kinds(charged.intent)).toEqual([]);
    expect(await readOrder(charged)).toMatchObject({ status: 'paid' });
  });
});
