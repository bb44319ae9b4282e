import type { EntityManager } from 'typeorm';
import type { StatementRunner } from '../platform/database/connections/pool-database.js';
import { prepared } from '../platform/database/connections/prepared.js';

/*
 * The rows of `settings`. By hand: every order reads one, the worker has no entity for them, and a change merges fields into
 * the stored JSON.
 */

const SETTING = prepared('setting', 'SELECT value FROM settings WHERE key = $1');

/** Reads the owner's changes under a key; undefined when there are none. */
export async function readSetting<T extends object>(tx: StatementRunner, key: string): Promise<T | undefined> {
  const [row]: { value: T }[] = await tx.query(SETTING, [key]);
  return row?.value;
}

/** Merges fields into the stored ones under a key. Undefined fields stay unchanged. */
export async function mergeSetting(tx: EntityManager, key: string, fields: object): Promise<void> {
  await tx.query(
    `INSERT INTO settings (key, value) VALUES ($1, $2)
     ON CONFLICT (key) DO UPDATE SET value = settings.value || excluded.value`,
    [key, JSON.stringify(fields)],
  );
}
