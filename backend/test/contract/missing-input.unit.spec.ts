import { CreateWebhookEndpoint } from '../../src/contract/administration/webhooks.js';
import { SaveProduct } from '../../src/contract/catalog/products.js';
import { ConfirmTransfer } from '../../src/contract/money/bank-transfers.js';
import { SaveCoupon } from '../../src/contract/orders/coupons.js';

/** The sentences about a body, by field. */
const sentences = (
  schema: typeof SaveProduct | typeof SaveCoupon | typeof ConfirmTransfer | typeof CreateWebhookEndpoint,
  body: object,
) =>
  Object.fromEntries(schema.safeParse(body).error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? []);

test.each([null, undefined])('an amount that is %s is asked for', (amount) => {
  expect(sentences(ConfirmTransfer, { amount, reference: 'FT1' })).toEqual({ amount: 'Vui lòng nhập số tiền' });
  expect(sentences(SaveCoupon, { discount_amount: amount })).toMatchObject({
    discount_amount: 'Vui lòng nhập số tiền',
  });
  expect(sentences(SaveProduct, { price: amount })).toMatchObject({ price: 'Vui lòng nhập số tiền' });
});

test.each(['10%', 1.5])('an amount of %s is no whole number', (amount) => {
  expect(sentences(SaveCoupon, { discount_amount: amount })).toMatchObject({
    discount_amount: 'Số tiền phải là số nguyên',
  });
});

test('an amount below zero is named so', () => {
  expect(sentences(SaveProduct, { price: -1 })).toMatchObject({ price: 'Số tiền không được âm' });
});

test('the missing stock of a product is named beside its other errors', () => {
  expect(sentences(SaveProduct, { name: '', has_variants: false })).toMatchObject({
    name: 'Vui lòng nhập tên sản phẩm',
    countInStock: 'Vui lòng nhập số lượng tồn kho',
  });
  expect(sentences(SaveProduct, { name: '', has_variants: true })).not.toHaveProperty('countInStock');
});

test('a wrong address of a webhook is named beside its other errors', () => {
  expect(sentences(CreateWebhookEndpoint, { url: 'not a url', events: [] })).toMatchObject({
    url: expect.stringMatching(/^Địa chỉ không hợp lệ/),
    events: 'Vui lòng chọn ít nhất một sự kiện',
  });
  expect(sentences(CreateWebhookEndpoint, { url: '', events: [] })).toMatchObject({
    url: 'Vui lòng nhập địa chỉ nhận',
  });
});
