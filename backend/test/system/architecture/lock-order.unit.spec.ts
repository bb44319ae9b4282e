import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { LOCK_CLASSES } from '../../../src/platform/database/advisory-locks.js';
import type { QueryRunner } from 'typeorm';
import { LOCK_ORDER } from '../../support/locks/lock-list.js';
import { LockOrderLog } from '../../support/locks/lock-order.js';

const ROOT = path.join(import.meta.dirname, '../../../..');
const SOURCE = path.join(ROOT, 'backend/src');

describe('the list of locks', () => {
  test('is the one of docs/architecture.md', () => {
    const document = readFileSync(path.join(ROOT, 'docs/architecture.md'), 'utf8');
    const rows = [...document.matchAll(/^\| +(\d+) \| (.+?) +\| (.+?) +\|$/gm)].map(([, order, lock, where]) => ({
      order: Number(order),
      lock,
      where: [...where!.matchAll(/`([^`]+)`/g)].map(([, file]) => file),
    }));
    expect(rows).toEqual(LOCK_ORDER.map(({ lock, where }, nth) => ({ order: nth + 1, lock, where })));
  });

  test('names files that take its advisory locks', () => {
    for (const { where, steps } of LOCK_ORDER) {
      const texts = where.flatMap((file) => sourcesOf(path.join(SOURCE, file)));
      for (const step of steps) {
        const [, lockClass] = /^advisory 770(\d+)$/.exec(step) ?? [];
        const [name] = Object.entries(LOCK_CLASSES).find(([, each]) => each === Number(`770${lockClass}`)) ?? [];
        const takesIt = (text: string) => text.includes(`LOCK_CLASSES.${name}`);
        if (lockClass) expect(texts.some(takesIt)).toBe(true);
      }
    }
  });
});

describe('a transaction', () => {
  const ORDER = 'SELECT * FROM "orders" "Order" WHERE "Order"."id" = $1 FOR UPDATE';
  const WALLET = 'SELECT * FROM accounts WHERE user_id = $1 FOR NO KEY UPDATE';

  /** The violations in a transaction with these statements, without the statements. */
  function violationsOf(statements: string[]): (string | undefined)[] {
    const log = new LockOrderLog();
    const runner = {} as QueryRunner;
    for (const sql of ['START TRANSACTION', ...statements]) log.logQuery(sql, [770_003, 'a'], runner);
    return log.take().map((violation) => violation.split(', in:')[0]);
  }

  test.each([
    ['locks in the order of the list', [ORDER, WALLET]],
    ['writes to rows that it locked', [ORDER, WALLET, 'UPDATE "orders" SET notice = $1']],
    ['takes a lock again', [ORDER, WALLET, ORDER]],
    ['takes a lock that does not wait', [WALLET, `${ORDER} SKIP LOCKED`]],
    ['locks rows that it inserted', ['INSERT INTO "orders"("id") VALUES (1)', WALLET, ORDER]],
    [
      'locks only the last of two joined tables',
      [WALLET, 'SELECT FROM orders o JOIN reviews r ON true FOR UPDATE OF r'],
    ],
    ['locks after a savepoint that it rolled back', ['SAVEPOINT a', WALLET, 'ROLLBACK TO SAVEPOINT a', ORDER]],
    ['begins after another has ended', [WALLET, 'COMMIT', 'START TRANSACTION', ORDER]],
  ])('passes when it %s', (_rule, statements) => {
    expect(violationsOf(statements)).toEqual([]);
  });

  test.each([
    ['locks an order after a wallet', [WALLET, ORDER], 'orders is locked after accounts'],
    ['changes an order after a wallet', [WALLET, 'UPDATE "orders" SET notice = $1'], 'orders is locked after accounts'],
    [
      'locks in a subquery',
      [WALLET, 'SELECT FROM (SELECT FROM orders FOR SHARE) o'],
      'orders is locked after accounts',
    ],
    [
      'takes an idempotency key after an order',
      [ORDER, 'SELECT pg_advisory_xact_lock($1, hashtext($2))'],
      'advisory 770003 is locked after orders',
    ],
  ])('fails when it %s', (_rule, statements, violation) => {
    expect(violationsOf(statements)).toEqual([violation]);
  });
});

/** The texts of a file, or of those in a folder. */
function sourcesOf(place: string): string[] {
  expect(existsSync(place)).toBe(true);
  const files = place.endsWith('.ts') ? [place] : readdirSync(place).map((file) => path.join(place, file));
  return files.filter((file) => file.endsWith('.ts')).map((file) => readFileSync(file, 'utf8'));
}
