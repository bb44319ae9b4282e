import { AbstractLogger, type DataSource, type QueryRunner } from 'typeorm';
import { COVERED_BY, rankOf } from './lock-list.js';
import { locksOf, type StatementLock } from './statement-locks.js';

/** The locks and inserts of a transaction so far. */
interface Transaction {
  statements: string[];
  held: { step: string; table: string; call: string }[];
  /** Tables with rows that the transaction has inserted: no other can hold these. */
  created: Set<string>;
  /** The number of locks at each savepoint; a rollback releases the later ones. */
  savepoints: Map<string, number>;
}

/**
 * Reads the query log of a shop under test, and compares each lock that a transaction takes with the order of locks.
 *
 * It knows tables, not rows. An UPDATE or DELETE of a table in which the transaction has locked or inserted rows is assumed to
 * concern these rows, and the order of rows within a table is not checked.
 */
export class LockOrderLog extends AbstractLogger {
  private readonly open = new WeakMap<QueryRunner, Transaction>();
  private violations: string[] = [];

  /** Replaces the data source's own logger, which is off in tests. */
  static of(db: DataSource): LockOrderLog {
    return (db.logger = new LockOrderLog());
  }

  /** The violations since the last call, each with the statements of its transaction. */
  take(): string[] {
    const taken = this.violations;
    this.violations = [];
    return taken;
  }

  override logQuery(sql: string, parameters: unknown[] | undefined, runner: QueryRunner | undefined): void {
    if (!runner) return;
    if (sql === 'START TRANSACTION') this.open.set(runner, begun());
    else if (sql === 'COMMIT' || sql === 'ROLLBACK') this.open.delete(runner);
    else this.look(this.open.get(runner) ?? begun(), sql, parameters);
  }

  private look(transaction: Transaction, sql: string, parameters: unknown[] | undefined): void {
    const { statements, held, created, savepoints } = transaction;
    statements.push(sql);
    if (sql.startsWith('SAVEPOINT ')) savepoints.set(sql.slice('SAVEPOINT '.length), held.length);
    if (sql.startsWith('ROLLBACK TO SAVEPOINT ')) {
      held.length = savepoints.get(sql.slice('ROLLBACK TO SAVEPOINT '.length)) ?? held.length;
    }
    const into = /^\s*INSERT INTO "?(\w+)/i.exec(sql)?.[1];
    const locks = locksOf(sql, parameters);
    if (locks.length > 0) {
      const call = `${sql} ${JSON.stringify(parameters)}`;
      for (const lock of locks) this.lock(transaction, lock, call);
    }
    if (into) created.add(into);
  }

  private lock({ statements, held, created }: Transaction, lock: StatementLock, call: string): void {
    const rank = rankOf(lock.step);
    if (rank === undefined) return;
    const isHeld = ({ step, table, call: other }: Transaction['held'][number]) =>
      other === call || (lock.isWrite && table === lock.table) || step === COVERED_BY[lock.step];
    if (held.some(isHeld) || created.has(lock.table)) return;
    const later = held.find(({ step }) => rankOf(step)! > rank);
    if (later && lock.waits) {
      this.violations.push([`${lock.step} is locked after ${later.step}, in:`, ...statements].join('\n  '));
    }
    held.push({ step: lock.step, table: lock.table, call });
  }

  protected writeLog(): void {}
}

const begun = (): Transaction => ({ statements: [], held: [], created: new Set(), savepoints: new Map() });
