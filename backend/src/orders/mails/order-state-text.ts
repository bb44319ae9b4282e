import { deliveryDays, deliveryStart } from '../../contract/orders/delivery-rules.js';
import { formatDeliveryDays, formatDeliveryTime } from '../../contract/orders/delivery-text.js';
import { formatVnd } from '../../contract/rules.js';
import { formatMailTime, text } from '../../mail/mail-blocks.js';
import type { MailContent } from '../../mail/template.js';
import type { OrderMailFacts } from './order-mail-facts.js';

/* A mail may leave hours after its step, when the mail server was down: it says how the order is by then. */

/** How an order is now: what it waits for, or how it ended. */
export function presentState(order: OrderMailFacts): string {
  const { id, status, carrier } = order;
  switch (status) {
    case 'cancelled':
      return `Đơn hàng #${id} đã bị hủy.`;
    case 'refunded':
      return `Đơn hàng #${id} đã được hoàn tiền.`;
    case 'refund_requested':
      return `Chúng tôi đã nhận yêu cầu hoàn tiền đơn hàng #${id} và đang xem xét.`;
    case 'delivered':
      return `Đơn hàng #${id} đã được giao.`;
    case 'unpaid':
    case 'paid':
      if (carrier) return `Đơn hàng #${id} đang trên đường đến bạn.${cashDue(order)}`;
      if (status === 'unpaid' && order.payment_method !== 'COD') return waitingSentence(order);
      return `Chúng tôi đã nhận đơn hàng #${id} và đang chuẩn bị hàng cho bạn.${cashDue(order)}`;
  }
}

function waitingSentence({ id, payment_method, payBefore }: OrderMailFacts): string {
  const how = payment_method === 'VietQR' ? 'chuyển khoản theo mã QR trên trang đơn hàng' : 'thanh toán';
  return `Chúng tôi đã nhận đơn hàng #${id} và giữ hàng cho bạn. Vui lòng ${how} trước ${formatMailTime(payBefore)}; sau đó đơn hàng sẽ tự hủy.`;
}

/** The sentence about cash that is paid at the door, after a space; empty where none is. */
export const cashDue = ({ status, payment_method, total_price }: OrderMailFacts): string =>
  status === 'unpaid' && payment_method === 'COD'
    ? ` Vui lòng chuẩn bị ${formatVnd(total_price)} tiền mặt để trả khi nhận hàng.`
    : '';

const isUnderWay = ({ status }: OrderMailFacts) => status === 'unpaid' || status === 'paid';

/** When an order arrives, as its page says it; nothing for one that has arrived or may never. */
export function whenItArrives(order: OrderMailFacts): MailContent['blocks'] {
  if (!isUnderWay(order)) return [];
  const { payment_method: paymentMethod, created_at: createdAt, paid_at: paidAt } = order;
  const start = deliveryStart({ paymentMethod, createdAt, paidAt });
  if (start === null) return [text(`Giao trong ${formatDeliveryTime(order.delivery, order.city)} sau khi thanh toán.`)];
  return [text(`Dự kiến giao: ${formatDeliveryDays(deliveryDays(start, order.delivery, order.city))}.`)];
}

/** When an order arrives, or what has become of it since the step that its mail is about. */
export const sinceThen = (order: OrderMailFacts): MailContent['blocks'] =>
  isUnderWay(order) ? whenItArrives(order) : [text(presentState(order))];
