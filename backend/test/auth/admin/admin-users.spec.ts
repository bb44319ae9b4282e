import { AdminUser } from '../../../src/contract/accounts/admin-users.js';
import { Me } from '../../../src/contract/accounts/profile.js';
import { Registered, SignedIn } from '../../../src/contract/accounts/auth.js';
import { pageSchema } from '../../../src/contract/common.js';
import { Order } from '../../../src/contract/orders/orders.js';
import { OrderExpiry } from '../../../src/orders/expiry/expiry.js';
import { answer, openShop, shop, visitor } from '../../support/client.js';
import { given, type Shopper } from '../../support/given.js';
import { changeCatalogue } from '../../catalog/stocked.js';

openShop();

const PASSWORD = 'mat-khau-1';
const Users = AdminUser.array();
const Page = pageSchema(AdminUser);
/** An administrator needs it to change an e-mail, a password or a role. */
const OWN = { current_password: PASSWORD };
const UNKNOWN = [0, -1, 'abc', '1e3', 999_999, '9223372036854775808'];

const signIn = (username: string, password: string) => visitor().post('/auth/jwt/create/', { username, password });
const names = (count = Math.random()) => ({ username: `người-${count}`, email: `nguoi-${count}@example.com` });

/** The audit log's entries about accounts, newest first. */
const log = (admin: Shopper, query: string) => admin.audit(`subject=user&${query}`);

describe('the list of users', () => {
  test('the list of users is an array, newest first, or pages that can be searched and filtered', async () => {
    const admin = await given.admin();
    const mai = await given.shopper();
    await mai.patch('/auth/users/me/', { last_name: 'Trần Thị', first_name: 'Ánh Mai', phone: '0911222333' });
    const off = await given.shopper();
    await admin.patch(`/auth/users/${off.id}/`, { is_active: false });

    const reply = await admin.get('/auth/users/');
    const all = answer(reply, Users);
    expect(all.map(({ id }) => id)).toEqual([off.id, mai.id, admin.id, 1]);
    expect(reply.headers['x-total-count']).toBe('4');
    expect(all[1]).toEqual({
      id: mai.id,
      username: mai.username,
      email: expect.stringContaining('@') as string,
      first_name: 'Ánh Mai',
      last_name: 'Trần Thị',
      is_active: true,
      is_staff: false,
      date_joined: expect.any(String) as string,
    });

    const ids = async (query: string) =>
      answer(await admin.get(`/auth/users/?page=1&${query}`), Page).results.map((u) => u.id);
    expect(answer(await admin.get('/auth/users/?page=2&page_size=3'), Page)).toMatchObject({
      count: 4,
      page: 2,
      page_size: 3,
      results: [{ id: 1 }],
    });
    expect(await ids('search=ANH%20mai')).toEqual([mai.id]);
    expect(await ids('search=tran%20thi%20anh')).toEqual([mai.id]);
    expect(await ids('search=1122')).toEqual([mai.id]);
    expect(await ids(`search=${encodeURIComponent(off.username)}`)).toEqual([off.id]);
    expect(await ids('search=%25')).toEqual([]);
    expect(await ids('search=_')).toEqual([]);
    expect(await ids('is_active=false')).toEqual([off.id]);
    expect(await ids('is_staff=true')).toEqual([admin.id, 1]);
    expect(await ids('is_staff=0&is_active=1&search=')).toEqual([mai.id]);
    expect(answer(await admin.get('/auth/users/?page=9'), Page)).toMatchObject({ count: 4, results: [] });
  });

  test.each(['0913345678', '+84913345678'])('finds the phone %s however the search is typed', async (phone) => {
    const [admin, shopper] = [await given.admin(), await given.shopper()];
    await shopper.patch('/auth/users/me/', { phone });
    const found = async (search: string) =>
      answer(await admin.get(`/auth/users/?page=1&search=${encodeURIComponent(search)}`), Page).results.map(
        (u) => u.id,
      );
    for (const search of ['0913345678', '0913 345 678', '0913.345.678', '+84 913 345 678', '45 678']) {
      expect(await found(search)).toContain(shopper.id);
    }
    expect(await found('0913 345 679')).not.toContain(shopper.id);
  });

  test('users are filtered by the day of joining in the shop’s time zone, and sorted', async () => {
    const admin = await given.admin();
    const [bo, an] = [await given.shopper(), await given.shopper()];
    const join = (id: number, username: string, joined: string) =>
      shop().db.query('UPDATE users SET username = $2, username_key = $2, date_joined = $3 WHERE id = $1', [
        id,
        username,
        joined,
      ]);
    // Half past eleven in the evening, and half past midnight, in Vietnam.
    await join(bo.id, 'sắp-xếp-bo', '2024-05-01T16:30:00Z');
    await join(an.id, 'sắp-xếp-an', '2024-05-01T17:30:00Z');
    const ids = async (query: string) =>
      answer(await admin.get(`/auth/users/?page=1&search=sap-xep&${query}`), Page).results.map((u) => u.id);
    expect(await ids('from=2024-05-01&to=2024-05-01')).toEqual([bo.id]);
    expect(await ids('from=2024-05-02')).toEqual([an.id]);
    expect(await ids('sort=')).toEqual([an.id, bo.id]);
    expect(await ids('sort=date-asc')).toEqual([bo.id, an.id]);
    expect(await ids('sort=name-asc')).toEqual([an.id, bo.id]);
    expect(await ids('sort=name-desc')).toEqual([bo.id, an.id]);
  });

  test('an export of users has no secrets, and the audit log records it', async () => {
    const admin = await given.admin();
    const user = await given.shopper({ password: PASSWORD });
    await user.patch('/auth/users/me/', { first_name: '=1+1', phone: '+84911222333' });
    const reply = await admin.get(`/auth/users/export/?search=${encodeURIComponent(user.username)}`);
    expect(reply.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="nguoi-dung.csv"',
    });
    const [head, row, ...rest] = reply.text.trim().split('\r\n');
    expect(head?.replace('\ufeff', '')).toBe(
      'Mã,Tên đăng nhập,Email,Họ,Tên,Điện thoại,Vai trò,Trạng thái,Ngày tham gia',
    );
    expect(row).toMatch(
      new RegExp(`^${user.id},${user.username},.*@example.com,,'=1\\+1,'\\+84911222333,Khách hàng,Hoạt động,20`),
    );
    expect(rest).toEqual([]);
    expect(reply.text).not.toMatch(/argon2/);
    expect(await log(admin, 'action=export')).toMatchObject([{ actor: { id: admin.id }, after: { search: true } }]);
  });

  test.each([
    'page=0',
    'page=1&page_size=101',
    'page=1&is_active=maybe',
    'page=1&search=a&search=b',
    'sort=random',
    'from=2024-02-31',
  ])('the list of users refuses %s', async (query) => {
    expect((await (await given.admin()).get(`/auth/users/?${query}`)).status).toBe(400);
  });
});

describe('an administrator', () => {
  test('an administrator registers an account by typing the password twice', async () => {
    const admin = await given.admin();
    const wish = { ...names(), password: PASSWORD };
    const typo = await admin.post('/auth/users/', { ...wish, re_password: 'mat-khau-2' });
    expect([typo.status, Object.keys(typo.body)]).toEqual([400, ['detail', 'error', 're_password']]);
    const made = answer(await admin.post('/auth/users/', { ...wish, re_password: PASSWORD }), Registered, 201);
    expect((await signIn(made.username, PASSWORD)).status).toBe(200);
  });

  test('an administrator changes an account’s names, and its password only if one is typed, which ends its logins', async () => {
    const admin = await given.admin({ password: PASSWORD });
    const user = await given.shopper({ password: PASSWORD });
    const renamed = names();
    const put = (body: object) => admin.put(`/auth/users/${user.id}/`, { ...body, ...OWN });
    for (const password of [undefined, '']) {
      expect(answer(await put({ ...renamed, password, is_staff: true }), AdminUser)).toMatchObject({
        ...renamed,
        is_staff: false,
      });
    }
    expect((await user.get('/auth/users/me/')).status).toBe(200);
    expect((await signIn(renamed.email, PASSWORD)).status).toBe(200);
    answer(await put({ ...renamed, password: 'moi-1234' }), AdminUser);
    expect((await user.get('/auth/users/me/')).status).toBe(401);
    expect((await signIn(renamed.username, PASSWORD)).status).toBe(401);
    expect((await signIn(renamed.username, 'moi-1234')).status).toBe(200);
  });

  test('changing an e-mail, a password or a role needs the administrator’s own current password', async () => {
    const admin = await given.admin({ password: PASSWORD });
    const user = await given.shopper({ password: 'mat-khau-2' });
    for (const target of [user, admin]) {
      const { username, email } = answer(await target.get('/auth/users/me/'), Me);
      const path = `/auth/users/${target.id}/`;
      const guarded: (readonly ['put' | 'patch', object])[] = [
        ['put', { username, email: `moi-${target.id}@example.com` }],
        ['put', { username, email, password: 'moi-1234' }],
        ...(target === user ? ([['patch', { is_staff: true, is_active: false }]] as const) : []),
      ];
      for (const [method, body] of guarded) {
        for (const current_password of [undefined, '', 'wrong-one', 'mat-khau-2']) {
          const reply = await admin[method](path, { ...body, current_password });
          expect([reply.status, Object.keys(reply.body)]).toEqual([400, ['detail', 'error', 'current_password']]);
        }
      }
      expect(answer(await target.get('/auth/users/me/'), Me)).toMatchObject({ username, email });
      // What is as it was, and a user name, need none.
      const renamed = { username: `tên-khác-${target.id}`, email, password: '' };
      expect(answer(await admin.put(path, renamed), AdminUser)).toMatchObject({ username: renamed.username, email });
    }
    expect(answer(await admin.patch(`/auth/users/${user.id}/`, { is_staff: false }), AdminUser).is_staff).toBe(false);
    expect((await signIn(`tên-khác-${user.id}`, 'mat-khau-2')).status).toBe(200);
    expect((await signIn(`tên-khác-${admin.id}`, PASSWORD)).status).toBe(200);
  });

  test('a locked administrator is refused with 403; unlocking needs no password and ends their logins from before', async () => {
    const [admin, target] = [await given.admin(), await given.admin({ password: PASSWORD })];
    const path = `/auth/users/${target.id}/`;
    const { refresh } = answer(await signIn(target.username, PASSWORD), SignedIn);
    const renew = async () => (await visitor().post('/auth/jwt/refresh/', { refresh })).status;
    expect((await admin.patch(path, { is_active: false })).status).toBe(200);
    for (const url of ['/auth/users/me/', '/auth/users/']) expect((await target.get(url)).status).toBe(403);
    expect([await renew(), (await signIn(target.username, PASSWORD)).status]).toEqual([401, 403]);
    expect(answer(await admin.patch(path, { is_active: true }), AdminUser).is_active).toBe(true);
    expect([(await target.get('/auth/users/me/')).status, await renew()]).toEqual([401, 401]);
    expect((await signIn(target.username, PASSWORD)).status).toBe(200);
  });

  test('unlocking a demoted administrator does not restore earlier logins', async () => {
    const [admin, target] = [await given.admin({ password: PASSWORD }), await given.admin({ password: PASSWORD })];
    const path = `/auth/users/${target.id}/`;
    for (const rights of [{ is_active: false }, { is_staff: false, current_password: PASSWORD }, { is_active: true }]) {
      expect((await admin.patch(path, rights)).status).toBe(200);
    }
    expect((await target.get('/auth/users/me/')).status).toBe(401);
  });

  test('unlocking a shopper needs no password', async () => {
    const [admin, shopper] = [await given.admin(), await given.shopper()];
    for (const is_active of [false, true]) {
      expect(answer(await admin.patch(`/auth/users/${shopper.id}/`, { is_active }), AdminUser).is_active).toBe(
        is_active,
      );
    }
    expect((await shopper.get('/auth/users/me/')).status).toBe(200);
  });

  test('an administrator may give ten wrong current passwords over all calls', async () => {
    const admin = await given.admin({ password: PASSWORD });
    const user = await given.shopper();
    const path = `/auth/users/${user.id}/`;
    const wrong = { current_password: 'wrong-one' };
    for (let i = 0; i < 5; i++) {
      expect((await admin.put(path, { ...names(), ...wrong })).status).toBe(400);
      expect((await admin.patch(path, { is_staff: true, ...wrong })).status).toBe(400);
    }
    for (const reply of [
      await admin.put(path, { ...names(), ...OWN }),
      await admin.patch(path, { is_staff: true, ...OWN }),
      await admin.post('/auth/users/set_password/', { ...OWN, password: 'moi-1234' }),
    ]) {
      expect(reply.status).toBe(429);
    }
    expect((await admin.patch(path, { is_active: false })).status).toBe(200);
  });

  test('a changed password ends every login, except the one that changed it', async () => {
    const admin = await given.admin({ password: PASSWORD });
    const elsewhere = answer(await signIn(admin.username, PASSWORD), SignedIn);
    const { username, email } = answer(await admin.get('/auth/users/me/'), Me);
    const update = { username, email, password: 'moi-1234', ...OWN };
    answer(await admin.put(`/auth/users/${admin.id}/`, update), AdminUser);
    expect((await admin.get('/auth/users/')).status).toBe(200);
    expect((await visitor().post('/auth/jwt/refresh/', { refresh: elsewhere.refresh })).status).toBe(401);
  });

  test('a taken or invalid name is answered beside its field', async () => {
    const admin = await given.admin({ password: PASSWORD });
    const [user, other] = [await given.shopper(), await given.shopper()];
    const wish = { ...names(), username: other.username.toUpperCase(), ...OWN };
    const taken = await admin.put(`/auth/users/${user.id}/`, wish);
    expect([taken.status, Object.keys(taken.body)]).toEqual([400, ['detail', 'error', 'username']]);
    for (const [field, value] of [
      ['username', ''],
      ['username', 'chu-khac@example.com'],
      ['email', 'x'],
      ['password', '123'],
    ] as const) {
      const reply = await admin.put(`/auth/users/${user.id}/`, { ...names(), ...OWN, [field]: value });
      expect([reply.status, Object.keys(reply.body)]).toEqual([400, ['detail', 'error', field]]);
    }
  });

  test('a locked account is signed out within a second, and can be unlocked', async () => {
    const admin = await given.admin();
    const user = await given.shopper({ password: PASSWORD });
    const { refresh } = answer(await signIn(user.username, PASSWORD), SignedIn);
    expect((await user.get('/auth/users/me/')).status).toBe(200);
    expect(answer(await admin.patch(`/auth/users/${user.id}/`, { is_active: false }), AdminUser).is_active).toBe(false);
    expect((await user.get('/auth/users/me/')).status).toBe(403);
    expect((await signIn(user.username, PASSWORD)).status).toBe(403);
    expect((await signIn(user.username, 'wrong-one')).status).toBe(401);
    expect((await visitor().post('/auth/jwt/refresh/', { refresh })).status).toBe(401);
    answer(await admin.patch(`/auth/users/${user.id}/`, { is_active: true }), AdminUser);
    expect((await user.get('/auth/users/me/')).status).toBe(200);
  });

  test('an administrator makes a user an administrator, and reverts it', async () => {
    const admin = await given.admin({ password: PASSWORD });
    const user = await given.shopper();
    expect((await user.get('/auth/users/')).status).toBe(403);
    answer(await admin.patch(`/auth/users/${user.id}/`, { is_staff: true, ...OWN }), AdminUser);
    expect((await user.get('/auth/users/')).status).toBe(200);
    expect(answer(await user.get('/auth/users/me/'), Me).isAdmin).toBe(true);
    answer(await admin.patch(`/auth/users/${user.id}/`, { is_staff: false, ...OWN }), AdminUser);
    expect((await user.get('/auth/users/')).status).toBe(403);
    for (const body of [{ is_active: 'yes' }, { is_staff: 1 }, { is_active: null }]) {
      expect((await admin.patch(`/auth/users/${user.id}/`, body)).status).toBe(400);
    }
    answer(await admin.patch(`/auth/users/${user.id}/`, {}), AdminUser);
  });

  test('administrators cannot take their own rights or delete their own account', async () => {
    const admin = await given.admin();
    expect((await admin.patch(`/auth/users/${admin.id}/`, { is_active: false })).status).toBe(409);
    expect((await admin.patch(`/auth/users/${admin.id}/`, { is_staff: false })).status).toBe(409);
    expect((await admin.delete(`/auth/users/${admin.id}/`)).status).toBe(409);
    expect((await admin.patch(`/auth/users/${admin.id}/`, { is_staff: true })).status).toBe(200);
    expect((await admin.get('/auth/users/')).status).toBe(200);
  });

  test.each([{ is_staff: false }, { is_active: false }])(
    'and another cannot both do %j to each other',
    async (body) => {
      await shop().db.query('UPDATE users SET is_staff = false');
      const [one, two] = [await given.admin({ password: PASSWORD }), await given.admin({ password: PASSWORD })];
      const replies = await Promise.all([
        one.patch(`/auth/users/${two.id}/`, { ...body, ...OWN }),
        two.patch(`/auth/users/${one.id}/`, { ...body, ...OWN }),
      ]);
      // The second is refused under the lock, or by the guard when it comes that late.
      const [done, refused] = replies.map(({ status }) => status).toSorted();
      expect(done).toBe(200);
      expect([403, 409]).toContain(refused);
      const left: unknown[] = await shop().db.query('SELECT 1 FROM users WHERE is_staff AND is_active');
      expect(left).toHaveLength(1);
    },
  );

  test('the account that shoppers write to cannot be deleted', async () => {
    const admin = await given.admin();
    expect((await admin.delete('/auth/users/1/')).status).toBe(409);
  });

  test.each(UNKNOWN)('the unknown user %j answers 404', async (id) => {
    const admin = await given.admin();
    expect((await admin.put(`/auth/users/${id}/`, names())).status).toBe(404);
    expect((await admin.patch(`/auth/users/${id}/`, { is_active: false })).status).toBe(404);
    expect((await admin.delete(`/auth/users/${id}/`)).status).toBe(404);
  });
});

describe('a deleted account', () => {
  test('a deleted account is erased when nothing refers to it, and its names become free', async () => {
    const admin = await given.admin();
    const user = await given.shopper({ password: PASSWORD });
    const { email } = answer(await user.get('/auth/users/me/'), Me);
    await user.balance(); // makes an empty wallet
    await given.provedMailbox(user);
    await user.post('/api/newsletter/', { email });
    expect((await admin.delete(`/auth/users/${user.id}/`)).status).toBe(204);
    expect(await shop().db.query('SELECT 1 FROM users WHERE id = $1', [user.id])).toEqual([]);
    expect(await shop().db.query('SELECT 1 FROM newsletter_subscribers')).toEqual([]);
    expect((await user.get('/auth/users/me/')).status).toBe(401);
    expect((await admin.delete(`/auth/users/${user.id}/`)).status).toBe(404);
    const again = { username: user.username, email, password: PASSWORD };
    answer(await visitor().post('/auth/users/', again), Registered, 201);
  });

  test('a deleted account with orders is closed: the orders stay without personal data', async () => {
    const admin = await given.admin();
    const user = await given.shopper({ balance: 500_000, password: PASSWORD });
    const { refresh } = answer(await signIn(user.username, PASSWORD), SignedIn);
    const { email } = answer(await user.get('/auth/users/me/'), Me);
    await user.patch('/auth/users/me/', { first_name: 'Mai', phone: '0911222333', birth_date: '1999-01-01' });
    const [delivered, open] = [await given.paidOrder(user, { total: 500_000 }), await given.order(user)];
    answer(await admin.patch(`/api/orders/${delivered.id}/`, { isDelivered: true }), Order);

    expect((await admin.delete(`/auth/users/${user.id}/`)).status).toBe(204);
    expect((await user.get('/auth/users/me/')).status).toBe(401);
    expect((await visitor().post('/auth/jwt/refresh/', { refresh })).status).toBe(401);
    expect((await signIn(user.username, PASSWORD)).status).toBe(401);
    expect((await admin.patch(`/auth/users/${user.id}/`, { is_active: true })).status).toBe(404);
    expect(answer(await admin.get('/auth/users/'), Users).map(({ id }) => id)).not.toContain(user.id);

    const closed = { username: `Đã đóng #${user.id}`, email: '' };
    expect(await admin.order(delivered.id)).toMatchObject({ user: closed, shippingAddress: { address: '', city: '' } });
    // What waits for its money keeps its address, until it expires.
    expect(await admin.order(open.id)).toMatchObject({ user: closed, shippingAddress: { city: 'Huế' } });
    await shop().db.query(`UPDATE orders SET created_at = '2020-01-01' WHERE id = $1`, [open.id]);
    await shop().app.get(OrderExpiry).expire(open.id);
    expect(await admin.order(open.id)).toMatchObject({ shippingAddress: { address: '', city: '', postalCode: '' } });

    const [row]: Record<string, unknown>[] = await shop().db.query('SELECT * FROM users WHERE id = $1', [user.id]);
    expect(JSON.stringify(row)).not.toMatch(/Mai|0911222333|1999|khach-|khách-/);
    answer(
      await visitor().post('/auth/users/', { username: user.username, email, password: PASSWORD }),
      Registered,
      201,
    );
  });

  test('a deleted account with a review is closed, and the review stays', async () => {
    const admin = await given.admin();
    const user = await given.shopper();
    const product = await given.product();
    await changeCatalogue(`INSERT INTO reviews (product_id, user_id, rating, comment) VALUES ($1, $2, 5, 'Đẹp')`, [
      product,
      user.id,
    ]);
    expect((await admin.delete(`/auth/users/${user.id}/`)).status).toBe(204);
    const { body } = await visitor().get(`/api/products/${product}/`);
    expect(body.reviews).toMatchObject([{ comment: 'Đẹp', user_info: { username: `Đã đóng #${user.id}` } }]);
  });
});

describe('the audit log', () => {
  test('the audit log records an account’s changes from the first to its deletion', async () => {
    const admin = await given.admin({ password: PASSWORD });
    const first = { ...names(), password: PASSWORD };
    const { id } = answer(await admin.post('/auth/users/', first), Registered, 201);
    const second = names();
    await admin.put(`/auth/users/${id}/`, { ...second, password: 'moi-1234', ...OWN });
    await admin.put(`/auth/users/${id}/`, second);
    await admin.patch(`/auth/users/${id}/`, { is_staff: true, ...OWN });
    await admin.patch(`/auth/users/${id}/`, { is_active: false });
    await admin.patch(`/auth/users/${id}/`, { is_active: false, is_staff: true });
    await admin.patch(`/auth/users/${id}/`, { is_active: true, ...OWN });
    const entries = await log(admin, `subject_id=${id}`);
    expect(entries.every(({ actor }) => actor.id === admin.id)).toBe(true);
    expect(
      entries.toReversed().map(({ action, subject_name: name, before, after }) => ({ action, name, before, after })),
    ).toEqual([
      { action: 'create', name: first.username, before: null, after: { email: first.email } },
      {
        action: 'update',
        name: first.username,
        before: { username: first.username, email: first.email, hasNewPassword: false },
        after: { ...second, hasNewPassword: true },
      },
      { action: 'update', name: second.username, before: { is_staff: false }, after: { is_staff: true } },
      { action: 'lock', name: second.username, before: { is_active: true }, after: { is_active: false } },
      { action: 'unlock', name: second.username, before: { is_active: false }, after: { is_active: true } },
    ]);
    await admin.delete(`/auth/users/${id}/`);
    const [last] = await log(admin, `subject_id=${id}`);
    const named = { subject_name: `Tài khoản #${id}`, actor: { id: admin.id } };
    expect(last).toMatchObject({ ...named, action: 'delete', before: { balance: 0, owed: 0 }, after: null });
  });

  test('the audit log has no entry for refused changes, nor for shoppers who register or close their own account', async () => {
    const admin = await given.admin();
    const newest = async () => (await log(admin, ''))[0]?.id;
    const before = await newest();
    await admin.patch(`/auth/users/${admin.id}/`, { is_staff: false });
    await admin.delete('/auth/users/1/');
    await admin.put(`/auth/users/${admin.id}/`, { ...names(), username: 'x' });
    await admin.put(`/auth/users/${admin.id}/`, names());
    const wish = { ...names(), password: PASSWORD };
    answer(await visitor().post('/auth/users/', wish), Registered, 201);
    const shopper = await given.shopper({ password: PASSWORD });
    answer(await shopper.post('/auth/users/', { ...names(), password: PASSWORD }), Registered, 201);
    expect((await shopper.post('/auth/users/me/close/', { current_password: PASSWORD })).status).toBe(204);
    expect(await newest()).toBe(before);
  });

  test('the audit log records an administrator who closes their own account', async () => {
    const [admin, other] = [await given.shopper({ isAdmin: true, password: PASSWORD }), await given.admin()];
    expect((await admin.post('/auth/users/me/close/', { current_password: PASSWORD })).status).toBe(204);
    expect((await log(other, `actor=${admin.id}`))[0]).toMatchObject({ action: 'delete', subject_id: admin.id });
  });
});
