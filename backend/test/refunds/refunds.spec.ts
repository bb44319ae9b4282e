import { pageSchema } from '../../src/contract/common.js';
import { Placed } from '../../src/contract/orders/placing.js';
import { WalletTransaction } from '../../src/contract/money/paybox.js';
import { RefundRequest } from '../../src/contract/money/refunds.js';
import { TEXTS } from '../../src/contract/rules.js';
import { answer, openShop, shop } from '../support/client.js';
import { cartOf, given, statuses, times, type Shopper } from '../support/given.js';
import { expectSoundLedger } from '../support/ledger.js';
import { expectUnchanged } from '../support/unchanged.js';

openShop();
expectSoundLedger();

let admin: Shopper;
beforeAll(async () => {
  admin = await given.admin();
});

interface Bought {
  id: number;
  product: number;
}

const request = (shopper: Shopper, { id }: { id: number }, reason: unknown = 'Áo bị chật') =>
  shopper.post('/api/paybox/refund-request/', { order_id: id, reason });
const approve = ({ id }: { id: number }, by = admin) => by.post(`/api/admin/paybox/refund/${id}/approve/`);
const reject = ({ id }: { id: number }, by = admin) => by.delete(`/api/admin/paybox/refund/${id}/reject/`);
const remove = ({ id }: { id: number }, by = admin) => by.delete(`/api/admin/paybox/refund/${id}/delete/`);
const deliver = ({ id }: { id: number }) => admin.patch(`/api/orders/${id}/`, { isDelivered: true });
const goods = async ({ product }: Bought) => {
  const [row]: { stock: number; sold: number }[] = await shop().db.query(
    'SELECT count_in_stock AS stock, total_sold AS sold FROM products JOIN product_sales ON product_id = id WHERE id = $1',
    [product],
  );
  return row;
};

/** A shopper who has paid 100,000 for an order, and has 5,000 left. */
async function buyer(): Promise<[Shopper, Bought]> {
  const shopper = await given.shopper({ balance: 105_000 });
  return [shopper, await given.paidOrder(shopper)];
}

describe('requesting a refund', () => {
  test('is possible once for a paid order, and is shown in it', async () => {
    const [shopper, order] = await buyer();
    const response = answer(await request(shopper, order, '  Áo bị chật\n'), RefundRequest, 201);
    expect(response).toMatchObject({
      user: { username: shopper.username },
      order: { id: order.id, totalPrice: 100_000 },
      reason: 'Áo bị chật',
      isApproved: null,
    });
    const { id, reason, createdAt } = response;
    expect(await shopper.order(order.id)).toMatchObject({
      status: 'refund_requested',
      isPaid: true,
      isRefunded: false,
      refund_request: { id, reason, isApproved: null, createdAt },
    });
    const again = await expectUnchanged(() => request(shopper, order));
    expect([again.status, again.body.error]).toEqual([409, 'Đơn hàng này đã có yêu cầu hoàn tiền.']);
    expect(await shopper.balance()).toBe(5_000);
  });

  test('answers 409 for an unpaid, cancelled or refunded order', async () => {
    const [shopper, refunded] = await buyer();
    const [unpaid, cancelled] = [await given.order(shopper), await given.order(shopper)];
    await shopper.post(`/api/orders/${cancelled.id}/cancel/`);
    await request(shopper, refunded);
    await approve(refunded);
    await remove(refunded);
    for (const [order, sentence] of [
      [unpaid, 'Đơn hàng chưa được thanh toán.'],
      [cancelled, 'Đơn hàng đã bị hủy.'],
      [refunded, 'Đơn hàng đã được hoàn tiền.'],
    ] as const) {
      const reply = await expectUnchanged(() => request(shopper, order));
      expect([reply.status, reply.body.error]).toEqual([409, sentence]);
    }
  });

  test.each([
    ['nothing', { reason: undefined }, 'reason'],
    ['blanks', { reason: ' \n ' }, 'reason'],
    ['a number', { reason: 5 }, 'reason'],
    ['too many words', { reason: 'x'.repeat(1_001) }, 'reason'],
    ['a zero byte', { reason: 'a\u0000b' }, undefined],
    ['no order', { order_id: undefined }, 'order_id'],
    ['order 0', { order_id: 0 }, 'order_id'],
    ['an order below 0', { order_id: -1 }, 'order_id'],
    ['half an order', { order_id: 1.5 }, 'order_id'],
    ['an order that is text', { order_id: '1' }, 'order_id'],
    ['an order past all counting', { order_id: 2 ** 63 }, 'order_id'],
  ])('with %s answers 400 and changes nothing', async (_what, fields, field) => {
    const [shopper, order] = await buyer();
    const reply = await expectUnchanged(() =>
      shopper.post('/api/paybox/refund-request/', { order_id: order.id, reason: 'Chật', ...fields }),
    );
    expect(reply.status).toBe(400);
    if (field) expect(reply.body[field]).toContain(reply.body.error);
  });

  test('without a reason answers with the form’s message', async () => {
    const [shopper, order] = await buyer();
    expect((await request(shopper, order, ' ')).body.error).toBe(TEXTS.refundReason);
  });

  test('accepts a thousand characters', async () => {
    const [shopper, order] = await buyer();
    expect((await request(shopper, order, 'đ'.repeat(1_000))).status).toBe(201);
  });

  test('is for the buyer only', async () => {
    const [, order] = await buyer();
    const other = await given.shopper();
    await expectUnchanged(async () => {
      expect((await request(other, order)).status).toBe(404);
      expect((await request(admin, order)).status).toBe(404);
      expect((await request(other, { id: 2_000_000_000 })).status).toBe(404);
    });
  });

  test('with an Idempotency-Key creates one request and repeats the response', async () => {
    const [shopper, order] = await buyer();
    const send = (reason = 'Chật') =>
      shopper.post('/api/paybox/refund-request/', { order_id: order.id, reason }, { 'Idempotency-Key': 'refund' });
    const replies = [...(await times(10, () => send())), await send()];
    expect(new Set(replies.map((reply) => answer(reply, RefundRequest, 201).id)).size).toBe(1);
    expect((await send('Rộng')).status).toBe(409);
    expect((await request(shopper, order)).status).toBe(409);
  });
});

describe('approving', () => {
  test('credits the total to the buyer’s wallet, and returns undelivered goods to stock', async () => {
    const [shopper, order] = await buyer();
    expect(await goods(order)).toEqual({ stock: 9, sold: 1 });
    await request(shopper, order);
    const approved = answer(await approve(order), RefundRequest);
    expect(approved).toMatchObject({ order: { id: order.id }, isApproved: true });
    expect(await shopper.balance()).toBe(105_000);
    expect(await goods(order)).toEqual({ stock: 10, sold: 0 });
    expect(await shopper.order(order.id)).toMatchObject({
      status: 'refunded',
      isPaid: true,
      isRefunded: true,
      refund_request: { isApproved: true },
    });
    const [line] = answer(await shopper.get('/api/paybox/transactions/'), WalletTransaction.array());
    expect(line).toMatchObject({
      transaction_type: 'REFUND',
      transaction_type_display: 'Hoàn tiền',
      amount: 100_000,
      balance_after: 105_000,
      order_info: { id: order.id },
      description: `Hoàn tiền đơn hàng #${order.id}`,
    });
  });

  test('leaves delivered goods with the buyer', async () => {
    const [shopper, order] = await buyer();
    await deliver(order);
    await request(shopper, order);
    expect((await approve(order)).status).toBe(200);
    expect(await goods(order)).toEqual({ stock: 9, sold: 0 });
    expect(await shopper.order(order.id)).toMatchObject({ status: 'refunded', isDelivered: true });
    expect(await shopper.balance()).toBe(105_000);
  });

  test('returns variants to their own stock', async () => {
    const shopper = await given.shopper({ balance: 210_000 });
    const { product, variant } = await given.variant({ price: 100_000, stock: 5 });
    const cart = cartOf([{ id: product, variant_id: variant, qty: 2 }], 210_000);
    const order = answer(await shopper.post('/api/placeorder/', cart), Placed, 201);
    await shopper.post('/api/paybox/payment/', { order_id: order.id });
    await request(shopper, order);
    await approve(order);
    expect(await shop().db.query('SELECT stock_quantity FROM variants WHERE id = $1', [variant])).toEqual([
      { stock_quantity: 5 },
    ]);
    expect(await shopper.balance()).toBe(210_000);
  });

  test('credits a locked wallet', async () => {
    const [shopper, order] = await buyer();
    await shop().db.query('UPDATE accounts SET is_active = false WHERE user_id = $1', [shopper.id]);
    await request(shopper, order);
    expect((await approve(order)).status).toBe(200);
    expect(await shopper.balance()).toBe(105_000);
  });

  test('an order that cost nothing moves no money', async () => {
    const shopper = await given.shopper();
    const product = await given.product({ price: 100_000 });
    const { code } = await given.coupon({ discountAmount: 500_000 });
    const cart = cartOf([{ id: product, qty: 1 }], 0, { coupon_code: code });
    const { id } = answer(await shopper.post('/api/placeorder/', cart), Placed, 201);
    expect((await request(shopper, { id })).status).toBe(201);
    expect((await approve({ id })).status).toBe(200);
    expect(await shopper.order(id)).toMatchObject({ status: 'refunded', isRefunded: true });
    expect(answer(await shopper.get('/api/paybox/transactions/'), WalletTransaction.array())).toEqual([]);
    expect(await goods({ id, product })).toEqual({ stock: 10, sold: 0 });
  });

  test('refunds the paid amount, not the discount', async () => {
    const shopper = await given.shopper({ balance: 85_000 });
    const product = await given.product({ price: 100_000 });
    const { code } = await given.coupon({ perUserLimit: 1 });
    const cart = cartOf([{ id: product, qty: 1 }], 85_000, { coupon_code: code });
    const { id } = answer(await shopper.post('/api/placeorder/', cart), Placed, 201);
    await shopper.post('/api/paybox/payment/', { order_id: id });
    await request(shopper, { id });
    await approve({ id });
    expect(await shopper.balance()).toBe(85_000);
    expect((await shopper.post('/api/coupons/check/', { code, total_price: 1 })).status).toBe(400);
  });
});

describe('rejecting', () => {
  test.each(['paid', 'delivered'])('leaves the order %s, and shows the decision in it', async (status) => {
    const [shopper, order] = await buyer();
    if (status === 'delivered') await deliver(order);
    await request(shopper, order);
    const reply = await reject(order);
    expect([reply.status, reply.text]).toEqual([204, '']);
    expect(await shopper.order(order.id)).toMatchObject({
      status,
      isRefunded: false,
      refund_request: { isApproved: false },
    });
    expect(await shopper.balance()).toBe(5_000);
    expect((await request(shopper, order)).status).toBe(409);
  });
});

describe('a decided request', () => {
  test.each([
    ['approved', approve],
    ['rejected', reject],
  ] as const)('(%s) cannot be decided again', async (_how, decide) => {
    const [shopper, order] = await buyer();
    await request(shopper, order);
    await decide(order);
    await expectUnchanged(async () => {
      for (const reply of [await approve(order), await reject(order)]) {
        expect([reply.status, reply.body.error]).toEqual([409, 'Yêu cầu hoàn tiền đã được xử lý.']);
      }
    });
  });
});

describe('deleting', () => {
  test.each(['pending', 'rejected'])('a %s request lets the buyer request again', async (state) => {
    const [shopper, order] = await buyer();
    await request(shopper, order);
    if (state === 'rejected') await reject(order);
    const reply = await remove(order);
    expect([reply.status, reply.text]).toEqual([204, '']);
    expect(await shopper.order(order.id)).toMatchObject({ status: 'paid', refund_request: null });
    expect((await request(shopper, order)).status).toBe(201);
    expect((await approve(order)).status).toBe(200);
    expect(await shopper.balance()).toBe(105_000);
  });

  test('an approved request changes neither the money nor the order', async () => {
    const [shopper, order] = await buyer();
    await request(shopper, order);
    await approve(order);
    expect((await remove(order)).status).toBe(204);
    expect(await shopper.balance()).toBe(105_000);
    expect(await shopper.order(order.id)).toMatchObject({
      status: 'refunded',
      isRefunded: true,
      refund_request: null,
    });
    expect(await goods(order)).toEqual({ stock: 10, sold: 0 });
  });
});

describe('deciding', () => {
  test('answers 404 without a request or an order', async () => {
    const [, order] = await buyer();
    await expectUnchanged(async () => {
      for (const id of [order.id, 0, -1, 'abc', '1e3', '9223372036854775808', 2_000_000_000, '%00']) {
        const unknown = { id: id as number };
        expect(statuses([await approve(unknown), await reject(unknown), await remove(unknown)])).toEqual({ 404: 3 });
      }
    });
  });

  test('is recorded with the administrator', async () => {
    const [shopper, order] = await buyer();
    await request(shopper, order);
    const second = await given.admin();
    await approve(order, second);
    expect(
      await shop().db.query(
        'SELECT decided_by, decided_at IS NOT NULL AS dated FROM refund_requests WHERE order_id = $1',
        [order.id],
      ),
    ).toEqual([{ decided_by: second.id, dated: true }]);
  });
});

describe('the list of requests', () => {
  test('has the shopper’s own, newest first; all for an administrator; pages on request', async () => {
    const [mai, first] = await buyer();
    const [lan, second] = await buyer();
    const one = answer(await request(mai, first), RefundRequest, 201);
    const two = answer(await request(lan, second), RefundRequest, 201);
    const own = await mai.get('/api/paybox/refund-requests/');
    expect(answer(own, RefundRequest.array())).toEqual([one]);
    expect(own.headers).toMatchObject({ 'x-total-count': '1', 'cache-control': 'no-store' });
    const all = answer(await admin.get('/api/paybox/refund-requests/'), RefundRequest.array());
    expect(all.slice(0, 2)).toEqual([two, one]);
    const page = answer(await admin.get('/api/paybox/refund-requests/?page=2&page_size=1'), pageSchema(RefundRequest));
    expect(page).toMatchObject({ page: 2, page_size: 1, results: [one] });
    expect(page.count).toBe(all.length);
    expect((await mai.get('/api/paybox/refund-requests/?page=0')).status).toBe(400);
  });
});
