import type { EntityManager } from 'typeorm';
import type { StatementRunner } from '../platform/database/connections/pool-database.js';
import { prepared } from '../platform/database/connections/prepared.js';

/*
 * The rows of `settings`. By hand: every order reads one, the worker has no entity for them, and a change merges fields into
 * the stored JSON.
 */

const SETTING = prepared('setting', 'SELECT value FROM settings WHERE key = $1');

/** SQL condition: the owner requires a second factor of every administrator. */
export const TWO_FACTOR_REQUIRED_SQL = `coalesce(
  (SELECT (value ->> 'requireTwoFactor')::boolean FROM settings WHERE key = 'security'), false)`;

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

/** Returns true when the owner requires a second factor of administrators. */
export async function isFactorRequired(tx: EntityManager): Promise<boolean> {
  const [row]: [{ isRequired: boolean }] = await tx.query(`SELECT ${TWO_FACTOR_REQUIRED_SQL} AS "isRequired"`);
  return row.isRequired;
}
