import type { Order } from 'contract/orders/orders';
import type { Settings } from 'contract/administration/settings';
import { formatTime } from '~/components/display/date';

type Windows = Pick<Settings, 'payment_window_minutes' | 'cod'>;

/** What the buyer of an unpaid order can do after a declined card, and until when the order holds its goods. */
export function afterDecline(order: Pick<Order, 'createdAt' | 'paymentMethod' | 'isDelivered'>, windows: Windows) {
  const means = 'Bạn có thể thử thẻ khác, trả bằng ví Paybox, hoặc trả sau';
  // Delivered goods are not held any more.
  if (order.isDelivered) return `${means}.`;
  // The window is that of the method chosen when the order was placed, whichever pays it.
  const minutes = order.paymentMethod === 'COD' ? windows.cod.window_minutes : windows.payment_window_minutes;
  const until = new Date(Date.parse(order.createdAt) + minutes * 60_000).toISOString();
  return `${means}: hàng được giữ cho bạn đến ${formatTime(until)}.`;
}
