import { LoginRateLimiter } from '../../../src/auth/login/login-rate-limiter.js';
import { Config } from '../../../src/platform/config/config.js';
import { isOwnMachine, networkOf } from '../../../src/platform/rate-limits/networks.js';
import { RATE_LIMITS, type Limit, type LimitName } from '../../../src/platform/rate-limits/rate-limit-list.js';
import { RateLimits } from '../../../src/platform/rate-limits/rate-limits.js';

const settings = { DATABASE_URL: 'postgres://shop@127.0.0.1/shop', JWT_SECRET: 's'.repeat(32) };
const production = { NODE_ENV: 'production', ADMIN_PASSWORD: 'thuyền-giấy-trôi-xa', PAYMENTS: 'sandbox' };
const limitsIn = (env: NodeJS.ProcessEnv) => new RateLimits(Config.from({ ...settings, ...env }));
const OWN = ['127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1'].map(networkOf);

/** Counts as many events as the limit allows. @returns whether one more is allowed */
async function hasNoLimit(limits: RateLimits, limit: LimitName, key: string | number): Promise<boolean> {
  for (let i = 0; i < RATE_LIMITS[limit].points; i++) await limits.consume(limit, key);
  return limits.tryConsume(limit, key);
}

/** The limits by address, of passwords or of anything else. */
const byAddress = (ofPasswords: boolean) =>
  (Object.entries(RATE_LIMITS) as [LimitName, Limit][])
    .filter(([, limit]) => limit.byAddress && Boolean(limit.isOfPasswords) === ofPasswords)
    .map(([name]) => name);

test('only loopback addresses are this machine', () => {
  expect(OWN.map(isOwnMachine)).toEqual([true, true, true, true]);
  for (const other of ['10.0.0.1', '192.168.1.1', '128.0.0.1', '12.7.0.1', 'fe80::1', '2001:db8::1', '', 'localhost'])
    expect([other, isOwnMachine(networkOf(other))]).toEqual([other, false]);
  expect(isOwnMachine('127.0.0.1.example.com')).toBe(false);
});

describe.each([{ NODE_ENV: 'development' }, { NODE_ENV: 'test' }])('with %j', (env) => {
  test.each(byAddress(false))('%s does not apply to this machine', async (limit) => {
    for (const network of OWN) expect(await hasNoLimit(limitsIn(env), limit, network)).toBe(true);
    expect(await hasNoLimit(limitsIn(env), limit, '203.0.113.7')).toBe(false);
  });

  test.each(byAddress(true))('%s applies to this machine too, because it counts passwords', async (limit) => {
    expect(await hasNoLimit(limitsIn(env), limit, '127.0.0.1')).toBe(false);
  });

  test('the right passwords of one account do not count from this machine, wrong ones do', async () => {
    const sessions = new LoginRateLimiter(limitsIn(env));
    const signIn = async (address: string) => {
      await sessions.beforeSignIn(7, address);
      await sessions.afterSignIn(7, address);
    };
    for (let i = 0; i <= RATE_LIMITS.rightPasswordPerAccount.points; i++) await signIn('127.0.0.1');
    for (let i = 0; i < RATE_LIMITS.rightPasswordPerAccount.points; i++) await signIn('203.0.113.7');
    await expect(signIn('203.0.113.7')).rejects.toMatchObject({ status: 429 });
    await signIn('127.0.0.1');
    for (let i = 0; i < 10; i++) await sessions.beforeSignIn(7, '127.0.0.1');
    await expect(sessions.beforeSignIn(7, '127.0.0.1')).rejects.toMatchObject({ status: 429 });
  });
});

describe('in production, where a proxy on the same machine may stand before the shop,', () => {
  test.each(byAddress(false))('%s applies to this machine as to everybody', async (limit) => {
    for (const network of OWN) expect(await hasNoLimit(limitsIn(production), limit, network)).toBe(false);
  });

  test('nobody is exempt', () => {
    for (const network of OWN) expect(limitsIn(production).exempts(network)).toBe(false);
  });
});
