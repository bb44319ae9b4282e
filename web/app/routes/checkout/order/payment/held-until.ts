import type { Order } from 'contract/orders/orders';
import type { Settings } from 'contract/administration/settings';
import { formatTime } from '~/components/display/date';

type Windows = Pick<Settings, 'payment_window_minutes' | 'cod'>;

type HeldOrder = Pick<Order, 'createdAt' | 'paymentMethod' | 'isDelivered'>;

/** @returns until when an unpaid order holds its goods, as people read it; null for delivered goods, which are not held any more */
export function heldUntil(order: HeldOrder, windows: Windows): string | null {
  if (order.isDelivered) return null;
  // The window is that of the method chosen when the order was placed, whichever pays it.
  const minutes = order.paymentMethod === 'COD' ? windows.cod.window_minutes : windows.payment_window_minutes;
  return formatTime(new Date(Date.parse(order.createdAt) + minutes * 60_000).toISOString());
}

/** What the buyer of an unpaid order can do after a declined card, and until when the order holds its goods. */
export function afterDecline(order: HeldOrder, windows: Windows) {
  const means = 'Bạn có thể thử thẻ khác, trả bằng ví Paybox, hoặc trả sau';
  const until = heldUntil(order, windows);
  return until === null ? `${means}.` : `${means}: hàng được giữ cho bạn đến ${until}.`;
}
