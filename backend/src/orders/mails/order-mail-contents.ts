import type { MailTemplate } from '../../contract/mail.js';
import { Unsendable, type MailContentLoader } from '../../mail/mail-contents.js';
import { paymentWindow } from '../../settings/payment-window.js';
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
  const payBefore = new Date(Date.parse(order.created_at) + (await paymentWindow(tx, orderPaymentWindow)));
  return content(setting, { ...order, payBefore });
};
