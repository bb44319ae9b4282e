import { openShop } from '../../support/client.js';
import { given, type Shopper } from '../../support/given.js';

openShop();

let shopper: Shopper;
beforeAll(async () => {
  shopper = await given.shopper();
});

test.each<[string, 'post' | 'patch', string, object | string, object]>([
  ['a list instead of an object', 'post', '/auth/jwt/create/', '[]', { body: ['Giá trị không hợp lệ'] }],
  ['a number instead of a text', 'patch', '/auth/users/me/', { address: 5 }, { address: ['Giá trị không hợp lệ'] }],
  ['null', 'patch', '/auth/users/me/', { address: null }, { address: ['Trường này không được để trống'] }],
  ['a long text', 'post', '/auth/jwt/create/', { otp: 'x'.repeat(21) }, { otp: ['Tối đa 20 ký tự'] }],
  ['no object', 'post', '/api/placeorder/', {}, { shippingAddress: ['Trường này không được để trống'] }],
  ['no list', 'post', '/api/placeorder/', { orderItems: 'all' }, { orderItems: ['Giá trị không hợp lệ'] }],
])('%s is named in plain Vietnamese', async (_what, method, path, sent, sentences) => {
  const { status, body } = await shopper[method](path, sent);
  expect([status, body]).toMatchObject([400, sentences]);
});
