import type { StatementRunner } from '../../platform/database/connections/pool-database.js';
import { readSetting } from '../settings.sql.js';

/** The row `carts` of the settings. */
export interface CartRules {
  reminders?: boolean;
}

/** @param rules the stored ones */
export const areRemindersOn = (rules?: CartRules): boolean => rules?.reminders ?? false;

/** Whether the owner has switched reminders of carts on. */
export async function remindsOfCarts(db: StatementRunner): Promise<boolean> {
  return areRemindersOn(await readSetting<CartRules>(db, 'carts'));
}
