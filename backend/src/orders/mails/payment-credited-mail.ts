import { formatMailTime, link, text } from '../../mail/mail-blocks.js';
import type { MailContext } from '../../mail/mail-contents.js';
import type { MailContent } from '../../mail/template.js';
import { creditNotice } from '../order/credit-notice.js';
import type { OrderMailFacts } from './order-mail-facts.js';
import { cashDue } from './order-state-text.js';
import { orderUrl } from './order-templates.js';

/** Of money that its order could not take: it came too late, or was another sum. */
export function paymentCreditedMail(context: MailContext, order: OrderMailFacts): MailContent {
  return {
    subject: `Khoản thanh toán đơn hàng #${order.id} đã vào ví Paybox`,
    title: 'Tiền đã vào ví Paybox của bạn',
    blocks: [
      text(creditSentence(order)),
      ...(order.status === 'unpaid'
        ? [text(stillToPay(order)), link('Xem đơn hàng', orderUrl(context, order))]
        : [link('Xem ví Paybox', `${context.publicUrl}/paybox`)]),
    ],
  };
}

/** The order's notice may be about something later by now. */
function creditSentence({ credit, total_price }: OrderMailFacts): string {
  if (!credit) return 'Khoản thanh toán đã được chuyển vào ví Paybox của bạn.';
  const { was_paid: isPaid, was_cancelled: isCancelled, kind, amount } = credit;
  return creditNotice({ isPaid, isCancelled, totalPrice: total_price }, { kind, amount });
}

/** What its buyer still pays, and when. */
const stillToPay = (order: OrderMailFacts): string =>
  order.carrier
    ? cashDue(order).trim()
    : `Bạn vẫn cần thanh toán đơn hàng. Đơn hàng được giữ đến ${formatMailTime(order.payBefore)}; sau đó đơn hàng sẽ tự hủy.`;
