import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { DataSource, QueryRunner } from 'typeorm';
import { describeSchema } from '../../../src/commands/schema/describe-schema.js';
import { createOwnerDataSource } from '../../../src/platform/database/data-source.js';
import { migrate } from '../../../src/platform/database/migrations.js';
import type { MigrationClass } from '../../../src/platform/database/run-migrations.js';
import { emptyDatabase } from '../../support/setup/database.js';

const FOLDER = path.join(import.meta.dirname, '../../../src/platform/database/migrations');
const SCHEMA = readFileSync(path.join(import.meta.dirname, '../../../schema.sql'), 'utf8');

/** PostgreSQL keeps the parentheses of a condition as it was first written. */
const plain = (sql: string) => sql.replace(/[()]/g, '');

let db: DataSource;
let migrations: MigrationClass[];
beforeEach(async () => {
  db = await createOwnerDataSource(await emptyDatabase()).initialize();
  const files = readdirSync(FOLDER).filter((name) => /^\d+-.*\.ts$/.test(name));
  files.sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10));
  migrations = [];
  for (const file of files) {
    const module = (await import(path.join(FOLDER, file))) as Record<string, MigrationClass>;
    migrations.push(Object.values(module)[0]!);
  }
});
afterEach(() => db.destroy());

/** Runs the first steps of a migration. @param check is called after each @returns whether these were all */
async function runSteps(
  runner: QueryRunner,
  Migration: MigrationClass,
  count: number,
  check: () => Promise<void> = () => Promise.resolve(),
): Promise<boolean> {
  let done = 0;
  const query = async (sql: string): Promise<unknown> => {
    if (done === count) throw new Error('ended');
    done += 1;
    const result: unknown = await runner.query(sql);
    await check();
    return result;
  };
  const first = new Proxy(runner, {
    get: (target, name) => (name === 'query' ? query : (Reflect.get(target, name) as unknown)),
  });
  return new Migration().up(first).then(
    () => true,
    (error: Error) => {
      if (error.message !== 'ended') throw error;
      return false;
    },
  );
}

test('a migration in steps runs again, wherever it was ended', async () => {
  const runner = db.createQueryRunner();
  for (const [nth, Migration] of migrations.entries()) {
    if (new Migration().transaction === false) {
      for (let count = 1; !(await runSteps(runner, Migration, count)); count++);
    }
    await migrate(db, { migrations: migrations.slice(0, nth + 1) });
  }
  await runner.release();
  expect(plain(await describeSchema(db))).toBe(plain(SCHEMA));
});

test('transfers are never without the index that refuses a second one of an order, wherever a run was ended', async () => {
  const nth = migrations.findIndex(({ name }) => name === 'IndexesOfLargeLists1800000000032');
  await migrate(db, { migrations: migrations.slice(0, nth) });
  const guards = async () => {
    const rows: object[] = await db.query(
      `SELECT FROM pg_index WHERE indrelid = 'transfers'::regclass AND indisunique AND indisvalid`,
    );
    return rows.length;
  };
  const before = await guards();
  const check = async () => expect(await guards()).toBeGreaterThanOrEqual(before);
  const runner = db.createQueryRunner();
  for (let count = 1; !(await runSteps(runner, migrations[nth]!, count, check)); count++);
  await runner.release();
});

test('what payers wrote for accounts that are closed is forgotten, unless their transfer waits', async () => {
  const nth = migrations.findIndex(({ name }) => name === 'TransferTextsAndPrices1800000000037');
  await migrate(db, { migrations: migrations.slice(0, nth) });
  await db.query(`
    INSERT INTO users (id, username, username_key, email, email_key, password_hash, is_active, closed_at)
      VALUES (1, 'a', 'a', 'a', 'a', '', true, NULL), (2, 'b', 'b', 'b', 'b', '', false, now());
    INSERT INTO orders (id, user_id, address, city, postal_code, country, payment_method, items_price, shipping_price, tax_price, total_price)
      SELECT id, id, '', '', '', '', 'VietQR', 1, 0, 0, 1 FROM users;
    INSERT INTO bank_transfers (reference, amount, description, order_id, state, problem)
      SELECT concat(state, order_id), 1, 'Nguyen Van A', order_id, state, 'closed_account'
      FROM unnest(ARRAY['paid', 'credited', 'returned', 'unmatched']) state, generate_series(1, 2) order_id;
    INSERT INTO bank_transfers (reference, amount, description, state) VALUES ('returned', 1, 'Nguyen Van A', 'returned')`);
  await migrate(db, { migrations });
  const kept: { reference: string }[] = await db.query(
    `SELECT reference FROM bank_transfers WHERE description <> '' ORDER BY reference`,
  );
  expect(kept.map(({ reference }) => reference)).toEqual([
    ...['credited1', 'paid1', 'returned', 'returned1', 'unmatched1', 'unmatched2'],
  ]);
});

test('products without variants that have a stale lowest price get their own', async () => {
  const nth = migrations.findIndex(({ name }) => name === 'TransferTextsAndPrices1800000000037');
  await migrate(db, { migrations: migrations.slice(0, nth) });
  await db.query(`
    INSERT INTO products (id, handle, name, price, has_variants)
      VALUES (1, 'a', 'a', 100, true), (2, 'b', 'b', 100, true), (3, 'c', 'c', 100, false), (4, 'd', 'd', 200, true);
    INSERT INTO colors (id, name, hex_code) VALUES (1, 'a', '#000000');
    INSERT INTO sizes (id, name) VALUES (1, 'a');
    INSERT INTO variants (product_id, color_id, size_id, price, stock_quantity) VALUES (2, 1, 1, 90, 5)`);
  await db.query('UPDATE products SET price = 200');
  const lowest = async () => {
    const rows: { min_price: string }[] = await db.query('SELECT min_price FROM products ORDER BY id');
    return rows.map((row) => Number(row.min_price));
  };
  expect(await lowest()).toEqual([100, 90, 200, 200]);
  await migrate(db, { migrations });
  expect(await lowest()).toEqual([200, 90, 200, 200]);
});
