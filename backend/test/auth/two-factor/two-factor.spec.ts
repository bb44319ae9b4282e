import { Logger } from '@nestjs/common';
import { Secret, TOTP } from 'otpauth';
import { LoginRateLimiter } from '../../../src/auth/login/login-rate-limiter.js';
import { LoginsService } from '../../../src/auth/login/logins.service.js';
import { SocialService } from '../../../src/auth/social/social.service.js';
import { SecondFactorCipher } from '../../../src/auth/two-factor/second-factor-cipher.js';
import { resetFactor } from '../../../src/auth/two-factor/remove-factor.js';
import { SignedIn } from '../../../src/contract/accounts/auth.js';
import {
  RecoveryCodes,
  TwoFactor,
  TwoFactorPolicy,
  TwoFactorSecret,
} from '../../../src/contract/accounts/two-factor.js';
import { Config } from '../../../src/platform/config/config.js';
import { Client, answer, openShop, shop, visitor } from '../../support/client.js';
import { given, statuses, times, type Shopper } from '../../support/given.js';

openShop();

// The middle of a half minute, so that none ends between the making of a code and its check.
beforeEach(() => {
  const now = Date.now();
  jest.spyOn(Date, 'now').mockReturnValue(now - (now % 30_000) + 15_000);
});

const PASSWORD = 'mat-khau-1';
const OWN = { current_password: PASSWORD };

/** The operator's command, which opens the database itself. */
const reset = (username: string) => resetFactor(shop().app.get(Config).databaseUrl, username);

/** What an authenticator app shows. @param steps how many half minutes its clock is ahead */
const codeOf = (secret: string, steps = 0) =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + steps * 30_000 });
/** A code that is none of now. */
const wrongCode = (secret: string) => {
  const right = [-2, -1, 0, 1, 2].map((steps) => codeOf(secret, steps));
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !right.includes(code)) ?? '';
};

const signIn = ({ username }: Shopper, second: object = {}, password = PASSWORD) =>
  visitor().post('/auth/jwt/create/', { username, password, ...second });
const stateOf = async (caller: Client) => answer(await caller.get('/auth/two-factor/'), TwoFactor);
const begin = async (caller: Client) => answer(await caller.post('/auth/two-factor/setup/'), TwoFactorSecret);
const confirm = (caller: Client, otp: string, own: object = OWN) =>
  caller.post('/auth/two-factor/confirm/', { otp, ...own });
/** Lets codes be taken again that were taken in this test. */
const forgetStep = ({ id }: Shopper) =>
  shop().db.query('UPDATE second_factors SET last_step = 0 WHERE user_id = $1', [id]);
const log = (caller: Shopper) => caller.audit('');
const mailsTo = async ({ id }: Shopper) => {
  const rows: { template: string }[] = await shop().db.query(
    'SELECT template FROM mails WHERE user_id = $1 ORDER BY id',
    [id],
  );
  return rows.map(({ template }) => template);
};

/** An administrator whose second factor is on, and who may use any code of now. */
async function guarded() {
  const admin = await given.admin({ password: PASSWORD });
  const { secret } = await begin(admin);
  const { recovery_codes: codes } = answer(await confirm(admin, codeOf(secret)), RecoveryCodes);
  await forgetStep(admin);
  return { admin, secret, codes };
}

describe('setting it up', () => {
  test('needs a code of the app and the password, returns ten recovery codes, and ends other logins', async () => {
    const admin = await given.admin({ password: PASSWORD });
    const elsewhere = answer(await signIn(admin), SignedIn);
    expect(await stateOf(admin)).toEqual({ is_on: false, is_required: false, recovery_codes_left: 0 });
    const first = await begin(admin);
    const { secret, otpauth_url: url } = await begin(admin);
    expect(secret).not.toBe(first.secret);
    expect(Secret.fromBase32(secret).bytes).toHaveLength(20);
    expect(url).toContain(`secret=${secret}`);
    expect(decodeURIComponent(url)).toContain(`otpauth://totp/MAY:${admin.username}?`);

    for (const [otp, own, field] of [
      [wrongCode(secret), OWN, 'otp'],
      ['12345', OWN, 'otp'],
      [codeOf(secret), { current_password: 'wrong-one' }, 'current_password'],
      [codeOf(secret), {}, 'current_password'],
    ] as const) {
      const reply = await confirm(admin, otp, own);
      expect([reply.status, Object.keys(reply.body)]).toEqual([400, ['detail', 'error', field]]);
    }
    // Until then nobody is asked for anything.
    answer(await signIn(admin), SignedIn);

    const { recovery_codes: codes } = answer(await confirm(admin, codeOf(secret)), RecoveryCodes);
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
    expect(await stateOf(admin)).toEqual({ is_on: true, is_required: false, recovery_codes_left: 10 });
    expect((await visitor().post('/auth/jwt/refresh/', { refresh: elsewhere.refresh })).status).toBe(401);
    expect((await admin.get('/auth/users/')).status).toBe(200);
    expect((await admin.post('/auth/two-factor/setup/')).status).toBe(409);
    expect((await confirm(admin, codeOf(secret, 1))).status).toBe(409);
    expect((await log(admin))[0]).toMatchObject({
      action: 'update',
      subject: 'user',
      subject_id: admin.id,
      after: { two_factor: true },
    });
    expect(await mailsTo(admin)).toEqual(['two_factor_on']);
  });

  test('is for administrators only', async () => {
    const shopper = await given.shopper({ password: PASSWORD });
    expect((await shopper.post('/auth/two-factor/setup/')).status).toBe(403);
    expect((await confirm(shopper, '123456')).status).toBe(409);
    answer(await signIn(shopper), SignedIn);
  });

  test('stores the secret encrypted for its account, and no recovery code in plain text', async () => {
    const { admin, secret, codes } = await guarded();
    const rows: object[] = await shop().db.query(
      'SELECT f.*, c.code_hash FROM second_factors f JOIN recovery_codes c USING (user_id) WHERE user_id = $1',
      [admin.id],
    );
    expect(rows).toHaveLength(10);
    const stored = JSON.stringify(rows);
    expect(stored).not.toContain(secret);
    expect(stored).not.toContain(Buffer.from(Secret.fromBase32(secret).bytes).toString('base64'));
    for (const code of codes) expect(stored).not.toContain(code.slice(0, 5));
    // Copied to another's row it opens nothing either.
    const thief = await guarded();
    await shop().db.query(
      'UPDATE second_factors SET secret = (SELECT secret FROM second_factors WHERE user_id = $1) WHERE user_id = $2',
      [thief.admin.id, admin.id],
    );
    expect((await signIn(admin, { otp: codeOf(thief.secret) })).status).toBe(409);
  });
});

describe('with another JWT_SECRET than it was set up with', () => {
  const reseal = ({ id }: Shopper, secret: string) =>
    shop().db.query('UPDATE second_factors SET secret = $2 WHERE user_id = $1', [
      id,
      new SecondFactorCipher('a secret of before').encrypt(secret, id),
    ]);

  test('a sign-in with the right password answers 409 and refers to the operator, and the log names the command', async () => {
    const logged = jest.spyOn(Logger.prototype, 'error').mockReturnValue();
    const { admin, secret, codes } = await guarded();
    await reseal(admin, secret);
    const detail =
      'Mã xác thực không kiểm tra được vì khóa bảo mật của cửa hàng đã thay đổi. Vui lòng nhờ người vận hành đặt lại xác thực hai lớp cho tài khoản này.';
    for (const second of [{}, { otp: codeOf(secret) }, { recovery_code: codes[0] }]) {
      const refused = await signIn(admin, second);
      expect([refused.status, refused.body]).toEqual([409, { detail, error: detail }]);
    }
    expect((await signIn(admin, { otp: codeOf(secret) }, 'wrong-one')).status).toBe(401);
    expect(logged).toHaveBeenCalledTimes(3);
    expect(logged).toHaveBeenCalledWith(
      `The second factor of ${admin.username} was set up with another JWT_SECRET. Start the shop with that one, or run: npm run admin:reset-2fa -- ${admin.username}`,
    );
    await reset(admin.username);
    answer(await signIn(admin), SignedIn);
  });

  test('an unconfirmed set-up has to start again', async () => {
    const admin = await given.admin({ password: PASSWORD });
    const { secret } = await begin(admin);
    await reseal(admin, secret);
    expect((await confirm(admin, codeOf(secret))).status).toBe(409);
    answer(await confirm(admin, codeOf((await begin(admin)).secret)), RecoveryCodes);
  });
});

describe('a sign-in', () => {
  test('asks for the second factor after the right password only, and gives no token before it', async () => {
    const { admin, secret } = await guarded();
    const response = await signIn(admin);
    expect(response.status).toBe(401);
    expect(response.body).toEqual({
      detail: 'Vui lòng nhập mã từ ứng dụng xác thực',
      error: 'Vui lòng nhập mã từ ứng dụng xác thực',
      otp: ['Vui lòng nhập mã từ ứng dụng xác thực'],
    });
    const unknown = await visitor().post('/auth/jwt/create/', { username: 'nobody-is-here', password: 'x' });
    for (const otp of [undefined, codeOf(secret), wrongCode(secret)]) {
      const wrong = await signIn(admin, { otp }, 'wrong-one');
      expect([wrong.status, wrong.body]).toEqual([401, unknown.body]);
    }
    expect(answer(await signIn(admin, { otp: codeOf(secret) }), SignedIn).isAdmin).toBe(true);
  });

  test('accepts a code once, also of concurrent sign-ins, and no older code after it', async () => {
    const { admin, secret } = await guarded();
    const replies = await times(4, () => signIn(admin, { otp: codeOf(secret) }));
    expect(statuses(replies)).toEqual({ 200: 1, 401: 3 });
    const older = await signIn(admin, { otp: codeOf(secret, -1) });
    expect([older.status, Object.keys(older.body)]).toEqual([401, ['detail', 'error', 'otp']]);
    answer(await signIn(admin, { otp: codeOf(secret, 1) }), SignedIn);
  });

  test.each([-1, 0, 1])('takes the code of a clock that differs by %d half minutes', async (steps) => {
    const { admin, secret } = await guarded();
    const code = codeOf(secret, steps);
    answer(await signIn(admin, { otp: `${code.slice(0, 3)} ${code.slice(3)}` }), SignedIn);
  });

  test.each([-2, 2])('refuses the code of a clock that differs by %d', async (steps) => {
    const { admin, secret } = await guarded();
    expect((await signIn(admin, { otp: codeOf(secret, steps) })).status).toBe(401);
  });

  test('takes each recovery code once, however it is typed', async () => {
    const { admin, codes } = await guarded();
    const [first = '', second = ''] = codes;
    const replies = await times(3, () => signIn(admin, { recovery_code: ` ${first.toLowerCase().replace('-', '')}` }));
    expect(statuses(replies)).toEqual({ 200: 1, 401: 2 });
    const used = await signIn(admin, { recovery_code: first });
    expect([used.status, Object.keys(used.body)]).toEqual([401, ['detail', 'error', 'recovery_code']]);
    answer(await signIn(admin, { recovery_code: second }), SignedIn);
    expect((await stateOf(admin)).recovery_codes_left).toBe(8);
    expect((await signIn((await guarded()).admin, { recovery_code: codes[2] })).status).toBe(401);
  });

  test('allows five wrong codes over both kinds; then even the right one answers 429', async () => {
    const { admin, secret, codes } = await guarded();
    for (let i = 0; i < 3; i++) expect((await signIn(admin, { otp: wrongCode(secret) })).status).toBe(401);
    for (let i = 0; i < 2; i++) expect((await signIn(admin, { recovery_code: 'AAAAA-AAAAA' })).status).toBe(401);
    for (const second of [{ otp: codeOf(secret) }, { recovery_code: codes[0] }]) {
      const refused = await signIn(admin, second);
      expect(refused.status).toBe(429);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(60);
    }
    expect((await stateOf(admin)).recovery_codes_left).toBe(10);
  });

  test('from a known address is not blocked by wrong codes from elsewhere with the right password', async () => {
    const { admin, secret } = await guarded();
    const from = (address: string, second: object) =>
      visitor().post(
        '/auth/jwt/create/',
        { username: admin.username, password: PASSWORD, ...second },
        { 'X-Forwarded-For': address },
      );
    const [home, elsewhere] = ['203.0.113.7', '198.51.100.9'];
    answer(await from(home, { otp: codeOf(secret) }), SignedIn);
    await forgetStep(admin);
    for (let i = 0; i < 5; i++) expect((await from(elsewhere, { otp: wrongCode(secret) })).status).toBe(401);
    expect((await from(elsewhere, { otp: codeOf(secret) })).status).toBe(429);
    answer(await from(home, { otp: codeOf(secret) }), SignedIn);
  });

  test('from an address that proved only the password shares the limit of all addresses', async () => {
    const from = (admin: Shopper, address: string, second: object = {}) =>
      visitor().post(
        '/auth/jwt/create/',
        { username: admin.username, password: PASSWORD, ...second },
        { 'X-Forwarded-For': address },
      );
    const { admin, secret } = await guarded();
    const lock = (isActive: boolean) =>
      shop().db.query('UPDATE users SET is_active = $2 WHERE id = $1', [admin.id, isActive]);
    await lock(false);
    for (const address of ['203.0.113.21', '203.0.113.22']) expect((await from(admin, address)).status).toBe(403);
    await lock(true);
    const typed = [0, 1, 2, 3, 4, 5].map((nth) => `203.0.113.${21 + (nth % 2)}`);
    const statuses = [];
    for (const address of typed) statuses.push((await from(admin, address, { otp: wrongCode(secret) })).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  });

  test('from an address used earlier the second factor shares the limit of all addresses', async () => {
    const admin = await given.admin({ password: PASSWORD });
    const from = (address: string, second: object = {}) =>
      visitor().post(
        '/auth/jwt/create/',
        { username: admin.username, password: PASSWORD, ...second },
        { 'X-Forwarded-For': address },
      );
    const [before, elsewhere] = ['203.0.113.31', '198.51.100.31'];
    answer(await from(before), SignedIn);
    const { secret } = await begin(admin);
    answer(await confirm(admin, codeOf(secret)), RecoveryCodes);
    for (let i = 0; i < 5; i++) expect((await from(elsewhere, { otp: wrongCode(secret) })).status).toBe(401);
    expect((await from(before, { otp: wrongCode(secret) })).status).toBe(429);
  });

  test('without a code is refused when the second factor is switched on meanwhile', async () => {
    const admin = await given.admin({ password: PASSWORD });
    const { secret } = await begin(admin);
    const loginLimiter = shop().app.get(LoginRateLimiter);
    const { afterSignIn } = loginLimiter;
    jest.spyOn(loginLimiter, 'afterSignIn').mockImplementationOnce(async (...args) => {
      await afterSignIn.apply(loginLimiter, args);
      answer(await confirm(admin, codeOf(secret)), RecoveryCodes);
    });
    const late = await signIn(admin);
    expect([late.status, Object.keys(late.body)]).toEqual([401, ['detail', 'error', 'otp']]);
  });

  test('by Google or Facebook is refused, because neither asks for the second factor', async () => {
    const { admin } = await guarded();
    // An administrator is refused before that, a former one keeps the second factor.
    await shop().db.query('UPDATE users SET is_staff = false WHERE id = $1', [admin.id]);
    await shop().db.query(`INSERT INTO identities (provider, subject, user_id) VALUES ('google', $1, $2)`, [
      `g-${admin.id}`,
      admin.id,
    ]);
    const profile = { provider: 'google', subject: `g-${admin.id}`, email: null, isVerified: true } as const;
    const entering = shop()
      .app.get(SocialService)
      .signIn({ ...profile, firstName: '', lastName: '' }, { userAgent: '', network: '' });
    await expect(entering).rejects.toMatchObject({ outcome: 'two-factor' });
  });
});

describe('switching it off', () => {
  test('needs the password and a code; then a sign-in needs no code', async () => {
    const { admin, secret } = await guarded();
    for (const [body, field] of [
      [OWN, 'otp'],
      [{ ...OWN, otp: wrongCode(secret) }, 'otp'],
      [{ ...OWN, recovery_code: 'AAAAA-AAAAA' }, 'recovery_code'],
      [{ otp: codeOf(secret) }, 'current_password'],
      [{ otp: codeOf(secret), current_password: 'wrong-one' }, 'current_password'],
    ] as const) {
      const reply = await admin.post('/auth/two-factor/off/', body);
      expect([reply.status, Object.keys(reply.body)]).toEqual([400, ['detail', 'error', field]]);
    }
    expect((await admin.post('/auth/two-factor/off/', { ...OWN, otp: codeOf(secret) })).status).toBe(204);
    answer(await signIn(admin), SignedIn);
    expect((await admin.post('/auth/two-factor/off/', { ...OWN, otp: codeOf(secret, 1) })).status).toBe(409);
    expect((await log(admin))[0]).toMatchObject({ subject_id: admin.id, after: { two_factor: false } });
    expect(await mailsTo(admin)).toEqual(['two_factor_on', 'two_factor_off']);
  });

  test('new recovery codes replace the old ones', async () => {
    const { admin, secret, codes } = await guarded();
    const reply = await admin.post('/auth/two-factor/recovery-codes/', { ...OWN, otp: codeOf(secret) });
    const { recovery_codes: fresh } = answer(reply, RecoveryCodes);
    expect((await signIn(admin, { recovery_code: codes[0] })).status).toBe(401);
    answer(await signIn(admin, { recovery_code: fresh[0] }), SignedIn);
  });

  test('an operator’s command does it for a lost phone: it signs devices out, mails the owner and writes the log', async () => {
    const { admin } = await guarded();
    const other = await given.admin();
    await reset(admin.username.toUpperCase());
    shop().app.get(LoginsService).clearCache();
    expect((await admin.get('/auth/users/me/')).status).toBe(401);
    answer(await signIn(admin), SignedIn);
    expect((await log(other))[0]).toMatchObject({
      actor: { id: admin.id },
      address: 'npm run admin:reset-2fa',
      after: { two_factor: false },
    });
    expect(await mailsTo(admin)).toEqual(['two_factor_on', 'two_factor_off']);
    await expect(reset(admin.username)).rejects.toMatchObject({ status: 409 });
    await expect(reset('nobody-is-here')).rejects.toThrow('There is no account nobody-is-here');
  });

  test('deleting the account deletes its second factor', async () => {
    const { admin } = await guarded();
    await given.admin();
    expect((await admin.post('/auth/users/me/close/', OWN)).status).toBe(204);
    expect(await shop().db.query('SELECT FROM second_factors WHERE user_id = $1', [admin.id])).toEqual([]);
  });
});

describe('where the shop requires it', () => {
  const policy = (caller: Client, is_required: boolean, own: object = OWN) =>
    caller.put('/auth/two-factor/policy/', { is_required, ...own });
  afterEach(async () => {
    await shop().db.query(`DELETE FROM settings WHERE key = 'security'`);
    shop().app.get(LoginsService).clearCache();
  });

  test('an administrator who requires it needs it themselves and confirms their password; the log names them', async () => {
    const without = await given.admin({ password: PASSWORD });
    expect((await policy(without, true)).status).toBe(409);
    const { admin } = await guarded();
    expect((await policy(admin, true, {})).body).toHaveProperty('current_password');
    expect(answer(await policy(admin, true), TwoFactorPolicy)).toEqual({ is_required: true });
    expect((await stateOf(admin)).is_required).toBe(true);
    expect((await log(admin))[0]).toMatchObject({
      subject: 'settings',
      before: { require_two_factor: false },
      after: { require_two_factor: true },
    });
    expect((await admin.get('/auth/users/')).status).toBe(200);
    answer(await policy(admin, false), TwoFactorPolicy);
    expect((await without.get('/auth/users/')).status).toBe(200);
  });

  test('an administrator without it reaches the set-up and nothing of the back office', async () => {
    const { admin: owner } = await guarded();
    const buyer = await given.shopper({ balance: 500_000 });
    const { id: order } = await given.paidOrder(buyer);
    answer(await policy(owner, true), TwoFactorPolicy);

    const late = await given.admin({ password: PASSWORD });
    const { access, isAdmin } = answer(await signIn(late), SignedIn);
    expect(isAdmin).toBe(true);
    const caller = new Client(access);
    for (const reply of [
      await caller.get('/auth/users/'),
      await caller.get('/api/admin/dashboard/'),
      await caller.get('/api/chat/rooms/'),
      await caller.put('/api/settings/', { shop_name: 'X' }),
      await policy(caller, false),
    ]) {
      expect(reply.status).toBe(403);
      expect(reply.body).toMatchObject({ reason: 'two_factor_required' });
    }
    // What shows an administrator more than others shows them their own.
    expect((await caller.get(`/api/orders/${order}/`)).status).toBe(404);
    expect((await caller.get('/api/orders/')).body).toEqual([]);
    expect((await caller.get(`/api/chat/messages/1_${buyer.id}/`)).status).toBe(403);

    const { secret } = await begin(caller);
    answer(await confirm(caller, codeOf(secret)), RecoveryCodes);
    expect((await caller.get('/auth/users/')).status).toBe(200);
    expect((await caller.get(`/api/orders/${order}/`)).status).toBe(200);
    // Shoppers are not concerned.
    expect((await buyer.get('/api/orders/')).status).toBe(200);
  });
});
