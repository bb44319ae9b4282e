import type { EntityManager } from 'typeorm';
import { readSetting } from '../settings.sql.js';

/** The row `orders` of the settings. */
export interface OrderRules {
  paymentWindowMinutes?: number;
}

/**
 * Returns how long an order may stay unpaid, in milliseconds: the owner's setting, else the environment's.
 * @param otherwise ORDER_PAYMENT_WINDOW_MINUTES, in milliseconds
 */
export async function paymentWindow(tx: EntityManager, otherwise: number): Promise<number> {
  const minutes = (await readSetting<OrderRules>(tx, 'orders'))?.paymentWindowMinutes;
  return minutes === undefined ? otherwise : minutes * 60_000;
}
