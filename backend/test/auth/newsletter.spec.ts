import { Detail } from '../../src/contract/common.js';
import { answer, openShop, shop, visitor } from '../support/client.js';

openShop();

test('the newsletter thanks a new address with 201, a known one with 200', async () => {
  const subscribe = (email: string) => visitor().post('/api/newsletter/', { email });
  answer(await subscribe('An@Example.com'), Detail, 201);
  answer(await subscribe(' an@example.com '), Detail, 200);
  expect(await shop().db.query('SELECT email FROM newsletter_subscribers')).toEqual([{ email: 'An@Example.com' }]);
});

test.each([
  [{}],
  [{ email: '' }],
  [{ email: 'x' }],
  [{ email: 7 }],
  [{ email: null }],
  [{ email: `${'a'.repeat(250)}@b.vn` }],
  ['{'],
])('subscribing %j to the newsletter is a 400', async (body) => {
  expect((await visitor().post('/api/newsletter/', body)).status).toBe(400);
});
