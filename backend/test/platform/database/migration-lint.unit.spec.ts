import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { QueryRunner } from 'typeorm';
import { migrationNames } from '../../../src/platform/database/migrations.js';
import type { MigrationClass } from '../../../src/platform/database/run-migrations.js';
import { lintMigration } from './migration-lint.js';

const FOLDER = path.join(import.meta.dirname, '../../../src/platform/database/migrations');

/**
 * The upgrade from release 0.1 needs a stopped shop. From this migration on, the shop serves while it migrates. Of those before, the
 * ones that change the largest tables do not block it either.
 */
const FIRST_ONLINE = 13;
const OF_LARGE_TABLES = new Set([7, 11]);

/** Migrations that broke a rule before the lint had it. They stay as they ran. */
const RELEASED = new Map([
  // Entries about refunds and reviews, which nobody changes, and no shopper reads or waits for.
  ['25-erased-audit-names.ts', [/^rows of audit_entries/, /^rows of audit_entries/]],
]);

const files = readdirSync(FOLDER).filter((name) => /^\d+-.*\.ts$/.test(name));
const numberOf = (file: string) => Number.parseInt(file, 10);
const isOnline = (file: string) => numberOf(file) >= FIRST_ONLINE || OF_LARGE_TABLES.has(numberOf(file));

/** @returns all statements of a migration, by transaction */
async function transactionsOf(file: string): Promise<string[]> {
  const [Migration] = Object.values((await import(path.join(FOLDER, file))) as Record<string, MigrationClass>);
  const statements: string[] = [];
  const query = (sql: string) => {
    statements.push(sql.trim().replace(/;$/, ''));
    return Promise.resolve([]);
  };
  const migration = new Migration!();
  await migration.up({ query } as unknown as QueryRunner);
  return migration.transaction === false ? statements : [statements.join(';\n')];
}

test('every migration is listed, with its number in its name', () => {
  const numbers = migrationNames().map((name) => Number(name.slice(-13)) - 1_800_000_000_000);
  expect(numbers).toEqual(files.map(numberOf).toSorted((one, other) => one - other));
});

test('a migration that runs beside an open shop blocks no shopper', async () => {
  for (const file of files.filter((each) => isOnline(each) && !RELEASED.has(each)))
    expect([file, ...(await lintMigration(...(await transactionsOf(file))))]).toEqual([file]);
});

test('a released migration breaks no rules but those it is listed with', async () => {
  for (const [file, sentences] of RELEASED)
    expect(await lintMigration(...(await transactionsOf(file)))).toEqual(
      sentences.map((sentence) => expect.stringMatching(sentence) as string),
    );
});

const ADDS = 'ALTER TABLE orders ADD CONSTRAINT orders_qty CHECK (qty > 0) NOT VALID';
const VALIDATES = 'ALTER TABLE orders VALIDATE CONSTRAINT orders_qty';

test('a migration that validates a constraint under the lock that adds it is found', async () => {
  expect(await lintMigration(`${ADDS}; ${VALIDATES}`)).toEqual([
    'a constraint of orders is validated under the lock that adds it: validate it in a step of its own',
  ]);
  expect(await lintMigration(ADDS, VALIDATES)).toEqual([]);
});

test.each([
  ['CREATE INDEX ON orders (city)', /CONCURRENTLY/],
  ['DROP INDEX orders_city', /CONCURRENTLY/],
  ['ALTER TABLE orders ADD CHECK (qty > 0)', /NOT VALID/],
  ['ALTER TABLE orders ADD COLUMN shelf_id integer REFERENCES shelves', /NOT VALID/],
  ['ALTER TABLE orders ADD UNIQUE (code)', /USING INDEX/],
  ['ALTER TABLE orders ALTER COLUMN code TYPE text', /rewrites/],
  ['ALTER TABLE orders ALTER COLUMN code SET NOT NULL', /IS NOT NULL/],
  ['ALTER TABLE orders DROP COLUMN code', /release before/],
  ['ALTER TABLE orders RENAME COLUMN code TO number', /release before/],
  ['ALTER TABLE orders RENAME TO purchases', /release before/],
  ['DROP TABLE orders', /release before/],
  ['ALTER TABLE orders ADD COLUMN key uuid NOT NULL DEFAULT gen_random_uuid()', /rewrites/],
  ['ALTER TABLE orders ADD COLUMN seen_at timestamptz DEFAULT clock_timestamp()', /rewrites/],
  ['ALTER TABLE orders ADD COLUMN number bigint GENERATED ALWAYS AS IDENTITY', /rewrites/],
  ['ALTER TABLE orders ADD COLUMN number serial', /rewrites/],
  ['ALTER TABLE orders ADD COLUMN total bigint GENERATED ALWAYS AS (price * qty) STORED', /rewrites/],
  ['ALTER TABLE orders ADD COLUMN note text NOT NULL', /no default/],
  ["UPDATE orders SET note = ''", /in batches/],
  ["DELETE FROM orders WHERE note = ''", /in batches/],
  ['WITH gone AS (DELETE FROM orders RETURNING id) SELECT count(*) FROM gone', /in batches/],
])('%s is found', async (sql, sentence) => {
  const [problem, ...rest] = await lintMigration(sql);
  expect(problem).toMatch(sentence);
  expect(rest).toEqual([]);
});

test.each([
  'CREATE TABLE shelves (id integer UNIQUE); CREATE INDEX ON shelves (id); ALTER TABLE shelves ADD CHECK (id > 0)',
  'CREATE INDEX CONCURRENTLY orders_city ON orders (city)',
  'DROP INDEX CONCURRENTLY orders_city',
  "ALTER TABLE orders ADD COLUMN note text NOT NULL DEFAULT ''",
  'ALTER TABLE orders ADD COLUMN seen_at timestamptz NOT NULL DEFAULT now()',
  'ALTER TABLE orders ADD COLUMN seen_at timestamptz DEFAULT CURRENT_TIMESTAMP',
  'CREATE TABLE shelves (id integer); ALTER TABLE shelves ADD COLUMN key uuid DEFAULT gen_random_uuid(); UPDATE shelves SET id = 1',
  'UPDATE orders SET note = city WHERE id BETWEEN $1 AND $2',
  'DELETE FROM orders WHERE id IN (SELECT id FROM orders WHERE note IS NULL LIMIT 1000)',
  'ALTER TABLE orders ADD CHECK (qty > 0) NOT VALID',
  'ALTER TABLE orders VALIDATE CONSTRAINT orders_qty_check',
  'ALTER TABLE orders ADD UNIQUE USING INDEX orders_code',
  'CREATE OR REPLACE FUNCTION one() RETURNS integer LANGUAGE sql AS $$ SELECT 1 $$',
])('%s blocks nobody', async (sql) => {
  expect(await lintMigration(sql)).toEqual([]);
});
