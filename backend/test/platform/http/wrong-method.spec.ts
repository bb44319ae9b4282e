import request from 'supertest';
import { openShop, shop } from '../../support/client.js';
import { given } from '../../support/given.js';

openShop();

test.each<['put' | 'patch' | 'delete', string]>([
  ['put', '/auth/users/me/'],
  ['delete', '/auth/users/me'],
  ['patch', '/auth/users/set_password/'],
  ['delete', '/auth/users/reset_password/'],
  ['put', '/api/coupons/check/'],
])('%s %s, which is no call, answers 404 whoever calls', async (method, path) => {
  for (const access of [undefined, (await given.shopper()).access, (await given.admin()).access]) {
    const call = request(shop().url)[method](path);
    const { status } = await (access === undefined ? call : call.set('Authorization', `JWT ${access}`)).send({});
    expect(status).toBe(404);
  }
});

test('an id that is a word answers 404 as one that is malformed does', async () => {
  const shopper = await given.shopper();
  for (const id of ['abc', '1e3', '0', '-1', '9223372036854775808']) {
    const { status, body } = await shopper.get(`/api/orders/${id}/`);
    expect([id, status, body]).toEqual([id, 404, { detail: 'Không tìm thấy', error: 'Không tìm thấy' }]);
  }
});
