import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { DataSource } from 'typeorm';
import type { LedgerCheck } from '../contract/ledger.js';
import { checkLedger } from './ledger-check.js';

const EVERY_MS = 60_000;
/** So many minutes without a check, and something is wrong with the worker. */
const OVERDUE_MINUTES = 5;

/** Runs in the worker: checks the shop's books every minute, and tells of what it finds. */
@Injectable()
export class LedgerWatch {
  private readonly logger = new Logger('Ledger');

  constructor(private readonly db: DataSource) {}

  /** An error in the log for each broken rule; the finding is kept for the metrics and the dashboard. */
  @Interval(EVERY_MS)
  async look(): Promise<void> {
    try {
      const breaches = await checkLedger(this.db);
      for (const { rule, rows } of breaches) this.logger.error({ rows }, `The books are broken: ${rule}`);
      await this.db.query(
        `INSERT INTO ledger_checks (breaches) VALUES ($1)
         ON CONFLICT (only_one) DO UPDATE SET breaches = excluded.breaches, checked_at = now()`,
        [JSON.stringify(breaches)],
      );
    } catch (error) {
      this.logger.warn(`The books could not be checked: ${(error as Error).message}`);
    }
  }
}

/** What the last check found. Before the first one nothing is broken, and nothing is known to be sound. */
export async function lastCheck(db: DataSource): Promise<LedgerCheck> {
  const [last]: { checked_at: Date; is_overdue: boolean; breaches: LedgerCheck['breaches'] }[] = await db.query(
    `SELECT checked_at, checked_at < now() - make_interval(mins => $1) AS is_overdue, breaches FROM ledger_checks`,
    [OVERDUE_MINUTES],
  );
  if (!last) return { checked_at: null, is_overdue: false, breaches: [] };
  return { ...last, checked_at: last.checked_at.toISOString() };
}
