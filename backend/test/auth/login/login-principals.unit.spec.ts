import type { JwtService } from '@nestjs/jwt';
import type { DataSource } from 'typeorm';
import { LoginPrincipals } from '../../../src/auth/login/login-principals.js';

const facts = { isStaff: false, isActive: true, lacksFactor: false, unprovedMailbox: null };
const userOf = (login: string) => ({ login, id: 7, ...facts });
const query = jest.fn((_sql: string, [logins]: [string[]]) =>
  Promise.resolve(logins.filter((login) => login !== 'ended').map(userOf)),
);
const newPrincipals = () => new LoginPrincipals({ query } as unknown as DataSource, {} as JwtService);
beforeEach(() => query.mockClear());

test('requests that come with one read of the sockets share the statement that reads their logins', async () => {
  const principals = newPrincipals();
  const arriving = ['a', 'ended', 'b'].map(
    (login) => new Promise((resolve, reject) => setImmediate(() => principals.find(login).then(resolve, reject))),
  );
  expect(await Promise.all(arriving)).toMatchObject([{ loginId: 'a' }, null, { loginId: 'b' }]);
  expect(query.mock.calls.map(([, [batch]]) => batch)).toEqual([['a', 'ended', 'b']]);
});

test('a failed statement rejects every request of its batch, and the next request succeeds', async () => {
  const principals = newPrincipals();
  query.mockRejectedValueOnce(new Error('down'));
  const results = await Promise.allSettled([principals.find('a'), principals.find('b')]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await principals.find('a')).toMatchObject({ loginId: 'a' });
});
