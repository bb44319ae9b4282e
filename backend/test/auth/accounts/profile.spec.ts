import { Me } from '../../../src/contract/accounts/profile.js';
import { SignedIn } from '../../../src/contract/accounts/auth.js';
import { Client, answer, openShop, shop, visitor } from '../../support/client.js';
import { given, statuses, times } from '../../support/given.js';
import { passTime } from '../../support/clock.js';

openShop();

const PASSWORD = 'mat-khau-1';
const shopper = () => given.shopper({ password: PASSWORD });
const me = async (caller: Client) => answer(await caller.get('/auth/users/me/'), Me);
const signIn = (username: string, password: string) => visitor().post('/auth/jwt/create/', { username, password });

describe('a profile', () => {
  test('changes the fields that are sent, keeps the others, and clears a field that is empty', async () => {
    const caller = await shopper();
    const profile = {
      first_name: ' Mai ',
      last_name: 'Trần Thị',
      phone: '+84912345678',
      gender: 'female',
      birth_date: '1999-02-28',
      address: '1 Lê Lợi, Huế',
    };
    const changed = answer(await caller.patch('/auth/users/me/', profile), Me);
    expect(changed).toMatchObject({ ...profile, first_name: 'Mai', username: caller.username });
    expect(answer(await caller.patch('/auth/users/me/', { phone: '' }), Me)).toEqual({ ...changed, phone: '' });
    const cleared = { first_name: '', last_name: '', gender: '', birth_date: '', address: '' };
    expect(answer(await caller.patch('/auth/users/me/', cleared), Me)).toMatchObject(cleared);
    expect(await me(caller)).toMatchObject(cleared);
    expect(answer(await caller.patch('/auth/users/me/', {}), Me)).toEqual(await me(caller));
  });

  test.each([
    ['phone', '12345678'],
    ['phone', '1234567890123456'],
    ['phone', '09-12-34-56-78'],
    ['phone', '++84912345678'],
    ['gender', 'female '],
    ['birth_date', '1999-02-29'],
    ['birth_date', '28/02/1999'],
    ['birth_date', '2999-01-01'],
    ['birth_date', '0000-01-01'],
    ['birth_date', new Date().toISOString().slice(0, 10)],
    ['first_name', 'x'.repeat(256)],
    ['address', 5],
    ['address', 'a\u0000b'],
    ['username', ''],
    ['username', 'a b'],
    ['email', ''],
    ['email', 'nobody'],
    ['password', '12345'],
  ])('refuses %s %j', async (field, value) => {
    const caller = await shopper();
    const before = await me(caller);
    const reply = await caller.patch('/auth/users/me/', { [field]: value, current_password: PASSWORD });
    expect(reply.status).toBe(400);
    expect(reply.body).toHaveProperty(field);
    expect(await me(caller)).toEqual(before);
  });

  test.each(['1899-12-31', '0001-01-01'])('takes %s as a day that has passed', async (birth_date) => {
    const caller = await shopper();
    expect(answer(await caller.patch('/auth/users/me/', { birth_date }), Me).birth_date).toBe(birth_date);
    expect((await me(caller)).birth_date).toBe(birth_date);
  });

  test('ignores fields that its owner may not change', async () => {
    const caller = await shopper();
    const before = await me(caller);
    const wish = {
      id: 1,
      isAdmin: true,
      is_staff: true,
      is_active: false,
      balance: 5,
      avatar: '/x.svg',
      closed_at: 'now',
    };
    expect(answer(await caller.patch('/auth/users/me/', wish), Me)).toEqual(before);
  });

  test('accepts a free user name, and refuses one that another account uses as name or e-mail', async () => {
    const caller = await shopper();
    const other = await shopper();
    const { email } = await me(other);
    expect(answer(await caller.patch('/auth/users/me/', { username: 'Tên-Mới' }), Me).username).toBe('Tên-Mới');
    expect(answer(await caller.patch('/auth/users/me/', { username: 'TÊN-mới' }), Me).username).toBe('TÊN-mới');
    for (const username of [other.username.toUpperCase(), email.toUpperCase()]) {
      const reply = await caller.patch('/auth/users/me/', { username });
      expect([reply.status, Object.keys(reply.body)]).toEqual([400, ['detail', 'error', 'username']]);
    }
    const taken = await caller.patch('/auth/users/me/', { email: email.toUpperCase(), current_password: PASSWORD });
    expect([taken.status, Object.keys(taken.body)]).toEqual([400, ['detail', 'error', 'email']]);
  });

  test('a user name that is an e-mail address changes with the e-mail', async () => {
    const caller = await shopper();
    const { email } = await me(caller);
    const update = (body: object) => caller.patch('/auth/users/me/', { ...body, current_password: PASSWORD });
    const refused = async (body: object) => {
      const reply = await update(body);
      expect([reply.status, Object.keys(reply.body)]).toEqual([400, ['detail', 'error', 'username']]);
    };
    await refused({ username: 'hong@example.com' });
    expect(answer(await update({ username: email.toUpperCase() }), Me).username).toBe(email.toUpperCase());
    // The old address would stay blocked for its owner.
    await refused({ email: 'hong@example.com' });
    await refused({ email: 'hong@example.com', username: email });
    const moved = { email: 'hong@example.com', username: 'hong@example.com' };
    expect(answer(await update(moved), Me)).toMatchObject(moved);
    expect(answer(await update({ username: 'hong', email: 'hong-2@example.com' }), Me).username).toBe('hong');
  });

  test('a user name from before that rule stays until the name or the e-mail changes', async () => {
    const caller = await shopper();
    const { email } = await me(caller);
    const username = 'tu-truoc@example.com';
    await shop().db.query('UPDATE users SET username = $2, username_key = $2 WHERE id = $1', [caller.id, username]);
    const unchanged = await caller.patch('/auth/users/me/', { username, email, first_name: 'Mai' });
    expect(answer(unchanged, Me)).toMatchObject({ username, first_name: 'Mai' });
  });

  test('gives a user name to one of many concurrent changes', async () => {
    const callers = await times(8, shopper);
    const replies = await Promise.all(callers.map((each) => each.patch('/auth/users/me/', { username: 'một-người' })));
    expect(statuses(replies)).toEqual({ 200: 1, 400: 7 });
  });

  test('needs the current password to change the e-mail, not to repeat it', async () => {
    const caller = await shopper();
    const { email } = await me(caller);
    expect((await caller.patch('/auth/users/me/', { email, first_name: 'Mai' })).status).toBe(200);
    for (const current_password of [undefined, '', 'wrong-one']) {
      const reply = await caller.patch('/auth/users/me/', { email: 'moi@example.com', current_password });
      expect([reply.status, Object.keys(reply.body)]).toEqual([400, ['detail', 'error', 'current_password']]);
    }
    const update = { email: 'moi@example.com', current_password: PASSWORD };
    expect(answer(await caller.patch('/auth/users/me/', update), Me).email).toBe('moi@example.com');
    expect((await signIn('moi@example.com', PASSWORD)).status).toBe(200);
    expect((await signIn(email, PASSWORD)).status).toBe(401);
  });
});

describe('a new password', () => {
  const changes: [string, (caller: Client, current?: string) => ReturnType<Client['post']>, number][] = [
    [
      'set_password',
      (caller, current_password) => caller.post('/auth/users/set_password/', { current_password, password: 'moi-123' }),
      204,
    ],
    [
      'set_password with new_password',
      (caller, current_password) =>
        caller.post('/auth/users/set_password/', { current_password, new_password: 'moi-123' }),
      204,
    ],
    [
      'the profile',
      (caller, current_password) => caller.patch('/auth/users/me/', { current_password, password: 'moi-123' }),
      200,
    ],
  ];

  test.each(changes)('by %s ends every other session and keeps the current one', async (_name, change, status) => {
    const { username } = await shopper();
    const used = answer(await signIn(username, PASSWORD), SignedIn);
    const other = answer(await signIn(username, PASSWORD), SignedIn);
    const caller = new Client(used.access);
    expect((await new Client(other.access).get('/auth/users/me/')).status).toBe(200);
    expect((await change(caller, PASSWORD)).status).toBe(status);
    expect((await caller.get('/auth/users/me/')).status).toBe(200);
    expect((await visitor().post('/auth/jwt/refresh/', { refresh: used.refresh })).status).toBe(200);
    expect((await new Client(other.access).get('/auth/users/me/')).status).toBe(401);
    expect((await visitor().post('/auth/jwt/refresh/', { refresh: other.refresh })).status).toBe(401);
    expect((await signIn(username, PASSWORD)).status).toBe(401);
    expect((await signIn(username, 'moi-123')).status).toBe(200);
  });

  test.each(changes)('by %s needs the current password', async (_name, change) => {
    const caller = await shopper();
    for (const current of [undefined, '', 'wrong-one']) {
      const reply = await change(caller, current);
      expect([reply.status, Object.keys(reply.body)]).toEqual([400, ['detail', 'error', 'current_password']]);
    }
    expect((await signIn(caller.username, PASSWORD)).status).toBe(200);
  });

  test('is validated as at registration', async () => {
    const caller = await shopper();
    for (const password of [undefined, '', '12345', 'x'.repeat(129), 5]) {
      const reply = await caller.post('/auth/users/set_password/', { current_password: PASSWORD, password });
      expect([reply.status, Object.keys(reply.body)]).toEqual([400, ['detail', 'error', 'password']]);
    }
    for (const body of ['[]', 'null', '"x"']) {
      expect((await caller.post('/auth/users/set_password/', body)).status).toBe(400);
    }
  });

  test('wins over another that was asked for at once', async () => {
    const caller = await shopper();
    const replies = await times(6, (i) =>
      caller.post('/auth/users/set_password/', { current_password: PASSWORD, password: `moi-12${i}` }),
    );
    expect(statuses(replies)[204]).toBe(1);
    const works = await times(6, (i) => signIn(caller.username, `moi-12${i}`));
    expect(works.map(({ status }) => status === 200)).toEqual(replies.map(({ status }) => status === 204));
  });

  test('is set by mail for an account that has none', async () => {
    const caller = await given.shopper();
    const reply = await caller.post('/auth/users/set_password/', { current_password: 'x', password: 'moi-123' });
    expect(reply.status).toBe(400);
    expect(reply.body.detail).toMatch(/chưa có mật khẩu/);
  });
});

test('a token for an account that was erased is worth nothing', async () => {
  const caller = await shopper();
  await shop().db.query('DELETE FROM users WHERE id = $1', [caller.id]);
  passTime(1_001);
  expect((await caller.get('/auth/users/me/')).status).toBe(401);
});
