import type { EntityManager } from 'typeorm';
import type { PlaceOrder } from '../../contract/orders/placing.js';
import type { OrderTotals } from '../../contract/rules.js';
import { ShopError } from '../../platform/errors/shop-error.js';
import { paymentRules } from '../../settings/parts/payment-rules.js';
import { PAYMENT_MEANS, isOptional } from '../order/payment-means.js';

/**
 * Checks whether a cart can be placed with its payment method. Only carts with an optional method read the settings.
 * @returns why not, naming `paymentMethod`; null when it can
 */
export async function checkMeans(
  tx: EntityManager,
  { request, totals }: { request: PlaceOrder; totals: OrderTotals },
): Promise<ShopError | null> {
  const { paymentMethod } = request;
  if (!isOptional(paymentMethod)) return null;
  const sentence = PAYMENT_MEANS[paymentMethod].refusal(await paymentRules(tx), totals.totalPrice);
  return sentence === null ? null : ShopError.fields({ paymentMethod: [sentence] });
}
