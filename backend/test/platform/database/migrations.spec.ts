import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { DataSource } from 'typeorm';
import { describeSchema } from '../../../src/commands/schema/describe-schema.js';
import { createOwnerDataSource } from '../../../src/platform/database/data-source.js';
import { migrate } from '../../../src/platform/database/migrations.js';
import { emptyDatabase } from '../../support/setup/database.js';

const read = (file: string) => readFileSync(path.join(import.meta.dirname, file));

/** Schema and first rows of a database of release 0.1, as pg_dump writes them. */
const RELEASE_0_1 = gunzipSync(read('fixtures/release-0.1.sql.gz')).toString();

/** PostgreSQL keeps the parentheses of a condition as it was first written. */
const plain = (sql: string) => sql.replace(/[()]/g, '');

let db: DataSource;
beforeEach(async () => {
  db = await createOwnerDataSource(await emptyDatabase()).initialize();
  await db.query(RELEASE_0_1);
});
afterEach(() => db.destroy());

test('a database of release 0.1 gets the schema of a new one', async () => {
  expect((await migrate(db))[0]).toBe('Baseline1800000000001');
  expect(plain(await describeSchema(db))).toBe(plain(read('../../../schema.sql').toString()));
});

test('a database of release 0.1 keeps its rows, and chargebacks their stages', async () => {
  await db.query(`
    INSERT INTO users (id, username, username_key, email, email_key, password_hash)
      VALUES (7, 'khach', 'khach', 'khach@example.com', 'khach@example.com', '');
    INSERT INTO payment_intents (id, purpose, user_id, amount) VALUES ('pi_1', 'deposit', 7, 100000);
    INSERT INTO card_returns (id, payment_intent_id, kind, amount, status, stage) VALUES
      ('1', 'pi_1', 'refund', 1, 'pending', 'waiting'), ('2', 'pi_1', 'dispute', 1, 'needs_response', 'held'),
      ('3', 'pi_1', 'dispute', 1, 'lost', 'gone'), ('4', 'pi_1', 'refund', 1, 'failed', 'void'),
      ('5', 'pi_1', 'refund', 1, 'failed', 'returned');
    INSERT INTO uncounted_events VALUES (3);
    INSERT INTO ledger_checks (breaches, proof) VALUES ('[]', '{"transfers": 9}');
  `);
  await migrate(db);
  expect(await db.query('SELECT id, stage FROM chargebacks ORDER BY id')).toEqual([
    { id: '1', stage: 'pending' },
    { id: '2', stage: 'funds_withdrawn' },
    { id: '3', stage: 'lost' },
    { id: '4', stage: 'void' },
    { id: '5', stage: 'funds_reinstated' },
  ]);
  expect(await db.query('SELECT event_id FROM order_rollup_queue')).toEqual([{ event_id: '3' }]);
  expect(await db.query('SELECT checkpoint FROM ledger_checks')).toEqual([{ checkpoint: { transfers: 9 } }]);
});

test('a database older than release 0.1 is refused and stays as it is', async () => {
  await db.query(`DELETE FROM migrations WHERE name = 'UnpaidOrders1700000000031'`);
  await expect(migrate(db)).rejects.toThrow('Start release 0.1 once');
  expect(await db.query(`SELECT to_regclass('card_returns') IS NOT NULL AS stays`)).toEqual([{ stays: true }]);
});
