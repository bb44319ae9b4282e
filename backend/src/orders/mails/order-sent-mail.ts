import { CARRIER_NAMES, knowsCode, trackingUrl } from '../../contract/orders/carriers.js';
import { formatVnd } from '../../contract/rules.js';
import { link, text } from '../../mail/mail-blocks.js';
import { Unsendable, type MailContext } from '../../mail/mail-contents.js';
import type { MailContent } from '../../mail/template.js';
import { orderContents, orderUrl, whenItArrives, type OrderMailFacts } from './order-templates.js';

/** @throws Unsendable when its parcel was taken back meanwhile */
export function orderSentMail(context: MailContext, order: OrderMailFacts): MailContent {
  const { id, carrier, tracking_code: code } = order;
  if (!carrier || !code) throw new Unsendable('Kiện hàng đã được rút lại');
  const url = trackingUrl(carrier, code);
  const by = carrier === 'other' ? '' : ` qua ${CARRIER_NAMES[carrier]}`;
  const isDue = order.payment_method === 'COD' && !order.is_paid;
  return {
    subject: `Đơn hàng #${id} đã được gửi`,
    title: 'Đơn hàng đang trên đường đến bạn',
    blocks: [
      text(`${context.shopName} đã gửi đơn hàng #${id}${by}. Mã vận đơn: ${code}.`),
      ...(url && !knowsCode({ tracking_url: url, tracking_code: code })
        ? [text(`Để theo dõi, hãy nhập mã này ở trang của ${CARRIER_NAMES[carrier]}.`)]
        : []),
      ...(isDue ? [text(`Vui lòng chuẩn bị ${formatVnd(order.total_price)} tiền mặt để trả khi nhận hàng.`)] : []),
      ...whenItArrives(order),
      ...(url ? [link('Theo dõi kiện hàng', url)] : []),
      ...orderContents(order),
      link('Xem đơn hàng', orderUrl(context, order)),
    ],
  };
}
