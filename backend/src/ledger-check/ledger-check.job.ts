import { Injectable, Logger } from '@nestjs/common';
import { DataSource, type EntityManager, type QueryDeepPartialEntity } from 'typeorm';
import type { LedgerCheck } from '../contract/money/ledger.js';
import { ADVISORY_LOCKS } from '../platform/database/advisory-locks.js';
import { NO_STATEMENT_TIMEOUT } from '../platform/database/data-source.js';
import { withSessionLock } from '../platform/database/session-lock.js';
import { Every } from '../platform/recurring.js';
import { INVARIANTS } from './invariants.js';
import {
  beginAttempt,
  isCheckRunning,
  lastCheckFigures,
  readCheckState,
  readLastCheck,
  readWait,
  saveCheck,
} from './ledger-check.sql.js';
import { LedgerCheckAttempt } from './ledger-check-attempt.entity.js';
import { checkIn, type CheckObserver, type FullCheckReason } from './ledger-check.js';

const EVERY_MS = 60_000;
/** After this time without a check, either a full check is running or something is wrong with the worker. */
const OVERDUE_MINUTES = 5;
const RULES = Object.keys(INVARIANTS).length;

/**
 * Runs in the worker. Checks every minute what was written since the last checkpoint, and all of the books once a night. A
 * violated invariant is checked against all rows until it holds again. One worker at a time checks.
 */
@Injectable()
export class LedgerCheckJob {
  readonly logger = new Logger('Ledger');

  constructor(private readonly db: DataSource) {}

  /**
   * Logs an error for each violated invariant and stores the finding for the metrics and the dashboard. Holds the turn until then;
   * a dead worker loses it.
   */
  @Every(EVERY_MS, 'The books could not be checked')
  async tick(): Promise<void> {
    const check = async (session: EntityManager) => {
      // Somebody checks by hand; a full check takes minutes.
      if (await isCheckRunning(this.db)) return;
      await beginAttempt(this.db);
      const failure = await this.attempt(session).then(
        () => null,
        (error: Error) => error,
      );
      await this.note({ endedAt: () => 'now()', failure: failure?.message ?? null });
      if (failure) throw failure;
    };
    await withSessionLock(this.db, ADVISORY_LOCKS.ledgerTurn, check, { statementMs: NO_STATEMENT_TIMEOUT });
  }

  private async attempt(session: EntityManager): Promise<void> {
    const state = await readCheckState(this.db);
    const { checkpoint = null, violated = [], isDue = true } = state ?? {};
    const observer: CheckObserver = {
      readsAll: async (reason) => {
        this.logger.log(`All books are read: ${WHY[reason]}`);
        await this.note({ reason });
      },
      proved: (rulesDone) => this.note({ rulesDone }),
    };
    const before = isDue || !checkpoint ? undefined : checkpoint;
    const finding = await checkIn(session, { before, violated, observer, reason: checkpoint ? 'night' : 'first' });
    for (const { invariant, rows } of finding.violations) {
      this.logger.error({ rows }, `The books are broken: ${invariant}`);
    }
    await saveCheck(this.db, { ...finding, checkpoint: finding.checkpoint ?? checkpoint });
  }

  /** A note that cannot be written does not stop a check. */
  private async note(change: QueryDeepPartialEntity<LedgerCheckAttempt>): Promise<void> {
    await this.db.manager
      .update(LedgerCheckAttempt, { singleton: true }, change)
      .catch((error: Error) => this.logger.warn(`How far the check is could not be noted: ${error.message}`));
  }
}

const WHY: Record<FullCheckReason, string> = {
  first: 'nothing was proved before',
  night: 'once a night',
  violation: 'a rule was broken',
  many_new_rows: 'too much is new for a part',
};

/** Returns the result of the last check, and what the next one waits for; `checked_at` is null before the first one. */
export async function lastCheck(db: DataSource): Promise<LedgerCheck> {
  const { began_at, ...wait } = await readWait(db.manager, OVERDUE_MINUTES);
  const state = { ...wait, attempted_at: began_at?.toISOString() ?? null, rules: RULES };
  const last = await readLastCheck(db, OVERDUE_MINUTES);
  if (!last) return { checked_at: null, is_overdue: false, breaches: [], ...state };
  return { ...last, checked_at: last.checked_at.toISOString(), ...state };
}

/** Reads the last check and what the next one waits for, for the metrics. */
export async function ledgerFigures(db: DataSource) {
  const { waits_for } = await readWait(db.manager, OVERDUE_MINUTES);
  return { ...(await lastCheckFigures(db.manager)), waitsFor: waits_for };
}
