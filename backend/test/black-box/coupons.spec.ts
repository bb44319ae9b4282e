import { Coupon, CouponOffer, ListedCoupon } from '../../src/contract/orders/coupons.js';
import { pageSchema } from '../../src/contract/common.js';
import { Buyer } from './buyer.js';
import { useGoods, couponFields } from './goods.js';
import { SUFFIX, call, expectError, hasAdmin, read } from './caller.js';

const withAdmin = hasAdmin ? describe : describe.skip;
const NO_ID = 2_147_483_647;
const soon = (minutes: number) => new Date(Date.now() + minutes * 60_000);

let buyer: Buyer;

// Before the shop closes.
afterAll(() => buyer?.close());
const goods = useGoods(`Mã kiểm thử ${SUFFIX}`);

withAdmin('coupons (need SHOP_ADMIN_USERNAME, SHOP_ADMIN_PASSWORD)', () => {
  beforeAll(async () => {
    buyer = await Buyer.of(goods.admin, (await goods.product()).id);
  });

  const asAdmin = (method: string, path: string, body?: object) => call(method, path, { access: goods.admin, body });
  const check = (code: string, total_price = 10_000) => buyer.post('/api/coupons/check/', { code, total_price });

  test.each([
    ['code', { code: ' ' }],
    ['code', { code: 'A'.repeat(51) }],
    ['discount_amount', { discount_amount: 0 }],
    ['discount_amount', { discount_amount: '1000' }],
    ['min_order_amount', { min_order_amount: -1 }],
    ['valid_to', { valid_to: soon(-120) }],
    ['valid_from', { valid_from: 'hôm nay' }],
    ['usage_limit', { usage_limit: 0 }],
    ['per_user_limit', { per_user_limit: 1.5 }],
  ])('a coupon with a wrong %s answers 400 with the field', async (field, wrong) => {
    const reply = await asAdmin('POST', '/api/coupons/', { ...couponFields(), ...wrong });
    expectError(reply, 400);
    expect(reply.body).toHaveProperty(field, [expect.any(String)]);
  });

  test('a code is taken whatever its case', async () => {
    const { code } = await goods.coupon();
    const reply = await asAdmin('POST', '/api/coupons/', { ...couponFields(), code: code.toLowerCase() });
    expectError(reply, 400);
    expect(reply.body).toHaveProperty('code');
  });

  test('a coupon is listed with its uses, and an unknown one is neither changed nor deleted', async () => {
    const { id, code } = await goods.coupon({ usage_limit: 3, per_user_limit: null });
    const list = read(await asAdmin('GET', `/api/coupons/?page=1&search=${code}`), pageSchema(ListedCoupon));
    expect(list.results).toMatchObject([{ id, code, used_count: 0, usage_limit: 3, per_user_limit: null }]);
    expectError(await asAdmin('PUT', `/api/coupons/${NO_ID}/`, couponFields()), 404);
    expectError(await asAdmin('DELETE', `/api/coupons/${NO_ID}/`), 404);
  });

  test.each([
    ['is switched off', { is_active: false }],
    ['has not begun', { valid_from: soon(30) }],
    ['has ended', { valid_to: soon(-30) }],
    ['needs a larger order', { min_order_amount: 1_000_000 }],
  ])('a coupon that %s does not hold, and places no order', async (_what, fields) => {
    const { code } = await goods.coupon(fields);
    expectError(await check(code), 400);
    const { totalPrice } = await buyer.totalsOf();
    expectError(await buyer.post('/api/placeorder/', buyer.cart(totalPrice, { coupon_code: code })), 400);
    expect((await buyer.get('/api/orders/')).body).toEqual([]);
  });

  test('an unknown code answers 400, and an empty one is none', async () => {
    expectError(await check(`KHONG-CO-${SUFFIX}`), 400);
    expect(await buyer.totalsOf({ coupon_code: '' })).toEqual(await buyer.totalsOf());
  });

  test('the least amount of a coupon is reached by items, shipping and tax together', async () => {
    const { totalPrice } = await buyer.totalsOf();
    const { code } = await goods.coupon({ min_order_amount: totalPrice });
    expectError(await check(code, totalPrice - 1), 400);
    expect(read(await check(code, totalPrice), CouponOffer).discount_amount).toBe(1_000);
    expect((await buyer.totalsOf({ coupon_code: code })).totalPrice).toBe(totalPrice - 1_000);
  });

  test('a coupon takes at most the whole total, an order of 0 is paid at once, and the use counts', async () => {
    const { totalPrice } = await buyer.totalsOf();
    const { id, code } = await goods.coupon({ discount_amount: totalPrice + 50_000, per_user_limit: 1 });
    expect(read(await check(code, totalPrice), CouponOffer).discount_amount).toBe(totalPrice);
    const order = await buyer.place({ coupon_code: code });
    expect(await buyer.order(order)).toMatchObject({
      ...{ totalPrice: 0, discount: totalPrice, coupon_code: code, status: 'paid', isPaid: true },
    });
    expectError(await check(code, totalPrice), 400);
    const saved = await asAdmin('PUT', `/api/coupons/${id}/`, { ...couponFields(), code });
    expect(read(saved, Coupon).used_count).toBe(1);
    await buyer.deliver(order);
  });
});
