import type { EntityManager } from 'typeorm';
import { DEFAULT_PRICING, type PricingRules } from '../contract/rules.js';

/**
 * What shipping costs and how much tax is due now: the defaults, and over them what the owner has changed, which is kept
 * in `settings` under the key `pricing`.
 */
export async function pricingRules(tx: EntityManager): Promise<PricingRules> {
  const [row]: { value: Partial<PricingRules> }[] = await tx.query(`SELECT value FROM settings WHERE key = 'pricing'`);
  return { ...DEFAULT_PRICING, ...row?.value };
}
