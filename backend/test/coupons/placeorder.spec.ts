import { Placed } from '../../src/contract/orders/placing.js';
import { TEXTS } from '../../src/contract/rules.js';
import { OrderExpiry } from '../../src/orders/expiry/expiry.js';
import { answer, openShop, shop } from '../support/client.js';
import { cartOf, given, type Shopper } from '../support/given.js';
import { expectSoundLedger } from '../support/ledger.js';
import { expectUnchanged } from '../support/unchanged.js';

openShop();
expectSoundLedger();

/** Sends an order of one piece of `price`. @param totalPrice with shipping and tax, less the coupon */
async function place(shopper: Shopper, coupon_code: unknown, { price = 100_000, totalPrice = 85_000 } = {}) {
  const id = await given.product({ price });
  return shopper.post('/api/placeorder/', cartOf([{ id, qty: 1 }], totalPrice, { coupon_code }));
}
const orderOf = (shopper: Shopper, placed: Awaited<ReturnType<typeof place>>) =>
  shopper.order(answer(placed, Placed, 201).id);
const transfersOf = (order: { id: number }): Promise<unknown> =>
  shop().db.query('SELECT kind, amount::integer FROM transfers WHERE order_id = $1 ORDER BY kind', [order.id]);

describe('an order with a coupon', () => {
  test('costs less, and stores the code as the shop writes it', async () => {
    const shopper = await given.shopper({ balance: 85_000 });
    await given.coupon({ code: 'Giảm-20' });
    const order = await orderOf(shopper, await place(shopper, ' giảm-20 '));
    expect(order).toMatchObject({
      itemsPrice: 100_000,
      taxPrice: 5_000,
      discount: 20_000,
      totalPrice: 85_000,
      coupon_code: 'Giảm-20',
      status: 'unpaid',
    });
    expect(await transfersOf(order)).toEqual([]);
    expect((await shopper.post('/api/paybox/payment/', { order_id: order.id })).status).toBe(200);
    expect(await transfersOf(order)).toEqual([
      { kind: 'DISCOUNT', amount: 20_000 },
      { kind: 'PAYMENT', amount: 85_000 },
    ]);
    expect(await shopper.balance()).toBe(0);
  });

  test('discounts shipping and tax too, and compares the minimum with the same sum', async () => {
    const shopper = await given.shopper();
    const sum = 1_000_001 + 100_000 + 50_000;
    const { code } = await given.coupon({ discountAmount: sum - 1, minOrderAmount: sum });
    const order = await orderOf(shopper, await place(shopper, code, { price: 1_000_001, totalPrice: 1 }));
    expect(order).toMatchObject({ shippingPrice: 100_000, taxPrice: 50_000, discount: sum - 1, totalPrice: 1 });
  });

  test('that covers its total is paid when it is placed, with its discount booked', async () => {
    const shopper = await given.shopper();
    const { code } = await given.coupon({ discountAmount: 1_000_000 });
    const order = await orderOf(shopper, await place(shopper, code, { totalPrice: 0 }));
    expect(order).toMatchObject({ discount: 105_000, totalPrice: 0, status: 'paid', isPaid: true });
    expect(await transfersOf(order)).toEqual([{ kind: 'DISCOUNT', amount: 105_000 }]);
    expect((await shopper.post('/api/paybox/payment/', { order_id: order.id })).status).toBe(409);
    expect((await shopper.post(`/api/orders/${order.id}/cancel/`)).status).toBe(409);
    expect(await shopper.get('/api/paybox/transactions/')).toMatchObject({ body: [] });
  });

  test.each([null, undefined, '', '   '])('that is %j has none', async (code) => {
    const shopper = await given.shopper();
    const order = await orderOf(shopper, await place(shopper, code, { totalPrice: 105_000 }));
    expect(order).toMatchObject({ discount: 0, coupon_code: null });
  });

  test('with another total than the shop’s: 409 with the right one, and no coupon use', async () => {
    const shopper = await given.shopper();
    const { code } = await given.coupon({ usageLimit: 1 });
    for (const totalPrice of [0, 84_999, 105_000]) {
      const reply = await place(shopper, code, { totalPrice });
      expect([reply.status, reply.body.expected]).toMatchObject([409, { discount: 20_000, totalPrice: 85_000 }]);
    }
    answer(await place(shopper, code), Placed, 201);
  });
});

test('a client cannot set the discount, the prices, the owner or the payment of an order', async () => {
  const [shopper, other] = [await given.shopper(), await given.shopper()];
  const id = await given.product({ price: 100_000 });
  const forged = {
    discount: 105_000,
    isPaid: true,
    paidAt: new Date(),
    user: other.id,
    userId: other.id,
    status: 'paid',
  };
  const line = { id, qty: 1, price: 1, productName: 'Quà tặng', variant_id: null };
  const free = await expectUnchanged(() => shopper.post('/api/placeorder/', cartOf([line], 0, forged)));
  expect([free.status, free.body.expected]).toMatchObject([409, { discount: 0, totalPrice: 105_000 }]);
  const { id: placed } = answer(await shopper.post('/api/placeorder/', cartOf([line], 105_000, forged)), Placed, 201);
  expect(await shopper.order(placed)).toMatchObject({
    user: { username: shopper.username },
    status: 'unpaid',
    discount: 0,
    orderItems: [{ price: 100_000, productName: expect.not.stringContaining('Quà') }],
  });
});

describe('an invalid coupon answers 400 with the field, and places no order', () => {
  test.each([
    ['switched off', { isActive: false }, TEXTS.invalidCoupon],
    ['not yet', { validFrom: new Date('2099-01-01') }, 'Mã giảm giá có hiệu lực từ'],
    ['no longer', { validTo: new Date('2021-01-01') }, 'Mã giảm giá đã hết hạn'],
    ['too small an order', { minOrderAmount: 105_500 }, 'Đơn hàng còn thiếu 500 VND.'],
  ])('%s', async (_why, rules, sentence) => {
    const shopper = await given.shopper();
    const { code } = await given.coupon(rules);
    const id = await given.product();
    const reply = await expectUnchanged(() =>
      shopper.post('/api/placeorder/', cartOf([{ id, qty: 1 }], 85_000, { coupon_code: code })),
    );
    expect(reply.status).toBe(400);
    expect(reply.body.error).toContain(sentence);
    expect(reply.body.coupon_code).toEqual([reply.body.error]);
  });

  test.each([5, {}, ['A'], true, 'x'.repeat(51), 'a\u0000b'])('%j', async (code) => {
    const shopper = await given.shopper();
    expect((await place(shopper, code)).status).toBe(400);
    expect((await shopper.get('/api/orders/')).body).toEqual([]);
  });
});

describe('the limits of a coupon', () => {
  test('in total: as many orders as it has uses, by any users', async () => {
    const [mai, lan] = [await given.shopper(), await given.shopper()];
    const { code } = await given.coupon({ usageLimit: 2 });
    answer(await place(mai, code), Placed, 201);
    answer(await place(lan, code), Placed, 201);
    const third = await place(mai, code);
    expect([third.status, third.body.coupon_code]).toEqual([400, ['Mã giảm giá đã hết lượt sử dụng.']]);
  });

  test('for one user do not affect others', async () => {
    const [mai, lan] = [await given.shopper(), await given.shopper()];
    const { code } = await given.coupon({ perUserLimit: 1 });
    answer(await place(mai, code), Placed, 201);
    const second = await place(mai, code);
    expect([second.status, second.body.coupon_code]).toEqual([400, ['Bạn đã dùng hết lượt của mã giảm giá này.']]);
    answer(await place(lan, code), Placed, 201);
  });

  test('are not used by an order without enough stock', async () => {
    const shopper = await given.shopper();
    const { code } = await given.coupon({ usageLimit: 1 });
    const id = await given.product({ price: 100_000, stock: 0 });
    const soldOut = await shopper.post('/api/placeorder/', cartOf([{ id, qty: 1 }], 85_000, { coupon_code: code }));
    expect(soldOut.status).toBe(409);
    answer(await place(shopper, code), Placed, 201);
  });

  test.each(['cancelling', 'expiry'])('are released by %s, once, for the next order', async (how) => {
    const [mai, lan] = [await given.shopper(), await given.shopper()];
    const { code } = await given.coupon({ usageLimit: 2, perUserLimit: 1 });
    const [first] = [await orderOf(mai, await place(mai, code)), await orderOf(lan, await place(lan, code))];
    const end = async () => {
      if (how === 'cancelling') return mai.post(`/api/orders/${first.id}/cancel/`);
      await shop().db.query(`UPDATE orders SET created_at = now() - interval '25 hours' WHERE id = $1`, [first.id]);
      return shop().app.get(OrderExpiry).expire(first.id);
    };
    await end();
    await end();
    expect(await mai.order(first.id)).toMatchObject({
      status: 'cancelled',
      coupon_code: code,
      discount: 20_000,
    });
    expect((await place(lan, code)).status).toBe(400);
    answer(await place(mai, code), Placed, 201);
    expect((await place(await given.shopper(), code)).status).toBe(400);
  });
});
