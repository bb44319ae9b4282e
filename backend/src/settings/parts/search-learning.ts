import type { StatementRunner } from '../../platform/database/connections/pool-database.js';
import { readSetting } from '../settings.sql.js';

/** The row `search` of the settings. */
export interface SearchRules {
  learning?: boolean;
}

/** @param rules the stored ones */
export const isLearningOn = (rules?: SearchRules): boolean => rules?.learning ?? true;

/** Whether the order of results learns from clicks and purchases: unless the owner has switched it off. */
export async function searchLearns(db: StatementRunner): Promise<boolean> {
  return isLearningOn(await readSetting<SearchRules>(db, 'search'));
}
