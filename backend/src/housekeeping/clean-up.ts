import { Logger } from '@nestjs/common';
import type { DataSource, EntityManager } from 'typeorm';
import { ADVISORY_LOCKS } from '../platform/database/advisory-locks.js';
import { keepSession, withSessionLock } from '../platform/database/session-lock.js';
import type { RetentionDays, RetentionRule } from '../platform/retention/retention.js';
import { shiftDay } from '../contract/shop-day.js';
import { BATCH_LIMITS, deleteOldRows, type BatchLimits } from './delete-old-rows.js';
import { addTasks, beginTask, countDeleted, endTask, readNights } from './housekeeping.sql.js';
import { isDue, nightOf } from './night.js';

/** Deletes rows that need more than a rule, such as rows with files. */
interface Sweep {
  table: string;
  /** @param session without the shop's own timeout @param lost aborts when it is lost @returns how many rows went */
  sweep: (session: EntityManager, lost: AbortSignal) => Promise<number>;
}

interface CleanUp {
  now: Date;
  /** At which a night begins, by the shop's clock. */
  hour: number;
  days: RetentionDays;
  signal?: AbortSignal;
  limits?: BatchLimits;
}

const logger = new Logger('Housekeeping');
/** A batch takes milliseconds. The shop's own timeout does not apply: no request waits for it. */
const STATEMENT_MS = 10 * 60_000;

/**
 * Cleans up the tables that are due, one after the other, on a connection of its own. One worker at a time does; when it dies, its
 * turn ends with its connection, and the next call of any worker continues. A table that fails does not stop the others.
 * @returns the tables that are clean now; undefined while another worker cleans up
 */
export async function cleanUp(
  db: DataSource,
  tasks: readonly (RetentionRule | Sweep)[],
  { now, hour, days, signal, limits = BATCH_LIMITS }: CleanUp,
): Promise<string[] | undefined> {
  const night = nightOf(now, hour);
  const tables = tasks.map(({ table }) => table);
  await addTasks(db.manager, tables, shiftDay(night, -1));
  const dueTables = async (tx: EntityManager) => {
    const nights = await readNights(tx);
    return new Set(tables.filter((table) => isDue(now, hour, nights.get(table) ?? night)));
  };
  // Most looks find nothing: they open no connection.
  if ((await dueTables(db.manager)).size === 0) return [];
  const clean = async (session: EntityManager) => {
    const due = await dueTables(session);
    const cleaned: string[] = [];
    for (const task of tasks.filter(({ table }) => due.has(table))) {
      await beginTask(session, task.table, night);
      const failure = await cleanTable(session, task, { now, days, signal, limits });
      if (signal?.aborted) break;
      if (session.queryRunner?.isReleased) {
        logger.warn(`Old rows of ${task.table} are cleaned up later: ${failure ?? 'the connection was lost'}`);
        break;
      }
      const { deleted, seconds } = await endTask(session, task.table, failure);
      if (failure !== null) logger.warn(`Old rows of ${task.table} stay: ${failure}`);
      else cleaned.push(task.table);
      if (deleted > 0) logger.log(`Deleted ${deleted} rows of ${task.table} in ${seconds.toFixed(1)} s`);
    }
    return cleaned;
  };
  return withSessionLock(db, ADVISORY_LOCKS.housekeeping, clean, { statementMs: STATEMENT_MS });
}

/** @returns why it failed, or null */
async function cleanTable(
  session: EntityManager,
  task: RetentionRule | Sweep,
  deletion: Parameters<typeof deleteOldRows>[2],
): Promise<string | null> {
  try {
    if ('sweep' in task) {
      const deleted = await keepSession(session, (lost) => task.sweep(session, lost));
      await countDeleted(session, task.table, deleted);
    } else await deleteOldRows(session, task, deletion);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}
