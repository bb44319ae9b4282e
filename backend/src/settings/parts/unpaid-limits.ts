import type { EntityManager } from 'typeorm';
import { DEFAULT_UNPAID_LIMITS, type UnpaidLimits } from '../../contract/rules.js';
import { readSetting } from '../settings.sql.js';

/** The part of the settings row `orders` that limits unpaid orders. */
export interface UnpaidRules {
  unpaidLimits?: UnpaidLimits;
}

/** Reads the limits of one account's unpaid orders: the owner's numbers, or the defaults. */
export async function unpaidLimits(tx: EntityManager): Promise<UnpaidLimits> {
  const stored = await readSetting<UnpaidRules>(tx, 'orders');
  return { ...DEFAULT_UNPAID_LIMITS, ...stored?.unpaidLimits };
}
