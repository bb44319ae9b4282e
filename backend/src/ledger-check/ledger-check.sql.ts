import type { DataSource, EntityManager } from 'typeorm';
import type { LedgerCheck } from '../contract/money/ledger.js';
import { SHOP_TIME_ZONE } from '../contract/shop-day.js';
import { ADVISORY_LOCKS } from '../platform/database/advisory-locks.js';
import type { Checkpoint, HighWaterMarks } from './checkpoint.js';
import type { Violation } from './invariants/invariant.js';

/** The hour of the nightly full check, in the shop's time zone. */
const NIGHT_HOUR = 3;

/** The result of the last check, and whether the nightly full check is due. */
interface CheckState {
  checkpoint: Checkpoint | null;
  /** The names of the invariants that were violated. */
  violated: string[];
  isDue: boolean;
}

const CHECK_STATE = `
  SELECT json_build_object('checkpoint', checkpoint,
    'violated', (SELECT coalesce(json_agg(breach -> 'rule'), '[]') FROM jsonb_array_elements(breaches) breach),
    'isDue', full_check_at IS NULL OR full_check_at < night) AS state
  FROM ledger_checks, (
    SELECT (date_trunc('day', now() AT TIME ZONE '${SHOP_TIME_ZONE}' - night_hour) + night_hour) AT TIME ZONE '${SHOP_TIME_ZONE}' AS night
    FROM (VALUES (interval '${NIGHT_HOUR} hours')) begins (night_hour)) clock`;

/** Returns the state that the next check continues from; undefined before the first. By hand: it computes the shop's last night. */
export async function readCheckState(db: DataSource): Promise<CheckState | undefined> {
  const [row]: { state: CheckState }[] = await db.query(CHECK_STATE);
  return row?.state;
}

/** Stores the result of a check. By hand: an upsert that keeps the time of the last full check. */
export async function saveCheck(
  db: DataSource,
  { violations, checkpoint, isWhole }: { violations: Violation[]; checkpoint: Checkpoint | null; isWhole: boolean },
): Promise<void> {
  await db.query(
    `INSERT INTO ledger_checks (breaches, checkpoint, full_check_at) VALUES ($1, $2, CASE WHEN $3 THEN now() END)
     ON CONFLICT (singleton) DO UPDATE SET breaches = excluded.breaches, checkpoint = excluded.checkpoint, checked_at = now(),
       full_check_at = coalesce(excluded.full_check_at, ledger_checks.full_check_at)`,
    [JSON.stringify(violations.map(breachView)), JSON.stringify(checkpoint), isWhole],
  );
}

/** A violation as the table stores it and the response shows it. */
const breachView = ({ invariant, rows }: Violation) => ({ rule: invariant, rows });

/** Returns the result of the last check; undefined before the first. By hand: overdue by the database's clock. */
export async function readLastCheck(
  db: DataSource,
  overdueMinutes: number,
): Promise<(Pick<LedgerCheck, 'breaches' | 'is_overdue'> & { checked_at: Date }) | undefined> {
  const [last]: { checked_at: Date; is_overdue: boolean; breaches: LedgerCheck['breaches'] }[] = await db.query(
    `SELECT checked_at, checked_at < now() - make_interval(mins => $1) AS is_overdue, breaches FROM ledger_checks`,
    [overdueMinutes],
  );
  return last;
}

const IS_RUNNING = `
  EXISTS (SELECT FROM pg_locks l JOIN pg_database d ON d.oid = l.database AND d.datname = current_database()
    WHERE l.locktype = 'advisory' AND l.classid = 0 AND l.objid = ${ADVISORY_LOCKS.ledgerCheck} AND l.granted)`;

/** True while a check is running in any process. By hand: it looks for the check's lock. */
export async function isCheckRunning(db: DataSource): Promise<boolean> {
  const [row]: { is_running: boolean }[] = await db.query(`SELECT ${IS_RUNNING} AS is_running`);
  return row?.is_running ?? false;
}

/** Notes that a worker begins to check. By hand: an upsert by the database's clock. */
export async function beginAttempt(db: DataSource): Promise<void> {
  await db.query(
    `INSERT INTO ledger_check_attempts DEFAULT VALUES ON CONFLICT (singleton) DO UPDATE
       SET began_at = now(), ended_at = NULL, reason = NULL, rules_done = 0, failure = NULL`,
  );
}

/** The state of the last attempt. */
interface WaitState {
  waits_for: LedgerCheck['waits_for'];
  is_running: boolean;
  began_at: Date | null;
  reason: LedgerCheck['reason'];
  rules_done: number;
  failure: string | null;
}

/**
 * Reads what the next result of the check waits for: its own end, because it reads; the end of what makes it fail; or a worker.
 * By hand: by the database's clock and locks.
 * @param overdueMinutes after this long without an attempt, no worker checks
 */
export async function readWait(tx: EntityManager, overdueMinutes: number): Promise<WaitState> {
  const [row]: WaitState[] = await tx.query(
    `SELECT CASE
         WHEN is_running AND a.reason IS NOT NULL AND a.ended_at IS NULL THEN 'full_check'
         WHEN is_running THEN 'check'
         WHEN a.began_at IS NULL OR a.began_at < now() - make_interval(mins => $1) THEN 'worker'
         WHEN a.failure IS NOT NULL THEN 'failure'
         ELSE 'nothing' END AS waits_for,
       is_running, a.began_at, a.reason, coalesce(a.rules_done, 0) AS rules_done, a.failure
     FROM (SELECT ${IS_RUNNING} AS is_running) lock LEFT JOIN ledger_check_attempts a ON true`,
    [overdueMinutes],
  );
  return row!;
}

/**
 * Makes a transaction read-only, without a statement timeout, and marks the check as running. When the worker is killed, the
 * server ends the statement within seconds, where it can tell that its client is gone.
 * @returns the snapshot that it checks
 */
export async function beginCheck(tx: EntityManager): Promise<HighWaterMarks> {
  await tx.query('SET TRANSACTION READ ONLY');
  await tx.query(`SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = '5min'`);
  await tx.query(
    `DO $$ BEGIN SET LOCAL client_connection_check_interval = '10s'; EXCEPTION WHEN OTHERS THEN NULL; END $$`,
  );
  await tx.query('SELECT pg_advisory_xact_lock_shared($1)', [ADVISORY_LOCKS.ledgerCheck]);
  return highWaterMarks(tx);
}

/** Returns the snapshot of a transaction and the newest ids it sees. By hand: one statement, so that both are of one moment. */
async function highWaterMarks(tx: EntityManager): Promise<HighWaterMarks> {
  const latest = (table: string) => `coalesce((SELECT max(id) FROM ${table}), 0)`;
  const [row]: { moment: HighWaterMarks }[] = await tx.query(
    `SELECT json_build_object('oldest', pg_snapshot_xmin(snapshot)::text, 'first', pg_snapshot_xmax(snapshot)::text,
       'marks', json_build_object('transfers', ${latest('transfers')}, 'lines', ${latest('wallet_transactions')},
         'events', ${latest('order_events')}, 'movements', ${latest('stock_movements')})) AS moment
     FROM pg_current_snapshot() AS snapshot`,
  );
  return row!.moment;
}

/** Returns up to 20 rows that violate an invariant. By hand: the invariants are SQL. */
export const findRows = (tx: EntityManager, invariant: string): Promise<unknown[]> => tx.query(`${invariant} LIMIT 20`);

/** Reads the last check for the metrics; NaN for both before the first check. By hand: the age must be by the database's clock. */
export async function lastCheckFigures(tx: EntityManager): Promise<{ violations: number; ageSeconds: number }> {
  const [last]: { violations: number; ageSeconds: number }[] = await tx.query(
    `SELECT jsonb_array_length(breaches) AS violations, extract(epoch FROM now() - checked_at)::float AS "ageSeconds"
     FROM ledger_checks`,
  );
  return last ?? { violations: NaN, ageSeconds: NaN };
}
