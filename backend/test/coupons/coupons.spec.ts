import { AuditEntry } from '../../src/contract/administration/audit.js';
import { pageSchema } from '../../src/contract/common.js';
import { Coupon, CouponOffer, ListedCoupon } from '../../src/contract/orders/coupons.js';
import { Placed } from '../../src/contract/orders/placing.js';
import { TEXTS } from '../../src/contract/rules.js';
import { answer, openShop, shop } from '../support/client.js';
import { cartOf, given, type Shopper } from '../support/given.js';
import { expectSoundLedger } from '../support/ledger.js';
import { expectUnchanged } from '../support/unchanged.js';

openShop();
expectSoundLedger();

const check = (shopper: Shopper, code: unknown, total_price: unknown = 100_000) =>
  shopper.post('/api/coupons/check/', { code, total_price });

/** An order of one piece of 100,000 and its tax, with the coupon. */
async function use(shopper: Shopper, code: string, discount = 20_000): Promise<number> {
  const id = await given.product({ price: 100_000 });
  const cart = cartOf([{ id, qty: 1 }], 105_000 - discount, { coupon_code: code });
  return answer(await shopper.post('/api/placeorder/', cart), Placed, 201).id;
}

/** What an administrator sends for a coupon. */
const wanted = (fields: object = {}) => ({
  code: 'TẾT 2027',
  description: 'Mừng xuân',
  discount_amount: 50_000,
  min_order_amount: 500_000,
  valid_from: '2027-01-01T00:00:00+07:00',
  valid_to: '2027-02-01T00:00:00+07:00',
  is_active: true,
  usage_limit: 100,
  per_user_limit: 1,
  ...fields,
});

describe('checking a coupon', () => {
  test('returns the discount, at most the order’s total, for the code in any case', async () => {
    const shopper = await given.shopper();
    await given.coupon({ code: 'ĐẸP-Hè' });
    for (const code of ['ĐẸP-Hè', 'đẹp-hè', 'ĐẸP-HÈ', '  đẹp-hÈ ']) {
      expect(answer(await check(shopper, code), CouponOffer)).toEqual({
        message: 'Áp dụng mã ĐẸP-Hè: giảm 20.000 VND.',
        discount_amount: 20_000,
      });
    }
    expect(answer(await check(shopper, 'đẹp-hè', 20_000), CouponOffer).discount_amount).toBe(20_000);
    expect(answer(await check(shopper, 'đẹp-hè', 19_999), CouponOffer).discount_amount).toBe(19_999);
    expect(answer(await check(shopper, 'đẹp-hè', 0), CouponOffer).discount_amount).toBe(0);
    expect(answer(await check(shopper, 'đẹp-hè', Number.MAX_SAFE_INTEGER), CouponOffer).discount_amount).toBe(20_000);
  });

  test.each([
    ['that is switched off', { isActive: false }, TEXTS.invalidCoupon],
    ['of next year', { validFrom: new Date('2099-01-31T09:30:00Z') }, 'Mã giảm giá có hiệu lực từ 16:30 31/1/2099.'],
    ['of last year', { validTo: new Date('2021-12-31T17:00:00Z') }, 'Mã giảm giá đã hết hạn lúc 00:00 1/1/2022.'],
    [
      'for larger orders',
      { minOrderAmount: 100_001 },
      'Mã giảm giá áp dụng cho đơn hàng từ 100.001 VND. Đơn hàng còn thiếu 1 VND.',
    ],
  ])('%s answers with the reason', async (_what, rules, sentence) => {
    const { code } = await given.coupon(rules);
    const reply = await check(await given.shopper(), code);
    expect([reply.status, reply.body]).toEqual([400, { error: sentence, detail: sentence, code: [sentence] }]);
  });

  test('that does not exist answers that it is not valid', async () => {
    const reply = await check(await given.shopper(), 'MIỄN PHÍ');
    expect([reply.status, reply.body.error]).toEqual([400, TEXTS.invalidCoupon]);
  });

  test('is valid from its first moment and its minimum order on', async () => {
    const shopper = await given.shopper();
    const { code } = await given.coupon({ minOrderAmount: 100_000, validFrom: new Date(Date.now() - 1) });
    expect((await check(shopper, code, 100_000)).status).toBe(200);
    expect((await check(shopper, code, 99_999)).status).toBe(400);
  });

  test('that is used up is refused: for everyone, or for the user who used it up', async () => {
    const [mai, lan] = [await given.shopper(), await given.shopper()];
    const [one, each] = [await given.coupon({ usageLimit: 1 }), await given.coupon({ perUserLimit: 1 })];
    await use(mai, one.code);
    await use(mai, each.code);
    const usedUp = 'Mã giảm giá đã hết lượt sử dụng.';
    expect((await check(mai, one.code)).body.error).toBe(usedUp);
    expect((await check(lan, one.code)).body.error).toBe(usedUp);
    expect((await check(mai, each.code)).body.error).toBe('Bạn đã dùng hết lượt của mã giảm giá này.');
    expect((await check(lan, each.code)).status).toBe(200);
  });

  test.each([
    ['no code', { code: undefined }, 'code'],
    ['a blank code', { code: '  ' }, 'code'],
    ['a long code', { code: 'x'.repeat(51) }, 'code'],
    ['a code that is a number', { code: 5 }, 'code'],
    ['no total', { total_price: undefined }, 'total_price'],
    ['a negative total', { total_price: -1 }, 'total_price'],
    ['a fraction', { total_price: 0.5 }, 'total_price'],
    ['a total past all counting', { total_price: 2 ** 53 }, 'total_price'],
    ['a total that is text', { total_price: '100000' }, 'total_price'],
  ])('with %s: 400 that names the field', async (_what, fields, field) => {
    const { code } = await given.coupon();
    const shopper = await given.shopper();
    const reply = await shopper.post('/api/coupons/check/', { code, total_price: 100_000, ...fields });
    expect(reply.status).toBe(400);
    expect(reply.body[field]).toContain(reply.body.error);
  });

  test('with an invalid body: 400', async () => {
    const shopper = await given.shopper();
    for (const body of ['', '{', 'null', '[]', '{"code":"\\u0000","total_price":1}']) {
      expect([body, (await shopper.post('/api/coupons/check/', body)).status]).toEqual([body, 400]);
    }
  });
});

describe('managing coupons', () => {
  test('creates, updates and deletes one; times may have any offset', async () => {
    const admin = await given.admin();
    const made = answer(await admin.post('/api/coupons/', wanted()), Coupon, 201);
    expect(made).toEqual({
      ...wanted(),
      id: made.id,
      valid_from: '2026-12-31T17:00:00.000Z',
      valid_to: '2027-01-31T17:00:00.000Z',
      used_count: 0,
    });

    const other = wanted({ code: 'Tết 2028', valid_from: '0001-01-01T00:00:00Z', usage_limit: null, is_active: false });
    const changed = answer(await admin.put(`/api/coupons/${made.id}/`, other), Coupon);
    const valid_from = '0001-01-01T00:00:00.000Z';
    expect(changed).toEqual({ ...made, code: 'Tết 2028', valid_from, usage_limit: null, is_active: false });
    expect(answer(await admin.get('/api/coupons/'), ListedCoupon.array())).toContainEqual({ ...changed, state: 'off' });

    expect((await admin.delete(`/api/coupons/${made.id}/`)).status).toBe(204);
    expect((await admin.delete(`/api/coupons/${made.id}/`)).status).toBe(404);
    expect((await admin.put(`/api/coupons/${made.id}/`, wanted())).status).toBe(404);
    for (const id of [0, -1, 'abc', '1e3', '9223372036854775808', '%00']) {
      expect((await admin.put(`/api/coupons/${id}/`, wanted())).status).toBe(404);
      expect((await admin.delete(`/api/coupons/${id}/`)).status).toBe(404);
    }
  });

  test('defaults to no limits, no minimum and active', async () => {
    const admin = await given.admin();
    const { code, discount_amount, valid_from, valid_to } = wanted({ code: 'ít' });
    const reply = await admin.post('/api/coupons/', { code, discount_amount, valid_from, valid_to, used_count: 9 });
    expect(answer(reply, Coupon, 201)).toMatchObject({
      description: '',
      min_order_amount: 0,
      is_active: true,
      usage_limit: null,
      per_user_limit: null,
      used_count: 0,
    });
  });

  test('takes a description of 20,000 characters', async () => {
    const admin = await given.admin();
    const description = 'ế'.repeat(20_000);
    const reply = await admin.post('/api/coupons/', wanted({ code: 'DÀI', description }));
    expect(answer(reply, Coupon, 201).description).toBe(description);
  });

  test('refuses an existing code in any case', async () => {
    const admin = await given.admin();
    const first = answer(await admin.post('/api/coupons/', wanted({ code: 'Đôi' })), Coupon, 201);
    const second = answer(await admin.post('/api/coupons/', wanted({ code: 'Ba' })), Coupon, 201);
    const twice = ['Mã giảm giá này đã tồn tại.'];
    for (const code of ['Đôi', 'đÔI']) {
      expect((await admin.post('/api/coupons/', wanted({ code }))).body).toMatchObject({ code: twice });
      const renamed = await admin.put(`/api/coupons/${second.id}/`, wanted({ code }));
      expect([renamed.status, renamed.body.code]).toEqual([400, twice]);
    }
    answer(await admin.put(`/api/coupons/${first.id}/`, wanted({ code: 'ĐÔI' })), Coupon);
  });

  test.each([
    ['no code', { code: ' ' }, 'code'],
    ['a code too long', { code: 'x'.repeat(51) }, 'code'],
    ['a zero byte', { code: 'a\u0000' }, undefined],
    ['nothing off', { discount_amount: 0 }, 'discount_amount'],
    ['less than nothing off', { discount_amount: -1 }, 'discount_amount'],
    ['half a đồng off', { discount_amount: 0.5 }, 'discount_amount'],
    ['text for money', { discount_amount: '50000' }, 'discount_amount'],
    ['more than can be counted', { discount_amount: 2 ** 53 }, 'discount_amount'],
    ['a minimum below zero', { min_order_amount: -1 }, 'min_order_amount'],
    ['a description too long', { description: 'x'.repeat(20_001) }, 'description'],
    ['a moment that is none', { valid_from: '2027-02-30T00:00:00Z' }, 'valid_from'],
    ['a moment before the first year', { valid_from: '0001-01-01T00:00:00+01:00' }, 'valid_from'],
    ['a moment after the last year', { valid_to: '9999-12-31T23:59:59-01:00' }, 'valid_to'],
    ['a day without its time', { valid_to: '2027-02-01' }, 'valid_to'],
    ['an end at its beginning', { valid_to: '2026-12-31T17:00:00Z' }, 'valid_to'],
    ['an end before its beginning', { valid_to: '2027-01-01T00:00:00+08:00' }, 'valid_to'],
    ['a state that is text', { is_active: 'yes' }, 'is_active'],
    ['no use at all', { usage_limit: 0 }, 'usage_limit'],
    ['half a use', { per_user_limit: 0.5 }, 'per_user_limit'],
    ['a limit past all counting', { usage_limit: 2 ** 31 }, 'usage_limit'],
  ])('refuses %s', async (_what, fields, field) => {
    const admin = await given.admin();
    const { id } = await given.coupon();
    await expectUnchanged(async () => {
      for (const reply of [
        await admin.post('/api/coupons/', wanted(fields)),
        await admin.put(`/api/coupons/${id}/`, wanted(fields)),
      ]) {
        expect(reply.status).toBe(400);
        if (field) expect(reply.body).toHaveProperty(field);
      }
    });
  });

  test('refuses to overwrite what another administrator has changed meanwhile', async () => {
    const [admin, other] = [await given.admin(), await given.admin()];
    const { id } = answer(await admin.post('/api/coupons/', wanted({ code: 'RÒ RỈ' })), Coupon, 201);
    const seen = wanted({ code: 'RÒ RỈ' });
    const put = (by: Shopper, values: object, was?: object) => by.put(`/api/coupons/${id}/`, { ...values, was });
    answer(await put(other, { ...seen, is_active: false }, seen), Coupon);
    const late = await expectUnchanged(() => put(admin, { ...seen, description: 'Mừng Tết' }, seen));
    expect([late.status, late.body.detail]).toEqual([409, expect.stringMatching(/vừa được thay đổi ở nơi khác/)]);
    const again = { ...seen, is_active: false };
    expect(answer(await put(admin, { ...again, description: 'Mừng Tết' }, again), Coupon).is_active).toBe(false);
    expect(answer(await put(admin, seen), Coupon).is_active).toBe(true);
  });

  test('takes a repeated change whose answer was lost, which changes nothing', async () => {
    const admin = await given.admin();
    const was = wanted({ code: 'LẶP LẠI' });
    const { id } = answer(await admin.post('/api/coupons/', was), Coupon, 201);
    const put = () => admin.put(`/api/coupons/${id}/`, { ...was, description: 'Mừng Tết', was });
    const saved = answer(await put(), Coupon);
    expect(await expectUnchanged(async () => answer(await put(), Coupon))).toEqual(saved);
  });

  test('counts uses, and refuses a limit below them', async () => {
    const [admin, mai, lan] = [await given.admin(), await given.shopper(), await given.shopper()];
    const { id, code } = await given.coupon({ usageLimit: 5, perUserLimit: 5 });
    for (const shopper of [mai, mai, lan]) await use(shopper, code);
    const put = (usage_limit: number | null, per_user_limit: number | null) =>
      admin.put(`/api/coupons/${id}/`, wanted({ code, usage_limit, per_user_limit }));
    const tooLow = await put(2, 5);
    expect([tooLow.status, tooLow.body.usage_limit]).toEqual([
      400,
      ['Mã này đã được dùng 3 lần, giới hạn không thể thấp hơn.'],
    ]);
    expect((await put(5, 1)).body.per_user_limit).toEqual([expect.stringMatching(/^Có khách đã dùng mã này 2 lần/)]);
    expect(answer(await put(3, 2), Coupon)).toMatchObject({ used_count: 3, usage_limit: 3, per_user_limit: 2 });
    expect(answer(await put(null, null), Coupon)).toMatchObject({ used_count: 3, usage_limit: null });
  });

  test('deletes a used one; the order keeps its code and its discount', async () => {
    const [admin, shopper] = [await given.admin(), await given.shopper({ balance: 85_000 })];
    const { id, code } = await given.coupon();
    const order = await use(shopper, code);
    expect((await admin.delete(`/api/coupons/${id}/`)).status).toBe(204);
    const kept = { coupon_code: code, discount: 20_000, totalPrice: 85_000 };
    expect(await shopper.order(order)).toMatchObject(kept);
    expect((await shopper.post('/api/paybox/payment/', { order_id: order })).status).toBe(200);
    expect((await check(shopper, code)).status).toBe(400);
  });

  test('lists them newest first, with or without pages', async () => {
    await shop().db.query('DELETE FROM coupons');
    const admin = await given.admin();
    const [first, second, third] = [await given.coupon(), await given.coupon(), await given.coupon({ usageLimit: 9 })];
    await use(await given.shopper(), third.code);
    const all = await admin.get('/api/coupons/');
    expect(all.headers).toMatchObject({ 'x-total-count': '3', 'cache-control': 'no-store' });
    const coupons = answer(all, ListedCoupon.array());
    expect(coupons.map(({ id, used_count }) => [id, used_count])).toEqual([
      [third.id, 1],
      [second.id, 0],
      [first.id, 0],
    ]);
    const page = answer(await admin.get('/api/coupons/?page=2&page_size=2'), pageSchema(ListedCoupon));
    expect(page).toEqual({ count: 3, page: 2, page_size: 2, results: [coupons[2]] });
    expect(answer(await admin.get('/api/coupons/?page=9'), pageSchema(ListedCoupon)).results).toEqual([]);
    for (const query of ['page=0', 'page=x', 'page=1&page_size=101', 'state=lost', 'sort=price']) {
      expect((await admin.get(`/api/coupons/?${query}`)).status).toBe(400);
    }
  });

  test('filters them by word and state, and sorts them', async () => {
    await shop().db.query('DELETE FROM coupons');
    const admin = await given.admin();
    const soon = new Date(Date.now() + 86_400_000);
    const past = new Date('2021-01-01');
    await given.coupon({ code: 'CHẠY', description: 'Giảm 10% hè', discountAmount: 5, validTo: soon });
    await given.coupon({ code: 'CÒN CHỖ', usageLimit: 2, discountAmount: 9 });
    await given.coupon({ code: 'SẮP', validFrom: soon });
    await given.coupon({ code: 'QUA', validTo: past });
    await given.coupon({ code: 'TẮT', isActive: false, validTo: past });
    const { code } = await given.coupon({ code: 'HẾT', usageLimit: 1 });
    await use(await given.shopper(), code);
    const matches = async (query: string) =>
      answer(await admin.get(`/api/coupons/?page=1&${query}`), pageSchema(ListedCoupon)).results.map(
        (each) => each.code,
      );
    const all = answer(await admin.get('/api/coupons/?page=1'), pageSchema(ListedCoupon)).results;
    expect(all.map((each) => [each.code, each.state])).toEqual([
      ['HẾT', 'used_up'],
      ['TẮT', 'off'],
      ['QUA', 'ended'],
      ['SẮP', 'upcoming'],
      ['CÒN CHỖ', 'running'],
      ['CHẠY', 'running'],
    ]);
    expect(await matches('state=running')).toEqual(['CÒN CHỖ', 'CHẠY']);
    expect(await matches('state=used_up')).toEqual(['HẾT']);
    expect(await matches('state=')).toHaveLength(6);
    expect(await matches('search=con cho')).toEqual(['CÒN CHỖ']);
    expect(await matches('search=10%25 HE')).toEqual(['CHẠY']);
    expect(await matches('search=tat&state=running')).toEqual([]);
    expect((await matches('sort=uses-desc'))[0]).toBe('HẾT');
    expect((await matches('sort=end-asc')).slice(0, 3)).toEqual(['TẮT', 'QUA', 'CHẠY']);
    expect(await matches('sort=discount-desc&state=running')).toEqual(['CÒN CHỖ', 'CHẠY']);
    expect(await matches('sort=code-asc&state=running')).toEqual(['CHẠY', 'CÒN CHỖ']);
  });

  test('records each change in the audit log, and nothing when nothing changed', async () => {
    const admin = await given.admin();
    const { id } = answer(await admin.post('/api/coupons/', wanted({ code: 'SỔ' })), Coupon, 201);
    await admin.put(`/api/coupons/${id}/`, wanted({ code: 'SỔ', is_active: false, discount_amount: 1 }));
    await admin.put(`/api/coupons/${id}/`, wanted({ code: 'SỔ', is_active: false, discount_amount: 1 }));
    await admin.put(`/api/coupons/${id}/`, wanted({ code: ' ' }));
    await admin.delete(`/api/coupons/${id}/`);
    const entries = answer(await admin.get(`/api/admin/audit/?subject=coupon&subject_id=${id}`), AuditEntry.array());
    const facts = { code: 'SỔ', valid_from: '2026-12-31T17:00:00.000Z', usage_limit: 100 };
    expect(entries).toMatchObject([
      { action: 'delete', subject_name: 'SỔ', before: { ...facts, is_active: false }, after: null },
      { action: 'update', actor: { id: admin.id } },
      { action: 'create', before: null, after: { ...facts, discount_amount: 50_000 } },
    ]);
    expect(entries[1]).toMatchObject({
      before: { is_active: true, discount_amount: 50_000 },
      after: { is_active: false, discount_amount: 1 },
    });
    expect(Object.keys(entries[1]?.after ?? {}).toSorted()).toEqual(['discount_amount', 'is_active']);
  });
});
