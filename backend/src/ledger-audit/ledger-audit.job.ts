import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { DataSource } from 'typeorm';
import type { LedgerCheck } from '../contract/ledger.js';
import { SHOP_TIME_ZONE } from '../contract/rules.js';
import { CHECK_LOCK, checkFrom } from './ledger-check.js';
import type { Checkpoint } from './checkpoint.js';

const EVERY_MS = 60_000;
/** After this time without a check, either a full check is running or something is wrong with the worker. */
const OVERDUE_MINUTES = 5;

/** The hour of the nightly full check, in the shop's time zone. */
const NIGHT_HOUR = 3;

/** The result of the last check, and whether the nightly full check is due. */
interface AuditState {
  checkpoint: Checkpoint | null;
  broken: string[];
  isDue: boolean;
}

const AUDIT_STATE = `
  SELECT json_build_object('checkpoint', checkpoint,
    'broken', (SELECT coalesce(json_agg(breach -> 'rule'), '[]') FROM jsonb_array_elements(breaches) breach),
    'isDue', full_check_at IS NULL OR full_check_at < night) AS state
  FROM ledger_checks, (
    SELECT (date_trunc('day', now() AT TIME ZONE '${SHOP_TIME_ZONE}' - night_hour) + night_hour) AT TIME ZONE '${SHOP_TIME_ZONE}' AS night
    FROM (VALUES (interval '${NIGHT_HOUR} hours')) begins (night_hour)) clock`;

/**
 * Runs in the worker. Checks every minute what was written since the last checkpoint, and all of the books once a night. A
 * violated invariant is checked against all rows until it holds again.
 */
@Injectable()
export class LedgerAuditJob {
  private readonly logger = new Logger('Ledger');
  private isChecking = false;

  constructor(private readonly db: DataSource) {}

  /** Logs an error for each violated invariant and stores the finding for the metrics and the dashboard. */
  @Interval(EVERY_MS)
  async tick(): Promise<void> {
    if (this.isChecking) return;
    this.isChecking = true;
    try {
      await this.check();
    } catch (error) {
      this.logger.warn(`The books could not be checked: ${(error as Error).message}`);
    } finally {
      this.isChecking = false;
    }
  }

  private async check(): Promise<void> {
    // Another worker runs a full check, which takes minutes.
    if (await isRunning(this.db)) return;
    const [row]: { state: AuditState }[] = await this.db.query(AUDIT_STATE);
    const { checkpoint = null, broken = [], isDue = true } = row?.state ?? {};
    const found = await checkFrom(this.db, isDue || !checkpoint ? undefined : checkpoint, broken);
    for (const { rule, rows } of found.breaches) this.logger.error({ rows }, `The books are broken: ${rule}`);
    await this.db.query(
      `INSERT INTO ledger_checks (breaches, checkpoint, full_check_at) VALUES ($1, $2, CASE WHEN $3 THEN now() END)
       ON CONFLICT (singleton) DO UPDATE SET breaches = excluded.breaches, checkpoint = excluded.checkpoint, checked_at = now(),
         full_check_at = coalesce(excluded.full_check_at, ledger_checks.full_check_at)`,
      [JSON.stringify(found.breaches), JSON.stringify(found.checkpoint ?? checkpoint), found.isWhole],
    );
  }
}

/** True while a check is running in any process. */
async function isRunning(db: DataSource): Promise<boolean> {
  const [row]: { is_running: boolean }[] = await db.query(
    `SELECT EXISTS (SELECT FROM pg_locks l JOIN pg_database d ON d.oid = l.database AND d.datname = current_database()
       WHERE l.locktype = 'advisory' AND l.classid = 0 AND l.objid = $1 AND l.granted) AS is_running`,
    [CHECK_LOCK],
  );
  return row?.is_running ?? false;
}

/** Returns the result of the last check; `checked_at` is null before the first one. */
export async function lastCheck(db: DataSource): Promise<LedgerCheck> {
  const [last]: { checked_at: Date; is_overdue: boolean; breaches: LedgerCheck['breaches'] }[] = await db.query(
    `SELECT checked_at, checked_at < now() - make_interval(mins => $1) AS is_overdue, breaches FROM ledger_checks`,
    [OVERDUE_MINUTES],
  );
  const is_running = await isRunning(db);
  if (!last) return { checked_at: null, is_overdue: false, is_running, breaches: [] };
  return { ...last, checked_at: last.checked_at.toISOString(), is_running };
}
