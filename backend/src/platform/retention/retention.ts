import type { EntityManager } from 'typeorm';

/** How many days rows stay, where the operator decides. */
export interface RetentionDays {
  /** After a login has ended. */
  logins: number;
  /** After a mail was sent or given up. */
  mails: number;
  /** After an import has ended. */
  importLines: number;
  /** After an event of the card provider came. */
  webhookEvents: number;
}

/** A part of a table, and how many of its rows one statement may delete. */
export interface DeletionBatch {
  /** The time by which rows are old; the same for a whole night. */
  now: Date;
  days: RetentionDays;
  /** The part, in blocks of the table's file; `endBlock` is not in it. */
  firstBlock: number;
  endBlock: number;
  limit: number;
}

/** Deletes the old rows of one table each night. The table's module defines it, `housekeeping` runs it. */
export interface RetentionRule {
  /** The name of the table, with its schema unless that is `public`. */
  table: string;
  /**
   * Deletes old rows of one part of the table. Skips rows that another transaction holds.
   * @returns how many rows went; less than the limit: the part has no more
   */
  deleteBatch(tx: EntityManager, batch: DeletionBatch): Promise<number>;
}

const DAY_MS = 86_400_000;

/** The moment that lies whole days before another. */
export const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY_MS);
