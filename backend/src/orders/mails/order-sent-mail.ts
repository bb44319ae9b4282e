import { CARRIER_NAMES, knowsCode, trackingUrl } from '../../contract/orders/carriers.js';
import { link, text } from '../../mail/mail-blocks.js';
import { Unsendable, type MailContext } from '../../mail/mail-contents.js';
import type { MailContent } from '../../mail/template.js';
import type { OrderMailFacts } from './order-mail-facts.js';
import { cashDue, sinceThen } from './order-state-text.js';
import { orderContents, orderUrl } from './order-templates.js';

/** @throws Unsendable when its parcel was taken back or delivered meanwhile */
export function orderSentMail(context: MailContext, order: OrderMailFacts): MailContent {
  const { id, carrier, tracking_code: code } = order;
  if (!carrier || !code) throw new Unsendable('Kiện hàng đã được rút lại');
  if (order.is_delivered) throw new Unsendable('Đơn hàng đã được giao');
  const url = trackingUrl(carrier, code);
  const by = carrier === 'other' ? '' : ` qua ${CARRIER_NAMES[carrier]}`;
  const cash = cashDue(order).trim();
  return {
    subject: `Đơn hàng #${id} đã được gửi`,
    title: 'Đơn hàng đang trên đường đến bạn',
    blocks: [
      text(`${context.shopName} đã gửi đơn hàng #${id}${by}. Mã vận đơn: ${code}.`),
      ...(url && !knowsCode({ tracking_url: url, tracking_code: code })
        ? [text(`Để theo dõi, hãy nhập mã này ở trang của ${CARRIER_NAMES[carrier]}.`)]
        : []),
      ...(cash ? [text(cash)] : []),
      ...sinceThen(order),
      ...(url ? [link('Theo dõi kiện hàng', url)] : []),
      ...orderContents(order),
      link('Xem đơn hàng', orderUrl(context, order)),
    ],
  };
}
