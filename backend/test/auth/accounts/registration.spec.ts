import { Me } from '../../../src/contract/accounts/profile.js';
import { Registered, SignedIn } from '../../../src/contract/accounts/auth.js';
import { Client, answer, openShop, visitor } from '../../support/client.js';

openShop();

const register = (fields: object) => visitor().post('/auth/users/', { password: 'mat-khau-1', ...fields });
const signIn = (username: unknown, password: unknown = 'mat-khau-1') =>
  visitor().post('/auth/jwt/create/', { username, password });

describe('registering', () => {
  test('creates an account that can sign in and read its profile', async () => {
    const made = answer(await register({ username: 'mai', email: 'mai@example.com' }), Registered, 201);
    const tokens = answer(await signIn('mai'), SignedIn);
    expect(tokens.isAdmin).toBe(false);
    const me = answer(await new Client(tokens.access).get('/auth/users/me/'), Me);
    expect(me).toMatchObject({ id: made.id, username: 'mai', email: 'mai@example.com', isAdmin: false, avatar: null });
  });

  test('accepts letters of any alphabet, and the path without its trailing slash', async () => {
    const reply = await visitor().post('/auth/users', {
      username: 'Đỗ_Ánh.1',
      email: 'anh@example.com',
      password: 'k7-ao2',
    });
    expect(answer(reply, Registered, 201).username).toBe('Đỗ_Ánh.1');
    expect((await signIn('đỗ_ánh.1'.normalize('NFD'), 'k7-ao2')).status).toBe(200);
  });

  test('refuses a user name or e-mail that another account uses as either, ignoring case', async () => {
    await register({ username: 'Lan', email: 'Lan@example.com' });
    expect((await register({ username: 'LAN', email: 'other@example.com' })).body).toHaveProperty('username');
    expect((await register({ username: 'lan2', email: 'lan@EXAMPLE.com' })).body).toHaveProperty('email');
    expect((await register({ username: 'lan@example.com', email: 'x@example.com' })).body).toHaveProperty('username');
    const both = await register({ username: 'lan', email: 'lan@example.com' });
    expect(both.status).toBe(400);
    expect(both.body).toMatchObject({ username: [expect.any(String)], email: [expect.any(String)] });
  });

  test('refuses a user name that is another e-mail address than the account’s, so that its owner can register', async () => {
    const foreign = await register({ username: 'Hoa@example.com', email: 'x@evil.vn' });
    expect([foreign.status, foreign.body]).toMatchObject([
      400,
      { username: ['Tên đăng nhập có dạng email phải trùng với email của tài khoản'] },
    ]);
    expect((await register({ username: 'Hoa@example.com', email: 'hoa@Example.com' })).status).toBe(201);
    for (const [nth, username] of ['@hoa', 'hoa@nha', 'hoa@+-_.', 'hoa.tran'].entries()) {
      expect((await register({ username, email: `hoa-${nth}@example.com` })).status).toBe(201);
    }
  });

  test('gives a user name to one of many concurrent requests', async () => {
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, i) => register({ username: i % 2 ? 'Đua' : 'đua', email: `dua${i}@example.com` })),
    );
    expect(replies.map((reply) => reply.status).sort()).toEqual([201, 400, 400, 400, 400, 400, 400, 400]);
  });

  test.each([
    ['a short name', { username: 'ab' }, 'username'],
    ['a long name', { username: 'a'.repeat(151) }, 'username'],
    ['a name with a space', { username: 'a b c' }, 'username'],
    ['a name that is a number', { username: 5 }, 'username'],
    ['a zero byte', { username: 'a\u0000bc' }, 'username'],
    ['no e-mail', { email: undefined }, 'email'],
    ['a wrong e-mail', { email: 'a@b' }, 'email'],
    ['a short password', { password: '12345' }, 'password'],
    ['a long password', { password: 'x'.repeat(129) }, 'password'],
    ['a password that is an object', { password: { $ne: 1 } }, 'password'],
    ['another password again', { re_password: 'mat-khau-2' }, 're_password'],
  ])('refuses %s', async (_name, fields, field) => {
    const reply = await register({ username: 'tốt', email: 'tot@example.com', ...fields });
    expect(reply.status).toBe(400);
    expect(reply.body).toHaveProperty(field);
    expect(reply.body.detail).toBe(reply.body[field][0]);
    expect(reply.body.error).toBe(reply.body.detail);
  });

  test('ignores fields that it does not define', async () => {
    const fields = {
      username: 'gian',
      email: 'gian@example.com',
      isAdmin: true,
      is_staff: true,
      is_active: false,
      id: 99_999,
    };
    expect(answer(await register(fields), Registered, 201).id).not.toBe(99_999);
    expect(answer(await signIn('gian'), SignedIn).isAdmin).toBe(false);
  });

  test.each(['{"username":', '[]', '"text"', 'null', ''])('answers 400 to the body %j', async (body) => {
    expect((await visitor().post('/auth/users/', body)).status).toBe(400);
  });
});

test.each(['123456', 'matkhau123', 'x'.repeat(6), 'x'.repeat(128)])(
  'a password of 6 to 128 characters is taken outside production, however common: %s',
  async (password) => {
    const username = `pho-bien-${password.length}-${password.slice(0, 7)}`;
    answer(await register({ username, email: `${username}@example.com`, password }), Registered, 201);
    expect((await signIn(username, password)).status).toBe(200);
  },
);
