import type { EntityManager } from 'typeorm';
import { DEFAULT_PRICING, type PricingRules } from '../../contract/rules.js';
import { readSetting } from '../settings.sql.js';

/**
 * Reads shipping fees and tax: the defaults, overridden by the owner's changes in `settings` under the key `pricing`.
 */
export async function pricingRules(tx: EntityManager): Promise<PricingRules> {
  return { ...DEFAULT_PRICING, ...(await readSetting<Partial<PricingRules>>(tx, 'pricing')) };
}
