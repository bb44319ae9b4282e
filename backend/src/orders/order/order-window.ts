import type { EntityManager } from 'typeorm';
import type { PaymentMethod } from '../../contract/rules.js';
import { paymentRules } from '../../settings/parts/payment-rules.js';
import { paymentWindow } from '../../settings/parts/payment-window.js';
import { PAYMENT_MEANS } from './payment-means.js';

/** Returns how long an order with a payment method may stay unpaid, in milliseconds. */
export type OrderWindow = (method: PaymentMethod) => number;

/**
 * Reads the payment windows: the owner's settings, else the environment's.
 * @param otherwise ORDER_PAYMENT_WINDOW_MINUTES, in milliseconds
 */
export async function orderWindows(tx: EntityManager, otherwise: number): Promise<OrderWindow> {
  const standard = await paymentWindow(tx, otherwise);
  const rules = await paymentRules(tx);
  return (method) => PAYMENT_MEANS[method].window(rules, standard);
}
