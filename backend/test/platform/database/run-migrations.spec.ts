import type { DataSource, MigrationInterface, QueryRunner } from 'typeorm';
import { createOwnerDataSource } from '../../../src/platform/database/data-source.js';
import { migrate } from '../../../src/platform/database/migrations.js';
import { passTime } from '../../support/clock.js';
import { databaseBeside } from '../../support/setup/database.js';
import { until } from '../../support/until.js';

const migration = (name: string, sql: string[], transaction?: false) =>
  ({
    [name]: class implements MigrationInterface {
      transaction = transaction;
      async up(runner: QueryRunner): Promise<void> {
        for (const statement of sql) await runner.query(statement);
      }
      async down(): Promise<void> {}
    },
  })[name]!;

const CREATE = migration('Create1900000000001', ['CREATE TABLE goods (id integer)']);
const WIDEN = migration('Widen1900000000002', ['ALTER TABLE goods ADD COLUMN name text']);
const INDEX = migration('Index1900000000003', ['CREATE INDEX CONCURRENTLY goods_id ON goods (id)'], false);

let url: string;
let db: DataSource;
let others: DataSource[];
beforeEach(async () => {
  url = await databaseBeside();
  db = await createOwnerDataSource(url).initialize();
  others = [];
});
afterEach(() => Promise.all([db, ...others].map((source) => source.destroy())));

async function another(): Promise<DataSource> {
  const source = await createOwnerDataSource(url).initialize();
  others.push(source);
  return source;
}

test('two starts at once run each migration once', async () => {
  const both = [db, await another()].map((source) => migrate(source, { migrations: [CREATE, WIDEN, INDEX] }));
  const ran = (await Promise.all(both)).flat();
  expect(ran).toEqual(['Create1900000000001', 'Widen1900000000002', 'Index1900000000003']);
});

test('a migration has no statement timeout and keeps those before it when it fails', async () => {
  const fails = migration('Fails1900000000004', [
    `DO $$ BEGIN ASSERT current_setting('statement_timeout') = '0'; END $$`,
    'CREATE TABLE half (id integer)',
    'SELECT 1 / 0',
  ]);
  await expect(migrate(db, { migrations: [CREATE, fails] })).rejects.toThrow('division by zero');
  expect(await db.query('SELECT name FROM migrations')).toEqual([{ name: 'Create1900000000001' }]);
  expect(await db.query(`SELECT to_regclass('half') AS half`)).toEqual([{ half: null }]);
});

test('a reader waits less than a second for a migration that waits for a long transaction', async () => {
  await migrate(db, { migrations: [CREATE] });
  const long = (await another()).createQueryRunner();
  await long.startTransaction();
  await long.query('SELECT * FROM goods');

  const migrating = migrate(await another(), { migrations: [CREATE, WIDEN] });
  await until('the migration waits for its lock', async () => {
    const [row] = await db.query(
      `SELECT count(*)::integer AS n FROM pg_locks WHERE NOT granted AND mode = 'AccessExclusiveLock'`,
    );
    return row.n > 0;
  });
  // Without a short lock timeout the reader would wait for the long transaction: this would fail, not be slow.
  await db.query(`SET statement_timeout = '1s'`);
  expect(await db.query('SELECT * FROM goods')).toEqual([]);
  await long.commitTransaction();
  await long.release();
  expect(await migrating).toEqual(['Widen1900000000002']);
});

test('an automatic vacuum gives way before a migration gives up', async () => {
  const waits = migration('Waits1900000000005', [
    `DO $$ BEGIN ASSERT current_setting('deadlock_timeout')::interval < current_setting('lock_timeout')::interval; END $$`,
  ]);
  await db.query(`SET deadlock_timeout = '1s'`);
  expect(await migrate(db, { migrations: [waits] })).toEqual(['Waits1900000000005']);
});

test('a migration that finds no moment for its locks says so in one sentence', async () => {
  await migrate(db, { migrations: [CREATE] });
  const long = (await another()).createQueryRunner();
  await long.startTransaction();
  await long.query('SELECT * FROM goods');
  const refused = migrate(db, { migrations: [CREATE, WIDEN], timeoutMs: 0 });
  await expect(refused).rejects.toThrow('Widen1900000000002 could not lock its tables');
  await long.rollbackTransaction();
  await long.release();
});

test('a step that finds its table in use is retried alone, and the steps before it stay', async () => {
  const steps = migration(
    'Steps1900000000004',
    ['CREATE TABLE done (id integer)', 'ALTER TABLE goods ADD COLUMN name text'],
    false,
  );
  await migrate(db, { migrations: [CREATE] });
  const long = (await another()).createQueryRunner();
  await long.startTransaction();
  await long.query('SELECT * FROM goods');

  const retries: string[] = [];
  const onRetry = (name: string) => void retries.push(name);
  const migrating = migrate(await another(), { migrations: [CREATE, steps], onRetry });
  await until('the last step is retried', () => retries.length > 0);
  expect(await db.query('SELECT * FROM done')).toEqual([]);
  await long.commitTransaction();
  await long.release();
  // A second run of the first step would fail.
  expect(await migrating).toEqual(['Steps1900000000004']);
});

test('a step after one that took hours is retried as long as any other', async () => {
  class Hours1900000000004 implements MigrationInterface {
    transaction = false as const;
    async up(runner: QueryRunner): Promise<void> {
      await runner.query('CREATE TABLE done (id integer)');
      passTime(5 * 60 * 60_000);
      await runner.query('ALTER TABLE goods ADD COLUMN name text');
    }
    async down(): Promise<void> {}
  }
  await migrate(db, { migrations: [CREATE] });
  const long = (await another()).createQueryRunner();
  await long.startTransaction();
  await long.query('SELECT * FROM goods');

  const endLong = () => void long.commitTransaction();
  const migrating = migrate(await another(), { migrations: [CREATE, Hours1900000000004], onRetry: endLong });
  expect(await migrating.finally(() => long.release())).toEqual(['Hours1900000000004']);
});
