import { Detail } from '../../../src/contract/common.js';
import { Me } from '../../../src/contract/accounts/profile.js';
import { answer, openShop, shop, visitor } from '../../support/client.js';
import { given } from '../../support/given.js';

openShop();

test('the newsletter thanks a new address with 201, a known one with 200', async () => {
  const subscribe = (email: string) => visitor().post('/api/newsletter/', { email });
  answer(await subscribe('An@Example.com'), Detail, 201);
  answer(await subscribe(' an@example.com '), Detail, 200);
  expect(await shop().db.query('SELECT email FROM newsletter_subscribers')).toEqual([{ email: 'An@Example.com' }]);
});

test.each([
  ['whose mailbox is not proved has no subscription', false],
  ['whose mailbox is proved has the subscription', true],
])('an account %s of its e-mail', async (_, isProved) => {
  const caller = await given.shopper({ password: 'mat-khau-1' });
  const { email } = answer(await caller.get('/auth/users/me/'), Me);
  await visitor().post('/api/newsletter/', { email });
  if (isProved) await given.provedMailbox(caller);
  const subscribed = () =>
    shop().db.query<object[]>('SELECT email FROM newsletter_subscribers WHERE email = $1', [email]);
  const { newsletter } = (await caller.get('/auth/users/me/data/')).body as { newsletter: object[] };
  expect(newsletter).toHaveLength(isProved ? 1 : 0);
  expect((await caller.post('/auth/users/me/close/', { current_password: 'mat-khau-1' })).status).toBe(204);
  expect(await subscribed()).toHaveLength(isProved ? 0 : 1);
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
