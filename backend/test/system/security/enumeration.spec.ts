import type * as Argon2 from '@node-rs/argon2';
import { openShop, visitor } from '../../support/client.js';
import { given } from '../../support/given.js';
import { WRONG_LOGIN } from '../../../src/auth/passwords/passwords.js';

/** How often a password was compared, which is nearly all the time that a sign-in takes. */
const mockCompared = jest.fn();

jest.mock('@node-rs/argon2', () => {
  const real = jest.requireActual<typeof Argon2>('@node-rs/argon2');
  return {
    ...real,
    verify: (...args: Parameters<typeof real.verify>) => {
      mockCompared(args[0]);
      return real.verify(...args);
    },
  };
});

openShop({ RATE_LIMIT: 'off' });

async function costOf(act: () => Promise<{ status: number; body: unknown }>) {
  mockCompared.mockClear();
  const { status, body } = await act();
  return { status, body, compared: mockCompared.mock.calls.length };
}
const signIn = (username: string) => visitor().post('/auth/jwt/create/', { username, password: 'not-this-one' });

test('signing in costs and says the same for a wrong password and an unknown name', async () => {
  const { username } = await given.shopper({ password: 'mat-khau-1' });
  const known = await costOf(() => signIn(username));
  expect(known).toMatchObject({ status: 401, compared: 1, body: { detail: WRONG_LOGIN } });
  expect(await costOf(() => signIn('nobody-has-this-name'))).toEqual(known);
  expect(await costOf(() => signIn('nobody@example.com'))).toEqual(known);
});

test('a comparison with no account’s password costs as much as one with an account’s', async () => {
  const { username } = await given.shopper({ password: 'mat-khau-1' });
  await signIn(username);
  await signIn('nobody-has-this-name');
  const costs = mockCompared.mock.calls.map(([hash]: string[]) => hash?.split('$').slice(1, 4).join('$'));
  expect(new Set(costs)).toEqual(new Set(['argon2id$v=19$m=19456,t=2,p=1']));
});
