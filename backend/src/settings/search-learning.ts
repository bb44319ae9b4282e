import type { StatementRunner } from '../platform/database/connections/pool-database.js';
import { readSetting } from './settings.sql.js';

/** The row `search` of the settings. */
export interface SearchRules {
  learning?: boolean;
}

/** Whether the order of results learns from clicks and purchases: unless the owner has switched it off. */
export async function searchLearns(db: StatementRunner): Promise<boolean> {
  return (await readSetting<SearchRules>(db, 'search'))?.learning ?? true;
}
