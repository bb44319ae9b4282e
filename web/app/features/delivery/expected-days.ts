import { deliveryDays, deliveryStart, type DeliveryDays, type DeliveryRules } from 'contract/orders/delivery-rules';
import type { Order } from 'contract/orders/orders';
import { shopDay } from 'contract/shop-day';

/** When an order is expected. */
export interface ExpectedDays {
  days: DeliveryDays;
  /** True when it counts from a payment that has not come: as if it came now. */
  isIfPaidNow: boolean;
  /** True when the last of the days is over. */
  isLate: boolean;
}

/** The parts of an order that its delivery depends on. */
export type OrderToDeliver = Pick<Order, 'status' | 'paymentMethod' | 'createdAt' | 'paidAt' | 'shippingAddress'>;

/**
 * Returns when an order is expected; null for one that is delivered, cancelled, or refunded, or waits for its refund.
 * @param now ISO time
 */
export function expectedDays(order: OrderToDeliver, rules: DeliveryRules, now: string): ExpectedDays | null {
  if (order.status !== 'unpaid' && order.status !== 'paid') return null;
  const from = deliveryStart(order);
  const days = deliveryDays(from ?? now, rules, order.shippingAddress.city);
  return { days, isIfPaidNow: from === null, isLate: days.to < shopDay(new Date(now)) };
}
