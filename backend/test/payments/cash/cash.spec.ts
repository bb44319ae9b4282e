import { Order } from '../../../src/contract/orders/orders.js';
import { Placed } from '../../../src/contract/orders/placing.js';
import { CardIntent } from '../../../src/contract/money/payments.js';
import { Settings } from '../../../src/contract/administration/settings.js';
import { OrderExpiry } from '../../../src/orders/expiry/expiry.js';
import { answer, openShop, shop, visitor } from '../../support/client.js';
import { cartOf, given, type Shopper } from '../../support/given.js';
import { expectSoundLedger } from '../../support/ledger.js';
import { confirmCard, intentIdOf } from '../../support/payments/card.js';
import { bookingsOf, offerAll } from '../../support/payments/payment-methods.js';
import { expectUnchanged } from '../../support/unchanged.js';
import { stockOfOrder } from '../../support/stock.js';

openShop({ RATE_LIMIT: 'off' });
expectSoundLedger();

const PRICE = 100_000;
/** With 5 % tax. */
const TOTAL = 105_000;

let admin: Shopper;
beforeAll(async () => {
  admin = await given.admin();
});

const place = (by: Shopper) => given.placed(by, { price: PRICE, paymentMethod: 'COD' });
const collect = (by: Shopper, id: number, amount = TOTAL) => by.post(`/api/admin/orders/${id}/cash/`, { amount });
const deliver = (id: number) => admin.patch(`/api/orders/${id}/`, { isDelivered: true });
const send = async (id: number) => {
  const parcel = { carrier: 'ghn', tracking_code: 'GAX4KD7B' };
  expect((await admin.put(`/api/admin/orders/${id}/parcel/`, parcel)).status).toBe(200);
};
const age = (id: number, by: string) =>
  shop().db.query(`UPDATE orders SET created_at = now() - $2::interval - interval '1 second' WHERE id = $1`, [id, by]);
const expire = (id: number) => shop().app.get(OrderExpiry).expire(id);

describe('cash on delivery, until the owner switches it on', () => {
  test.each(['COD', 'VietQR'] as const)('%s is off, and refused with a sentence', async (paymentMethod) => {
    const shopper = await given.shopper();
    const { cod, vietqr } = answer(await visitor().get('/api/settings/'), Settings);
    expect([cod.is_on, vietqr.is_on]).toEqual([false, false]);
    const cart = cartOf([{ id: await given.product({ price: PRICE }), qty: 1 }], TOTAL, { paymentMethod });
    const reply = await expectUnchanged(() => shopper.post('/api/placeorder/', cart));
    expect(reply.status).toBe(400);
    expect(reply.body.paymentMethod).toEqual([expect.stringMatching(/^Cửa hàng hiện không nhận/)]);
  });

  test('an unknown method is refused with a sentence', async () => {
    const shopper = await given.shopper();
    const cart = cartOf([{ id: await given.product(), qty: 1 }], TOTAL, { paymentMethod: 'Bitcoin' });
    const reply = await expectUnchanged(() => shopper.post('/api/placeorder/', cart));
    expect([reply.status, reply.body.paymentMethod]).toEqual([400, ['Phương thức thanh toán không hợp lệ']]);
  });
});

describe('an order in cash on delivery', () => {
  beforeAll(() => offerAll());

  test('holds its goods and waits until an administrator records all of the cash', async () => {
    const shopper = await given.shopper();
    const id = await place(shopper);
    expect(await shopper.order(id)).toMatchObject({ status: 'unpaid', isPaid: false, paymentMethod: 'COD' });
    expect([await stockOfOrder(id), await bookingsOf(id)]).toEqual([9, []]);
    const paid = answer(await collect(admin, id), Order);
    expect(paid).toMatchObject({ status: 'paid', isPaid: true, paymentMethod: 'COD', isDelivered: false });
    expect(await bookingsOf(id)).toEqual([`CASH_PAYMENT cash -> sales ${TOTAL}`]);
    expect(answer(await deliver(id), Order).status).toBe('delivered');
  });

  test.each([TOTAL - 1, TOTAL + 1, 0])('takes no other amount: %i', async (amount) => {
    const id = await place(await given.shopper());
    const reply = await expectUnchanged(() => collect(admin, id, amount));
    expect([reply.status, reply.body.amount]).toEqual([400, ['Số tiền phải đúng bằng tổng đơn hàng: 105.000 VND.']]);
  });

  test('is paid once, however often the cash is recorded', async () => {
    const id = await place(await given.shopper());
    expect((await collect(admin, id)).status).toBe(200);
    const other = await given.admin();
    for (const by of [admin, other]) {
      const reply = await expectUnchanged(() => collect(by, id));
      expect([reply.status, reply.body.error]).toEqual([409, 'Đơn hàng đã được thanh toán.']);
    }
  });

  test('may be delivered before its cash is recorded, and then neither expires nor is cancelled', async () => {
    const shopper = await given.shopper();
    const id = await place(shopper);
    expect(answer(await deliver(id), Order)).toMatchObject({ status: 'delivered', isDelivered: true, isPaid: false });
    await age(id, '400 days');
    await expectUnchanged(() => expire(id));
    expect((await shopper.post(`/api/orders/${id}/cancel/`)).body.error).toBe('Đơn hàng đã được giao.');
    expect((await admin.post(`/api/orders/${id}/cancel/`, { reason: 'Nhầm' })).status).toBe(409);
    const early = await shopper.post('/api/paybox/refund-request/', { order_id: id, reason: 'Chật' });
    expect([early.status, early.body.error]).toEqual([409, 'Đơn hàng chưa được thanh toán.']);
    expect((await deliver(id)).status).toBe(409);
    expect(answer(await collect(admin, id), Order)).toMatchObject({ status: 'delivered', isPaid: true });
    expect(await stockOfOrder(id)).toBe(9);
  });

  test('is released by its own window, not by the one of cards', async () => {
    const shopper = await given.shopper();
    const id = await place(shopper);
    await age(id, '6 days');
    await expectUnchanged(() => expire(id));
    await age(id, '7 days');
    await expire(id);
    expect([(await shopper.order(id)).status, await stockOfOrder(id)]).toEqual(['cancelled', 10]);
    const reply = await expectUnchanged(() => collect(admin, id));
    expect([reply.status, reply.body.error]).toEqual([409, 'Đơn hàng đã bị hủy.']);
  });

  test('is swept when its job was lost, and those that were delivered stay', async () => {
    const shopper = await given.shopper();
    const [left, delivered, card] = [await place(shopper), await place(shopper), await given.order(shopper)];
    await deliver(delivered);
    for (const id of [left, delivered]) await age(id, '8 days');
    await age(card.id, '23 hours');
    expect(await shop().app.get(OrderExpiry).sweep()).toBe(1);
    const states = await Promise.all([left, delivered, card.id].map(async (id) => (await shopper.order(id)).status));
    expect(states).toEqual(['cancelled', 'delivered', 'unpaid']);
    await collect(admin, delivered);
  });

  test('is refunded to the wallet', async () => {
    const shopper = await given.shopper();
    const id = await place(shopper);
    await collect(admin, id);
    expect((await shopper.post('/api/paybox/refund-request/', { order_id: id, reason: 'Chật' })).status).toBe(201);
    expect((await admin.post(`/api/admin/paybox/refund/${id}/approve/`)).status).toBe(200);
    expect([await shopper.balance(), await stockOfOrder(id)]).toEqual([TOTAL, 10]);
    expect(await shopper.order(id)).toMatchObject({
      status: 'refunded',
      refundedToWallet: TOTAL,
      refundedToCard: 0,
    });
    expect(await bookingsOf(id)).toEqual([`CASH_PAYMENT cash -> sales ${TOTAL}`, `REFUND refunds -> wallet ${TOTAL}`]);
  });

  test('may be paid from the wallet after all, and then takes no cash', async () => {
    const shopper = await given.shopper({ balance: TOTAL });
    const id = await place(shopper);
    expect((await shopper.post('/api/paybox/payment/', { order_id: id })).status).toBe(200);
    expect((await shopper.order(id)).paymentMethod).toBe('Paybox');
    expect((await expectUnchanged(() => collect(admin, id))).status).toBe(409);
  });

  test('is not paid in advance while it is on its way: who brings it takes cash, which is then recorded', async () => {
    const shopper = await given.shopper({ balance: TOTAL });
    const id = await place(shopper);
    await send(id);
    for (const [path, body] of [
      ['/api/paybox/payment/', { order_id: id }],
      ['/api/stripe-payment/', { order: id }],
    ] as const) {
      const reply = await expectUnchanged(() => shopper.post(path, body));
      expect([reply.status, reply.body.error]).toEqual([
        409,
        'Đơn hàng đang trên đường đến bạn, vui lòng trả tiền khi nhận hàng.',
      ]);
    }
    await deliver(id);
    expect(answer(await collect(admin, id), Order)).toMatchObject({ status: 'delivered', paymentMethod: 'COD' });
  });

  test('takes the money of a card form that was open when it was sent, and money once it is delivered', async () => {
    const shopper = await given.shopper({ balance: TOTAL });
    const [byCard, late] = [await place(shopper), await place(shopper)];
    const { clientSecret } = answer(await shopper.post('/api/stripe-payment/', { order: byCard }), CardIntent);
    for (const id of [byCard, late]) await send(id);
    expect((await confirmCard(clientSecret)).status).toBe(200);
    const body = { payment_intent: intentIdOf(clientSecret) };
    expect((await shopper.post(`/api/orders/${byCard}/pay/`, body)).status).toBe(200);
    expect(await shopper.order(byCard)).toMatchObject({ status: 'paid', paymentMethod: 'Stripe' });
    await deliver(late);
    expect((await shopper.post('/api/paybox/payment/', { order_id: late })).status).toBe(200);
  });

  test('books its discount with the cash', async () => {
    const shopper = await given.shopper();
    const coupon = await given.coupon({ discountAmount: 5_000 });
    const id = await given.placed(shopper, {
      price: PRICE,
      discount: 5_000,
      coupon_code: coupon.code,
      paymentMethod: 'COD',
    });
    expect((await collect(admin, id)).status).toBe(400);
    answer(await collect(admin, id, 100_000), Order);
    expect(await bookingsOf(id)).toEqual(['DISCOUNT discounts -> sales 5000', 'CASH_PAYMENT cash -> sales 100000']);
  });

  test('that was placed to be paid otherwise takes no cash', async () => {
    const { id } = await given.order(await given.shopper(), { total: TOTAL });
    const reply = await expectUnchanged(() => collect(admin, id));
    expect([reply.status, reply.body.error]).toEqual([409, 'Đơn hàng không thanh toán khi nhận hàng.']);
  });

  test('names who recorded the cash in its log, and in the audit log', async () => {
    const id = await place(await given.shopper());
    await collect(admin, id);
    const { body } = await admin.get(`/api/admin/orders/${id}/`);
    expect(body.events.at(-1)).toMatchObject({
      transition: 'pay',
      paidWith: 'COD',
      actor: { is: 'admin', username: admin.username },
    });
    const [line]: unknown[] = await shop().db.query(
      `SELECT actor_id, before, after FROM audit_entries WHERE subject = 'order' AND subject_id = $1 AND action = 'pay'`,
      [id],
    );
    expect(line).toEqual({
      actor_id: admin.id,
      before: { isPaid: false, amount: null },
      after: { isPaid: true, amount: TOTAL },
    });
  });

  test('costs at most what the owner has set', async () => {
    await offerAll({ cod: { maxTotal: TOTAL } });
    const shopper = await given.shopper();
    expect(await place(shopper)).toEqual(expect.any(Number));
    const cart = cartOf([{ id: await given.product({ price: TOTAL }), qty: 1 }], 110_250, { paymentMethod: 'COD' });
    const reply = await expectUnchanged(() => shopper.post('/api/placeorder/', cart));
    expect(reply.body.paymentMethod).toEqual([
      'Thanh toán khi nhận hàng chỉ dành cho đơn hàng đến 105.000 VND. Vui lòng chọn cách khác.',
    ]);
  });

  test('is placed once under one key', async () => {
    const shopper = await given.shopper();
    const cart = cartOf([{ id: await given.product({ price: PRICE }), qty: 1 }], TOTAL, { paymentMethod: 'COD' });
    const key = { 'Idempotency-Key': 'cash once' };
    const ids = [];
    for (let nth = 0; nth < 3; nth += 1) {
      ids.push(answer(await shopper.post('/api/placeorder/', cart, key), Placed, 201).id);
    }
    expect(new Set(ids).size).toBe(1);
  });

  test('keeps the account of its buyer open while it is delivered and unpaid', async () => {
    const shopper = await given.shopper();
    const id = await place(shopper);
    await deliver(id);
    const owner = await given.admin({ password: 'mật khẩu của chủ' });
    const reply = await owner.delete(`/auth/users/${shopper.id}/`);
    expect([reply.status, reply.body.reasons]).toEqual([409, [{ kind: 'unpaid_delivery', amount: TOTAL, order: id }]]);
  });
});
