import request from 'supertest';
import { openShop, shop, visitor } from '../../support/client.js';
import { given, type Shopper } from '../../support/given.js';

openShop();

let shopper: Shopper;
beforeAll(async () => {
  shopper = await given.shopper();
});

test('a call without a body answers the sentences of its missing fields', async () => {
  const { status, body } = await visitor().post('/auth/jwt/create/');
  expect([status, body]).toEqual([
    400,
    {
      detail: 'Vui lòng nhập tên đăng nhập',
      error: 'Vui lòng nhập tên đăng nhập',
      username: ['Vui lòng nhập tên đăng nhập'],
      password: ['Vui lòng nhập mật khẩu'],
    },
  ]);
});

test('a call that needs no field may come without a body', async () => {
  const { status, body } = await request(shop().url)
    .patch('/auth/users/me/')
    .set('Authorization', `JWT ${shopper.access}`);
  expect([status, body]).toMatchObject([200, { username: shopper.username }]);
});

test.each([
  ['text/plain', '{"first_name": "Mai"}'],
  ['application/xml', '<first_name>Mai</first_name>'],
  ['multipart/mixed; boundary=x', '--x--'],
])('a body of the type %s is a 415, and changes nothing', async (type, text) => {
  const call = request(shop().url).patch('/auth/users/me/').set('Authorization', `JWT ${shopper.access}`);
  const { status, body } = await call.set('Content-Type', type).send(text);
  expect([status, Object.keys(body as object)]).toEqual([415, ['detail', 'error']]);
  expect((await shopper.get('/auth/users/me/')).body).toMatchObject({ first_name: '' });
});

test('a form on a call that takes none is a 415', async () => {
  const { status } = await request(shop().url)
    .post('/auth/jwt/create/')
    .field('username', 'mai')
    .field('password', 'x');
  expect(status).toBe(415);
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

test('an answer names at most 50 wrong fields', async () => {
  const admin = await given.admin();
  const { status, body } = await admin.post('/api/admin/products/bulk/', { ids: Array(200).fill('x') });
  const { detail: _detail, error: _error, ...fields } = body as Record<string, unknown>;
  expect([status, Object.keys(fields).length]).toEqual([400, 50]);
});

test.each(['image', 'combined'])(
  'a list that is too long is one error, not one for each item: AI search %s',
  async (by) => {
    const { status, body } = await visitor().post(`/api/ai-search/${by}/`, { ignore: Array(200).fill(0) });
    expect([status, body]).toMatchObject([400, { ignore: ['Giá trị không hợp lệ'] }]);
  },
);
