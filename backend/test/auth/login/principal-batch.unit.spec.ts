import type { JwtService } from '@nestjs/jwt';
import type { DataSource } from 'typeorm';
import { LoginsService } from '../../../src/auth/login/logins.service.js';
import type { RateLimits } from '../../../src/platform/rate-limits/rate-limits.js';

const holder = (login: string) => ({ login, id: 7, isStaff: false, isActive: true, lacksFactor: false });
const query = jest.fn((_sql: string, [logins]: [string[]]) =>
  Promise.resolve(logins.filter((login) => login !== 'ended').map(holder)),
);
const service = () => new LoginsService({ query } as unknown as DataSource, {} as JwtService, {} as RateLimits);
beforeEach(() => query.mockClear());

test('requests that come with one read of the sockets share the statement that reads their logins', async () => {
  const logins = service();
  const arriving = ['a', 'ended', 'b'].map(
    (login) => new Promise((resolve, reject) => setImmediate(() => logins.principal(login).then(resolve, reject))),
  );
  expect(await Promise.all(arriving)).toMatchObject([{ loginId: 'a' }, null, { loginId: 'b' }]);
  expect(query.mock.calls.map(([, [batch]]) => batch)).toEqual([['a', 'ended', 'b']]);
});

test('a failed statement rejects every request of its batch, and the next request succeeds', async () => {
  const logins = service();
  query.mockRejectedValueOnce(new Error('down'));
  const results = await Promise.allSettled([logins.principal('a'), logins.principal('b')]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await logins.principal('a')).toMatchObject({ loginId: 'a' });
});
