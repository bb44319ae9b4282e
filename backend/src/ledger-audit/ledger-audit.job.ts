import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { DataSource } from 'typeorm';
import type { LedgerCheck } from '../contract/ledger.js';
import { isRunning, readAuditState, readLastCheck, saveCheck } from './ledger-audit.sql.js';
import { checkFrom } from './ledger-check.js';

const EVERY_MS = 60_000;
/** After this time without a check, either a full check is running or something is wrong with the worker. */
const OVERDUE_MINUTES = 5;

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
    const { checkpoint = null, broken = [], isDue = true } = (await readAuditState(this.db)) ?? {};
    const found = await checkFrom(this.db, isDue || !checkpoint ? undefined : checkpoint, broken);
    for (const { rule, rows } of found.breaches) this.logger.error({ rows }, `The books are broken: ${rule}`);
    await saveCheck(this.db, { ...found, checkpoint: found.checkpoint ?? checkpoint });
  }
}

/** Returns the result of the last check; `checked_at` is null before the first one. */
export async function lastCheck(db: DataSource): Promise<LedgerCheck> {
  const last = await readLastCheck(db, OVERDUE_MINUTES);
  const is_running = await isRunning(db);
  if (!last) return { checked_at: null, is_overdue: false, is_running, breaches: [] };
  return { ...last, checked_at: last.checked_at.toISOString(), is_running };
}
