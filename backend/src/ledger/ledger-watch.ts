import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { DataSource } from 'typeorm';
import type { LedgerCheck } from '../contract/ledger.js';
import { SHOP_TIME_ZONE } from '../contract/rules.js';
import { CHECK_LOCK, checkFrom } from './ledger-check.js';
import type { Proof } from './proof.js';

const EVERY_MS = 60_000;
/** So many minutes without a check, and the books are being read as a whole, or something is wrong with the worker. */
const OVERDUE_MINUTES = 5;

/** When the books are read as a whole, once a night, on the shop's clocks. */
const NIGHT_HOUR = 3;

/** What the last check left, and whether that of the last night has not been. */
interface Left {
  proof: Proof | null;
  broken: string[];
  isDue: boolean;
}

const LEFT = `
  SELECT json_build_object('proof', proof,
    'broken', (SELECT coalesce(json_agg(breach -> 'rule'), '[]') FROM jsonb_array_elements(breaches) breach),
    'isDue', read_whole_at IS NULL OR read_whole_at < night) AS "left"
  FROM ledger_checks, (
    SELECT (date_trunc('day', now() AT TIME ZONE '${SHOP_TIME_ZONE}' - night_hour) + night_hour) AT TIME ZONE '${SHOP_TIME_ZONE}' AS night
    FROM (VALUES (interval '${NIGHT_HOUR} hours')) begins (night_hour)) clock`;

/**
 * Runs in the worker: checks every minute what was written to the shop's books since they were last found sound, and all of
 * them once a night, and tells of what it finds. A rule that is found broken is held against everything until it holds.
 */
@Injectable()
export class LedgerWatch {
  private readonly logger = new Logger('Ledger');
  private isLooking = false;

  constructor(private readonly db: DataSource) {}

  /** An error in the log for each broken rule; the finding is kept for the metrics and the dashboard. */
  @Interval(EVERY_MS)
  async look(): Promise<void> {
    if (this.isLooking) return;
    this.isLooking = true;
    try {
      await this.check();
    } catch (error) {
      this.logger.warn(`The books could not be checked: ${(error as Error).message}`);
    } finally {
      this.isLooking = false;
    }
  }

  private async check(): Promise<void> {
    // Another worker reads them as a whole, which takes minutes.
    if (await isRunning(this.db)) return;
    const [row]: { left: Left }[] = await this.db.query(LEFT);
    const { proof = null, broken = [], isDue = true } = row?.left ?? {};
    const found = await checkFrom(this.db, isDue || !proof ? undefined : proof, broken);
    for (const { rule, rows } of found.breaches) this.logger.error({ rows }, `The books are broken: ${rule}`);
    await this.db.query(
      `INSERT INTO ledger_checks (breaches, proof, read_whole_at) VALUES ($1, $2, CASE WHEN $3 THEN now() END)
       ON CONFLICT (only_one) DO UPDATE SET breaches = excluded.breaches, proof = excluded.proof, checked_at = now(),
         read_whole_at = coalesce(excluded.read_whole_at, ledger_checks.read_whole_at)`,
      [JSON.stringify(found.breaches), JSON.stringify(found.proof ?? proof), found.isWhole],
    );
  }
}

/** Whether the books are being checked right now. */
async function isRunning(db: DataSource): Promise<boolean> {
  const [row]: { is: boolean }[] = await db.query(
    `SELECT EXISTS (SELECT FROM pg_locks l JOIN pg_database d ON d.oid = l.database AND d.datname = current_database()
       WHERE l.locktype = 'advisory' AND l.classid = 0 AND l.objid = $1 AND l.granted) AS is`,
    [CHECK_LOCK],
  );
  return row?.is ?? false;
}

/** What the last check found. Before the first one nothing is broken, and nothing is known to be sound. */
export async function lastCheck(db: DataSource): Promise<LedgerCheck> {
  const [last]: { checked_at: Date; is_overdue: boolean; breaches: LedgerCheck['breaches'] }[] = await db.query(
    `SELECT checked_at, checked_at < now() - make_interval(mins => $1) AS is_overdue, breaches FROM ledger_checks`,
    [OVERDUE_MINUTES],
  );
  const is_running = await isRunning(db);
  if (!last) return { checked_at: null, is_overdue: false, is_running, breaches: [] };
  return { ...last, checked_at: last.checked_at.toISOString(), is_running };
}
