import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

const BACKEND = path.join(import.meta.dirname, '../../..');
const SOURCES = path.join(BACKEND, 'src');

/** Written with an order, and told with it. */
const WITH_THEIR_ORDER = ['coupon_uses'];

test('each table that refers to a user is in the personal records of a module', () => {
  const records = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\/(personal|auth)-records(\.sql)?\.ts$/.test(file))
    .map((file) => readFileSync(path.join(SOURCES, file), 'utf8'))
    .join();
  const tables = readFileSync(path.join(BACKEND, 'schema.sql'), 'utf8').split('CREATE TABLE ').slice(1);
  const ofUsers = tables.filter((table) => table.includes('REFERENCES users(')).map((table) => table.split(' ', 1)[0]!);
  expect(ofUsers.length).toBeGreaterThan(10);
  // A new table about people needs its part in `personal-records.ts` or `personal-records.sql.ts` of its module.
  expect(ofUsers.filter((table) => !new RegExp(`\\b${table}\\b`).test(records))).toEqual(WITH_THEIR_ORDER);
});
