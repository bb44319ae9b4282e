import { Avatar, Me } from '../../src/contract/accounts/profile.js';
import { MAX_AVATAR_BYTES } from '../../src/contract/rules.js';
import {
  PASSWORD,
  SUFFIX,
  call,
  closeAccount,
  expectError,
  expectFieldError,
  form,
  picture,
  read,
  register,
  trySignIn,
  useShop,
  type Account,
} from './caller.js';

let user: Account;

// Before the shop closes.
afterAll(async () => {
  if (user) await closeAccount(user);
});
useShop();
beforeAll(async () => (user = await register()));

const asUser = (method: string, path: string, body?: object) => call(method, path, { access: user.access, body });
const change = (body: object) => asUser('PATCH', '/auth/users/me/', body);
const me = async () => read(await asUser('GET', '/auth/users/me/'), Me);

describe('a profile', () => {
  const profile = {
    first_name: 'Lan',
    last_name: 'Trần',
    phone: '+84901234567',
    gender: 'female',
    birth_date: '1990-02-28',
    address: '1 Lê Lợi, Huế',
  };

  test('keeps each of its fields, and an empty text clears one', async () => {
    expect(read(await change(profile), Me)).toMatchObject(profile);
    expect(await me()).toMatchObject(profile);
    const { address, ...rest } = profile;
    const empty = Object.fromEntries(Object.keys(rest).map((field) => [field, '']));
    expect(read(await change(empty), Me)).toMatchObject({ ...empty, address });
  });

  test.each([
    ['phone', '12345678'],
    ['phone', '0901 234 567'],
    ['gender', 'unknown'],
    ['birth_date', '2999-01-01'],
    ['birth_date', '1990-02-30'],
    ['first_name', 'a'.repeat(256)],
    ['address', 'a'.repeat(256)],
    ['username', 'ab'],
  ])('refuses the %s "%s", and keeps what it was', async (field, value) => {
    const before = await me();
    expectFieldError(await change({ last_name: 'Lê', [field]: value }), field);
    expect(await me()).toEqual(before);
  });

  test('gives no rights and no money, whatever fields are sent', async () => {
    const before = await me();
    const sent = { id: 1, isAdmin: true, is_staff: true, is_active: false, balance: 1_000 };
    expect(read(await change(sent), Me)).toEqual(before);
    expectError(await asUser('GET', '/auth/users/'), 403);
  });

  test('changes the user name, but not to that of another account', async () => {
    const other = await register();
    expectFieldError(await change({ username: other.username.toUpperCase() }), 'username');
    expectFieldError(await change({ username: `${other.username}@example.com` }), 'username');
    await closeAccount(other);
    const username = `${user.username}-2`;
    expect(read(await change({ username }), Me).username).toBe(username);
    expect((await trySignIn(username)).status).toBe(200);
    expectError(await trySignIn(user.username), 401);
    user.username = username;
  });

  test('changes the e-mail and the password with the current password alone', async () => {
    const email = `moi-${SUFFIX}@example.com`;
    for (const body of [{ email }, { password: `${PASSWORD}-2` }]) {
      expectFieldError(await change(body), 'current_password');
      expectFieldError(await change({ ...body, current_password: 'sai-mat-khau' }), 'current_password');
    }
    expect(read(await change({ email, current_password: PASSWORD }), Me).email).toBe(email);
    expect((await trySignIn(email)).status).toBe(200);
    read(await change({ password: `${PASSWORD}-2`, current_password: PASSWORD }), Me);
    expectError(await trySignIn(email), 401);
    read(await change({ password: PASSWORD, current_password: `${PASSWORD}-2` }), Me);
  });
});

test('the newsletter takes an address once', async () => {
  const subscribe = () => call('POST', '/api/newsletter/', { body: { email: `tin-${SUFFIX}@example.com` } });
  expect([(await subscribe()).status, (await subscribe()).status]).toEqual([201, 200]);
});

describe('an avatar', () => {
  const upload = (avatar: Blob) => asUser('POST', '/auth/users/avatar/', form({ avatar }));
  const blob = (bytes: Buffer | string) => new Blob([new Uint8Array(Buffer.from(bytes))], { type: 'image/png' });

  test.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)('may be %s, whatever it claims to be', async (format) => {
    const { avatar } = read(await upload(await picture(format)), Avatar);
    expect((await call('GET', avatar!)).headers.get('content-type')).toMatch(/^image\//);
    expect((await me()).avatar).toBe(avatar);
  });

  test('comes with the profile too, and neither is taken when one is refused', async () => {
    const changed = read(await change(form({ first_name: 'Mai', avatar: await picture('webp') })), Me);
    expect(changed).toMatchObject({ first_name: 'Mai', avatar: expect.any(String) });
    expectFieldError(await change(form({ phone: '12', avatar: await picture() })), 'phone');
    expectError(await change(form({ first_name: 'Cúc', avatar: blob('không phải ảnh') })), 415);
    expect(await me()).toEqual(changed);
  });

  test('is refused when it is missing, no picture, or larger than 5 MB', async () => {
    expectFieldError(await asUser('POST', '/auth/users/avatar/', form({})), 'avatar');
    expectError(await upload(blob('không phải ảnh')), 415);
    const png = Buffer.from(await (await picture()).arrayBuffer());
    const padded = (bytes: number) => blob(Buffer.concat([png, Buffer.alloc(bytes - png.length)]));
    expectError(await upload(padded(MAX_AVATAR_BYTES + 1)), 413);
    read(await upload(padded(MAX_AVATAR_BYTES)), Avatar);
  });
});

test('an account is closed by its owner with the password, and nobody signs in to it any more', async () => {
  const { username, access } = await register();
  const close = (body: object) => call('POST', '/auth/users/me/close/', { access, body });
  expectFieldError(await close({}), 'current_password');
  expectFieldError(await close({ current_password: 'sai-mat-khau' }), 'current_password');
  expect((await close({ current_password: PASSWORD })).status).toBe(204);
  expectError(await call('GET', '/auth/users/me/', { access }), 401);
  expectError(await trySignIn(username), 401);
});
