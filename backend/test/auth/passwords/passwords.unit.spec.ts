import { stat } from 'node:fs/promises';
import { hashPassword, verifyPassword } from '../../../src/auth/passwords/passwords.js';

// The first check waits for the hash that stands in for an unknown account's.
beforeAll(() => verifyPassword('x', undefined));

test.each<[string, (password: string) => Promise<unknown>]>([
  ['hashed', hashPassword],
  ['checked', (password) => verifyPassword(password, undefined)],
])('a file is read while many passwords wait to be %s', async (_what, work) => {
  let done = 0;
  const all = Array.from({ length: 20 }, async (_, nth) => {
    await work(`mat-khau-${nth}`);
    done += 1;
  });
  await new Promise(setImmediate);
  await stat(import.meta.filename);
  expect(done).toBeLessThan(8);
  await Promise.all(all);
});
