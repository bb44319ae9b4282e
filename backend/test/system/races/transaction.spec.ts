import { QueryFailedError, type EntityManager } from 'typeorm';
import { codeOf, inTransaction } from '../../../src/platform/database/transaction.js';
import { asOwner, openShop, shop } from '../../support/client.js';
import { given } from '../../support/given.js';
import { expectSoundLedger } from '../../support/ledger.js';
import { stockOf } from '../../support/stock.js';

openShop();
expectSoundLedger();

const [DEADLOCK, SERIALIZATION, FORBIDDEN] = ['40P01', '40001', '42501'];

/** Resolves for everyone when `parties` have come. */
function meeting(parties: number): () => Promise<void> {
  let [missing, open] = [parties, () => {}];
  const everyone = new Promise<void>((resolve) => (open = resolve));
  return () => {
    missing -= 1;
    if (missing === 0) open();
    return everyone;
  };
}

const raise = (tx: EntityManager, code: string) =>
  tx.query(`DO $$ BEGIN RAISE EXCEPTION 'on purpose' USING ERRCODE = '${code}'; END $$`);
describe('a transaction', () => {
  test('in a deadlock is rolled back and repeated: both take effect once', async () => {
    const [a, b] = [await given.product({ stock: 0 }), await given.product({ stock: 0 })];
    const bothHoldOne = meeting(2);
    const attempts: number[] = [0, 0];
    const add = (tx: EntityManager, id: number) =>
      tx.query('UPDATE products SET count_in_stock = count_in_stock + 1 WHERE id = $1', [id]);
    const crossing = (who: 0 | 1, first: number, second: number) =>
      inTransaction(shop().db, async (tx) => {
        attempts[who]! += 1;
        await add(tx, first);
        await bothHoldOne();
        await add(tx, second);
        return who;
      });
    expect(await Promise.all([crossing(0, a, b), crossing(1, b, a)])).toEqual([0, 1]);
    expect(attempts.toSorted()).toEqual([1, 2]);
    expect(await stockOf(a)).toBe(2);
    expect(await stockOf(b)).toBe(2);
  });

  test('that may not be repeated fails with the deadlock', async () => {
    const [a, b] = [await given.product({ stock: 0 }), await given.product({ stock: 0 })];
    const bothHoldOne = meeting(2);
    const crossing = (first: number, second: number) =>
      shop().db.transaction(async (tx) => {
        await tx.query('SELECT 1 FROM products WHERE id = $1 FOR UPDATE', [first]);
        await bothHoldOne();
        await tx.query('SELECT 1 FROM products WHERE id = $1 FOR UPDATE', [second]);
      });
    const ends = await Promise.allSettled([crossing(a, b), crossing(b, a)]);
    const lost = ends.filter((end) => end.status === 'rejected').map((end) => codeOf(end.reason));
    expect(lost).toEqual([DEADLOCK]);
  });

  test.each([DEADLOCK, SERIALIZATION])('that fails with %s is tried four times', async (code) => {
    const id = await given.product({ stock: 0 });
    let attempts = 0;
    const work = (failures: number) =>
      inTransaction(shop().db, async (tx) => {
        attempts += 1;
        await tx.query('UPDATE products SET count_in_stock = count_in_stock + 1 WHERE id = $1', [id]);
        if (attempts <= failures) await raise(tx, code);
        return 'done';
      });
    expect(await work(3)).toBe('done');
    expect([attempts, await stockOf(id)]).toEqual([4, 1]);
    attempts = 0;
    expect(codeOf(await work(4).catch((error: unknown) => error))).toBe(code);
    expect([attempts, await stockOf(id)]).toEqual([4, 1]);
  });

  test('that fails in any other way is not repeated, and changes nothing', async () => {
    const id = await given.product({ stock: 0 });
    for (const code of ['23505', '55P03', '22021']) {
      let attempts = 0;
      const failed = inTransaction(shop().db, async (tx) => {
        attempts += 1;
        await tx.query('UPDATE products SET count_in_stock = count_in_stock + 1 WHERE id = $1', [id]);
        await raise(tx, code);
      });
      expect(codeOf(await failed.catch((error: unknown) => error))).toBe(code);
      expect(attempts).toBe(1);
    }
    expect(await stockOf(id)).toBe(0);
  });

  test('times out waiting for a lock or for its own caller', async () => {
    const [settings]: unknown[] = await shop().db.query(
      `SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock,
         current_setting('idle_in_transaction_session_timeout') AS idle`,
    );
    expect(settings).toEqual({ statement: '30s', lock: '10s', idle: '30s' });
  });
});

describe('a call', () => {
  test.each([
    [DEADLOCK, 'a deadlock'],
    [SERIALIZATION, 'a conflict'],
    ['55P03', 'a lock that somebody else holds'],
    ['57014', 'a statement that takes too long'],
    ['25P03', 'a transaction that was idle too long'],
    ['57P01', 'a stopping database'],
    ['53300', 'a database with too many guests'],
    ['08006', 'a broken connection'],
  ])('that finally fails with %s (%s) answers 503, which may be retried', async (code) => {
    const shopper = await given.shopper();
    const { id } = await given.order(shopper);
    const failure = new QueryFailedError('SELECT', [], Object.assign(new Error('on purpose'), { code }));
    jest.spyOn(shop().db, 'transaction').mockRejectedValue(failure);
    expect((await shopper.post(`/api/orders/${id}/cancel/`)).status).toBe(503);
    jest.restoreAllMocks();
    expect((await shopper.post(`/api/orders/${id}/cancel/`)).status).toBe(200);
  });
});

describe('append-only tables', () => {
  const RECORDS = ['transfers', 'order_events', 'stock_movements', 'webhook_events'];

  beforeAll(async () => {
    const shopper = await given.shopper({ balance: 100_000 });
    await given.paidOrder(shopper);
    await shop().db.query(`INSERT INTO webhook_events (id, type) VALUES ('evt_1', 'charge.updated')`);
  });

  test('are written by a role that does not own them', async () => {
    expect(await shop().db.query('SELECT current_user AS role')).toEqual([{ role: 'may_app' }]);
    const [{ owned }]: [{ owned: number }] = await shop().db.query(
      `SELECT count(*)::int AS owned FROM pg_tables WHERE tableowner = 'may_app'`,
    );
    expect(owned).toBe(0);
  });

  test.each(RECORDS)('%s allows insert and select, but neither update nor delete', async (table) => {
    const rows: unknown[] = await shop().db.query(`SELECT * FROM ${table}`);
    expect(rows.length).toBeGreaterThan(0);
    for (const sql of [`UPDATE ${table} SET created_at = now()`, `DELETE FROM ${table}`, `TRUNCATE ${table}`]) {
      const refused: unknown = await shop()
        .db.query(sql)
        .catch((error: unknown) => error);
      expect([sql, codeOf(refused)]).toEqual([sql, FORBIDDEN]);
    }
    expect(await shop().db.query(`SELECT * FROM ${table}`)).toEqual(rows);
  });

  test.each(RECORDS)('%s is final for the owner of the tables too', async (table) => {
    for (const sql of [`UPDATE ${table} SET created_at = now()`, `DELETE FROM ${table}`, `TRUNCATE ${table} CASCADE`]) {
      await expect(asOwner(sql)).rejects.toThrow(`a row of ${table} is never changed or deleted`);
    }
  });

  test('keep their triggers against the shop’s role', async () => {
    for (const sql of [
      'ALTER TABLE transfers DISABLE TRIGGER ALL',
      'DROP TRIGGER records_are_final ON transfers',
      'DROP TABLE transfers',
      'SET session_replication_role = replica',
      'DELETE FROM migrations',
    ]) {
      const refused: unknown = await shop()
        .db.query(sql)
        .catch((error: unknown) => error);
      expect([sql, codeOf(refused)]).toEqual([sql, FORBIDDEN]);
    }
  });
});
