import { Me } from '../../../src/contract/accounts/profile.js';
import { SignedIn } from '../../../src/contract/accounts/auth.js';
import { Client, answer, openShop, shop, visitor } from '../../support/client.js';

openShop({ ADMIN_USERNAME: 'chu', ADMIN_EMAIL: 'chu@example.com', ADMIN_PASSWORD: 'chu-shop-1' });

const signIn = (username: unknown, password: unknown = 'mat-khau-1') =>
  visitor().post('/auth/jwt/create/', { username, password });

describe('signing in', () => {
  test('works with the e-mail too, and tells an administrator', async () => {
    expect(answer(await signIn('CHU@example.com', 'chu-shop-1'), SignedIn).isAdmin).toBe(true);
    const { access } = answer(await signIn('chu', 'chu-shop-1'), SignedIn);
    expect(answer(await new Client(access).get('/auth/users/me/'), Me).id).toBe(1);
  });

  test.each([
    [undefined, 'x'],
    ['chu', undefined],
    ['chu', ''],
    [5, 'x'],
    [['chu'], 'x'],
    ['chu', { length: 8 }],
  ])('answers 400 to %j and %j', async (username, password) => {
    const reply = await visitor().post('/auth/jwt/create/', { username, password });
    expect(reply.status).toBe(400);
  });

  test('does not fail on a zero byte or half a surrogate pair', async () => {
    expect((await signIn('chu\u0000', 'x')).status).toBeLessThan(500);
    expect((await signIn('\ud800', '\udc00')).status).toBe(401);
  });
});

test('a deactivated account: 403 with the right password and on every call, 401 with a wrong one', async () => {
  await visitor().post('/auth/users/', { username: 'nghi', email: 'nghi@example.com', password: 'mat-khau-1' });
  const { access, refresh } = answer(await signIn('nghi'), SignedIn);
  await shop().db.query(`UPDATE users SET is_active = false WHERE username = 'nghi'`);
  expect((await signIn('nghi')).status).toBe(403);
  expect((await signIn('nghi', 'wrong-one')).status).toBe(401);
  expect((await new Client(access).get('/auth/users/me/')).status).toBe(403);
  expect((await visitor().post('/auth/jwt/refresh/', { refresh })).status).toBe(401);
  // On a public call they are an anonymous visitor.
  expect((await new Client(access).get('/healthz')).status).toBe(200);
});
