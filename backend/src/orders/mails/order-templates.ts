import type { Carrier } from '../../contract/orders/carriers.js';
import { deliveryDays, deliveryStart, type DeliveryRules } from '../../contract/orders/delivery-rules.js';
import { formatDeliveryDays, formatDeliveryTime } from '../../contract/orders/delivery-text.js';
import { formatVnd, type PaymentMethod, type Vnd } from '../../contract/rules.js';
import { formatMailTime, goodsLines, hasLink, link, text, type MailedGoods } from '../../mail/mail-blocks.js';
import { Unsendable, type MailContext } from '../../mail/mail-contents.js';
import type { MailContent } from '../../mail/template.js';

/** An order as it is when its mail is sent. */
export interface OrderMailFacts {
  id: number;
  created_at: string;
  paid_at: string | null;
  payment_method: PaymentMethod;
  items_price: Vnd;
  shipping_price: Vnd;
  tax_price: Vnd;
  discount: Vnd;
  total_price: Vnd;
  /** The amount that an approved refund paid into the wallet. */
  granted: Vnd;
  /** The carrier of its parcel; null unless it is sent. */
  carrier: Carrier | null;
  tracking_code: string | null;
  receiver: string;
  phone: string;
  address: string;
  city: string;
  is_paid: boolean;
  is_delivered: boolean;
  is_cancelled: boolean;
  /** Its last notice: what happened to money that it could not take, for example. */
  notice: string | null;
  coupon_code: string | null;
  /** The end of its payment window. */
  payBefore: Date;
  /** The owner's rules of when orders arrive. */
  delivery: DeliveryRules;
  /** The one who made the transition; `reason` is an administrator's. */
  actor: 'buyer' | 'admin' | 'provider' | 'shop';
  reason: string | null;
  /** Whether its buyer had requested the refund that the mail is about. */
  is_requested: boolean;
  items: MailedGoods[];
}

export function orderPlacedMail(context: MailContext, order: OrderMailFacts): MailContent {
  const waits = !order.is_paid && !order.is_cancelled;
  const state = order.is_cancelled
    ? `Đơn hàng #${order.id} đã bị hủy.`
    : waits
      ? waitingSentence(order)
      : `Chúng tôi đã nhận đơn hàng #${order.id} và đang chuẩn bị hàng cho bạn.`;
  return {
    subject: `Đã nhận đơn hàng #${order.id}`,
    title: 'Cảm ơn bạn đã đặt hàng',
    blocks: [
      text(state),
      ...whenItArrives(order),
      ...orderContents(order),
      link(
        waits && order.payment_method !== 'COD' ? `Thanh toán · ${formatVnd(order.total_price)}` : 'Xem đơn hàng',
        orderUrl(context, order),
      ),
    ],
  };
}

function waitingSentence({ id, payment_method, total_price, payBefore }: OrderMailFacts): string {
  if (payment_method === 'COD') {
    return `Chúng tôi đã nhận đơn hàng #${id} và đang chuẩn bị hàng cho bạn. Vui lòng chuẩn bị ${formatVnd(total_price)} tiền mặt để trả khi nhận hàng.`;
  }
  const how = payment_method === 'VietQR' ? 'chuyển khoản theo mã QR trên trang đơn hàng' : 'thanh toán';
  return `Chúng tôi đã nhận đơn hàng #${id} và giữ hàng cho bạn. Vui lòng ${how} trước ${formatMailTime(payBefore)}; sau đó đơn hàng sẽ tự hủy.`;
}

/** When an order arrives, as its page says it; nothing for one that has arrived or never will. */
export function whenItArrives(order: OrderMailFacts): MailContent['blocks'] {
  if (order.is_delivered || order.is_cancelled) return [];
  const { payment_method: paymentMethod, created_at: createdAt, paid_at: paidAt } = order;
  const start = deliveryStart({ paymentMethod, createdAt, paidAt });
  if (start === null) return [text(`Giao trong ${formatDeliveryTime(order.delivery, order.city)} sau khi thanh toán.`)];
  return [text(`Dự kiến giao: ${formatDeliveryDays(deliveryDays(start, order.delivery, order.city))}.`)];
}

export function orderPaidMail(context: MailContext, order: OrderMailFacts): MailContent {
  return {
    subject: `Đã thanh toán đơn hàng #${order.id}`,
    title: 'Thanh toán thành công',
    blocks: [
      text(`Chúng tôi đã nhận ${formatVnd(order.total_price)} cho đơn hàng #${order.id}.`),
      ...whenItArrives(order),
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
function nothingTaken({ payment_method }: OrderMailFacts): string {
  if (payment_method === 'VietQR') {
    return 'Nếu bạn đã chuyển khoản, số tiền đó được chuyển vào ví Paybox của bạn khi ngân hàng báo về.';
  }
  if (payment_method === 'COD') return 'Bạn chưa bị trừ tiền.';
  return 'Bạn chưa bị trừ tiền. Nếu thẻ vẫn bị trừ, số tiền đó sẽ được chuyển vào ví Paybox của bạn.';
}

/** Of money that its order could not take: it came too late, or was another sum. The order's notice says which. */
export function paymentCreditedMail(context: MailContext, order: OrderMailFacts): MailContent {
  const waits = !order.is_paid && !order.is_cancelled;
  return {
    subject: `Khoản thanh toán đơn hàng #${order.id} đã vào ví Paybox`,
    title: 'Tiền đã vào ví Paybox của bạn',
    blocks: [
      text(order.notice ?? 'Khoản thanh toán đã được chuyển vào ví Paybox của bạn.'),
      ...(waits ? [text(`Đơn hàng được giữ đến ${formatMailTime(order.payBefore)}; sau đó đơn hàng sẽ tự hủy.`)] : []),
      waits ? link('Xem đơn hàng', orderUrl(context, order)) : link('Xem ví Paybox', `${context.publicUrl}/paybox`),
    ],
  };
}

/** An administrator's reason, if they gave one. */
export const reasonLine = ({ reason }: OrderMailFacts): MailContent['blocks'] =>
  reason ? [text(`Lý do: ${reason}`)] : [];

const couponBack = ({ coupon_code: code }: OrderMailFacts) => (code ? ` Mã giảm giá ${code} dùng lại được.` : '');

/** @throws Unsendable when the delivery was taken back meanwhile */
export function orderDeliveredMail(context: MailContext, order: OrderMailFacts): MailContent {
  if (!order.is_delivered) throw new Unsendable('Xác nhận giao hàng đã được rút lại');
  const refund = order.is_paid ? ' Nếu có điều chưa ưng ý, bạn có thể yêu cầu hoàn tiền trong trang đơn hàng.' : '';
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
