import type { EntityManager } from 'typeorm';
import { DEFAULT_PRICING, type PricingRules } from '../contract/rules.js';

/**
 * Reads shipping fees and tax: the defaults, overridden by the owner's changes in `settings` under the key `pricing`.
 */
export async function pricingRules(tx: EntityManager): Promise<PricingRules> {
  const [row]: { value: Partial<PricingRules> }[] = await tx.query(`SELECT value FROM settings WHERE key = 'pricing'`);
  return { ...DEFAULT_PRICING, ...row?.value };
}
