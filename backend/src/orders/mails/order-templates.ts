import { formatVnd } from '../../contract/rules.js';
import { goodsLines, hasLink, link, text } from '../../mail/mail-blocks.js';
import { Unsendable, type MailContext } from '../../mail/mail-contents.js';
import type { MailContent } from '../../mail/template.js';
import type { OrderMailFacts } from './order-mail-facts.js';
import { presentState, sinceThen, whenItArrives } from './order-state-text.js';

export function orderPlacedMail(context: MailContext, order: OrderMailFacts): MailContent {
  const isToPay = order.status === 'unpaid' && order.payment_method !== 'COD';
  return {
    subject: `Đã nhận đơn hàng #${order.id}`,
    title: 'Cảm ơn bạn đã đặt hàng',
    blocks: [
      text(presentState(order)),
      ...whenItArrives(order),
      ...orderContents(order),
      link(isToPay ? `Thanh toán · ${formatVnd(order.total_price)}` : 'Xem đơn hàng', orderUrl(context, order)),
    ],
  };
}

export function orderPaidMail(context: MailContext, order: OrderMailFacts): MailContent {
  return {
    subject: `Đã thanh toán đơn hàng #${order.id}`,
    title: 'Thanh toán thành công',
    blocks: [
      text(`Chúng tôi đã nhận ${formatVnd(order.total_price)} cho đơn hàng #${order.id}.`),
      ...sinceThen(order),
      ...orderContents(order),
      link('Xem đơn hàng', orderUrl(context, order)),
    ],
  };
}

export function orderCancelledMail(context: MailContext, order: OrderMailFacts): MailContent {
  const isShops = order.actor === 'admin';
  const who = isShops
    ? `Rất tiếc, ${context.shopName} đã hủy đơn hàng #${order.id}.`
    : `Đơn hàng #${order.id} đã được hủy theo yêu cầu của bạn.`;
  return {
    subject: isShops ? `${context.shopName} đã hủy đơn hàng #${order.id}` : `Đã hủy đơn hàng #${order.id}`,
    title: 'Đơn hàng đã được hủy',
    blocks: [
      text(who),
      ...reasonLine(order),
      text(nothingTaken(order) + couponBack(order)),
      ...orderContents(order),
      link('Xem đơn hàng', orderUrl(context, order)),
    ],
  };
}

export function orderExpiredMail(context: MailContext, order: OrderMailFacts): MailContent {
  const { id } = order;
  // Cash is paid at the door: what ran out is the time to send the goods.
  const [subject, title, why] =
    order.payment_method === 'COD'
      ? [
          `Đơn hàng #${id} đã tự hủy vì chưa được gửi đi`,
          'Đơn hàng đã tự hủy',
          `Rất tiếc, ${context.shopName} chưa gửi được đơn hàng #${id} trong thời hạn, nên đơn đã tự hủy và hàng trở lại kho.`,
        ]
      : [
          `Đơn hàng #${id} đã tự hủy vì chưa được thanh toán`,
          'Đơn hàng đã hết hạn thanh toán',
          `Đơn hàng #${id} chưa được thanh toán trong thời hạn, nên đã tự hủy và hàng trở lại kho.`,
        ];
  return {
    subject,
    title,
    blocks: [
      text(why),
      text(`${nothingTaken(order) + couponBack(order)} Nếu vẫn muốn mua, bạn có thể đặt lại bất cứ lúc nào.`),
      ...orderContents(order),
      link('Tiếp tục mua sắm', `${context.publicUrl}/`),
    ],
  };
}

/** True also for a charge or a bank transfer that comes after all: it goes to the wallet. */
function nothingTaken({ payment_method, credited }: OrderMailFacts): string {
  if (credited > 0) return 'Số tiền bạn đã trả cho đơn hàng này đã được chuyển vào ví Paybox của bạn.';
  if (payment_method === 'VietQR') {
    return 'Nếu bạn đã chuyển khoản, số tiền đó được chuyển vào ví Paybox của bạn khi ngân hàng báo về.';
  }
  if (payment_method === 'COD') return 'Bạn chưa bị trừ tiền.';
  return 'Bạn chưa bị trừ tiền. Nếu thẻ vẫn bị trừ, số tiền đó sẽ được chuyển vào ví Paybox của bạn.';
}

/** An administrator's reason, if they gave one. */
export const reasonLine = ({ reason }: OrderMailFacts): MailContent['blocks'] =>
  reason ? [text(`Lý do: ${reason}`)] : [];

const couponBack = ({ coupon_code: code }: OrderMailFacts) =>
  code ? ` Lượt dùng mã giảm giá ${code} được trả lại.` : '';

/** @throws Unsendable when the delivery was taken back meanwhile */
export function orderDeliveredMail(context: MailContext, order: OrderMailFacts): MailContent {
  if (!order.is_delivered) throw new Unsendable('Xác nhận giao hàng đã được rút lại');
  const canAsk = order.status === 'delivered' && order.is_paid && !order.has_refund_request;
  const refund = canAsk ? ' Nếu có điều chưa ưng ý, bạn có thể yêu cầu hoàn tiền trong trang đơn hàng.' : '';
  return {
    subject: `Đơn hàng #${order.id} đã được giao`,
    title: 'Đơn hàng đã được giao',
    blocks: [
      text(`Đơn hàng #${order.id} đã đến nơi. Cảm ơn bạn đã mua sắm tại ${context.shopName}!${refund}`),
      ...orderContents(order),
      link('Xem đơn hàng', orderUrl(context, order)),
    ],
  };
}

export const orderUrl = ({ publicUrl }: MailContext, { id }: OrderMailFacts) => `${publicUrl}/orders/${id}`;

/** What an order is about: its goods, its sums, and where they go. */
export function orderContents(order: OrderMailFacts): MailContent['blocks'] {
  const sums: [string, string][] = [
    ['Tạm tính', formatVnd(order.items_price)],
    ['Phí giao hàng', formatVnd(order.shipping_price)],
    ['Thuế', formatVnd(order.tax_price)],
    ...(order.discount > 0 ? [['Giảm giá', `-${formatVnd(order.discount)}`] as [string, string]] : []),
    ['Tổng cộng', formatVnd(order.total_price)],
  ];
  const facts: [string, string][] = [
    ['Giao đến', [order.receiver, order.phone].filter(Boolean).join(', ')],
    ['Địa chỉ', order.address],
  ];
  return [
    goodsLines(order.items),
    { is: 'sums', sums },
    // Anybody can order with a stranger's mailbox as their own: the shop sends no link that a buyer wrote.
    { is: 'facts', facts: facts.filter(([, value]) => value !== '' && !hasLink(value)) },
  ];
}
