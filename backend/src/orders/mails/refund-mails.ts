import { formatVnd } from '../../contract/rules.js';
import { link, text } from '../../mail/mail-blocks.js';
import { Unsendable, type MailContext } from '../../mail/mail-contents.js';
import type { MailContent } from '../../mail/template.js';
import type { OrderMailFacts } from './order-mail-facts.js';
import { orderUrl, reasonLine } from './order-templates.js';

/** @throws Unsendable when the order was refunded meanwhile, of which there is another mail */
export function refundRejectedMail(context: MailContext, order: OrderMailFacts): MailContent {
  if (order.status === 'refunded') throw new Unsendable('Đơn hàng đã được hoàn tiền');
  return {
    subject: `Yêu cầu hoàn tiền đơn hàng #${order.id} không được chấp nhận`,
    title: 'Yêu cầu hoàn tiền không được chấp nhận',
    blocks: [
      text(`Sau khi xem xét, chúng tôi chưa thể hoàn tiền cho đơn hàng #${order.id}.`),
      ...reasonLine(order),
      text('Nếu bạn cần biết thêm, hãy trả lời email này hoặc nhắn cho chúng tôi trong mục tư vấn.'),
      link('Xem đơn hàng', orderUrl(context, order)),
    ],
  };
}

/** Of an approved request, and of a refund that the shop began. */
export function refundApprovedMail(context: MailContext, order: OrderMailFacts): MailContent {
  const money = order.granted > 0 ? ` ${formatVnd(order.granted)} đã được chuyển vào ví Paybox của bạn.` : '';
  return {
    subject: `Đã hoàn tiền đơn hàng #${order.id}`,
    title: order.is_requested ? 'Yêu cầu hoàn tiền được chấp nhận' : 'Đơn hàng đã được hoàn tiền',
    blocks: [
      text(
        order.is_requested
          ? `Chúng tôi đã chấp nhận yêu cầu hoàn tiền của đơn hàng #${order.id}.${money}`
          : `${context.shopName} đã hoàn tiền đơn hàng #${order.id}.${money}`,
      ),
      ...reasonLine(order),
      link('Xem ví Paybox', `${context.publicUrl}/paybox`),
    ],
  };
}
