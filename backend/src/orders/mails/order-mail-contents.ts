import type { MailTemplate } from '../../contract/administration/mail.js';
import { Unsendable, type MailContentLoader } from '../../mail/mail-contents.js';
import { deliveryRules } from '../../settings/parts/delivery.js';
import { orderWindows } from '../order/order-window.js';
import { ORDER_MAILS } from './order-mails.js';
import { orderOfMail } from './order-mail.sql.js';

/** The templates about orders. */
export const ORDER_TEMPLATES: MailTemplate[] = Object.values(ORDER_MAILS).flatMap((mail) =>
  mail ? [mail.template] : [],
);

/** Writes a mail about an order's transition. @throws Unsendable for a transition without a mail */
export const loadOrderMail: MailContentLoader = async (tx, mail, setting, { orderPaymentWindow }) => {
  const { transition, order } = await orderOfMail(tx, mail);
  const content = ORDER_MAILS[transition]?.content;
  if (!content) throw new Unsendable(`There is no mail about ${transition}`);
  const windowOf = await orderWindows(tx, orderPaymentWindow);
  const payBefore = new Date(Date.parse(order.created_at) + windowOf(order.payment_method));
  return content(setting, { ...order, payBefore, delivery: await deliveryRules(tx) });
};
