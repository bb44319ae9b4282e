import type { Order } from 'contract/orders/orders';
import { isSent, reasonToKeep } from '../../order-status';

/** Why the first parcel of an order cannot be recorded; null when it can. */
export function reasonNotToSend(order: Order): string | null {
  if (order.isRefunded || order.isCancelled) return reasonToKeep(order);
  if (order.isDelivered) return 'đã giao';
  if (isSent(order)) return 'đã gửi';
  return reasonToKeep(order);
}
