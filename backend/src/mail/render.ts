import type { EntityManager } from 'typeorm';
import type { MailTemplate } from '../contract/mail.js';
import type { Vnd } from '../contract/rules.js';
import type { Transition } from '../contract/orders.js';
import { paymentWindow } from '../settings/payment-window.js';
import { shopDetails } from '../settings/shop.js';
import { renderHtml, renderText, type MailContent } from './template.js';
import * as letters from './templates.js';
import { ORDER_MAILS } from './order-mails.js';
import type { Message } from './transport.js';

/** A row of the outbox. */
export interface MailRow {
  id: number;
  template: MailTemplate;
  user_id: number;
  order_event_id: string | null;
  payment_intent_id: string | null;
  secret: { uid: string; token: string } | null;
  /** Where it goes instead of to the account's e-mail. */
  recipient: string | null;
  created_at: Date;
  attempts: number;
}

/** What the letters need to know of the settings. */
export interface ShopSettings {
  publicUrl: string;
  /** How long an unpaid order keeps its goods where the owner has set nothing else, in milliseconds. */
  orderPaymentWindow: number;
}

/** This mail will never make sense any more: it must not be tried again. */
export class Unsendable extends Error {}

/** After this time the link of a password reset opens nothing. */
const RESET_LINK_MS = 60 * 60_000;

/**
 * Writes the message of a mail from what its facts are now.
 * @throws Unsendable for an account that was closed, which has no address any more, and for a link that has expired
 */
export async function renderMail(tx: EntityManager, mail: MailRow, settings: ShopSettings): Promise<Message> {
  const [user]: { username: string; email: string; is_active: boolean }[] = await tx.query(
    'SELECT username, email, is_active FROM users WHERE id = $1',
    [mail.user_id],
  );
  const isOfAccount = mail.template === 'welcome' || mail.template === 'password_reset';
  if (!user?.email || (isOfAccount && !user.is_active)) throw new Unsendable('The account is closed');
  const shop = await shopDetails(tx);
  const setting = { shopName: shop.shop_name, username: user.username, publicUrl: settings.publicUrl };
  const letter = await letterOf(tx, mail, setting, settings.orderPaymentWindow);
  const { hostname } = new URL(settings.publicUrl);
  const time = mail.created_at.getTime();
  return {
    messageId: `<mail-${mail.id}-${time}@${hostname}>`,
    name: `${mail.created_at.toISOString().replace(/[-:]|\.\d+/g, '')}-${mail.id}-${mail.template}`,
    from: { name: oneLine(shop.shop_name), address: shop.email },
    to: mail.recipient ?? user.email,
    subject: oneLine(letter.subject),
    text: renderText(letter, shop),
    html: renderHtml(letter, shop),
  };
}

async function letterOf(
  tx: EntityManager,
  mail: MailRow,
  setting: letters.MailSetting,
  orderPaymentWindow: number,
): Promise<MailContent> {
  switch (mail.template) {
    case 'welcome':
      return letters.welcomeMail(setting);
    case 'password_reset':
      if (!mail.secret || Date.now() - mail.created_at.getTime() > RESET_LINK_MS) {
        throw new Unsendable('The link expired before it could be sent');
      }
      return letters.passwordResetMail(setting, mail.secret);
    case 'deposit':
      return letters.depositMail(setting, await depositOf(tx, mail));
    case 'email_changed':
    case 'password_changed':
    case 'two_factor_on':
    case 'two_factor_off':
      return letters.accountChangedMail(setting, mail.template, mail.created_at);
    case 'order_placed':
    case 'order_paid':
    case 'order_cancelled':
    case 'order_expired':
    case 'order_delivered':
    case 'refund_decided':
      return orderLetter(tx, mail, setting, orderPaymentWindow);
  }
}

async function orderLetter(
  tx: EntityManager,
  mail: MailRow,
  setting: letters.MailSetting,
  window: number,
): Promise<MailContent> {
  const { transition, order } = await orderOf(tx, mail);
  const letter = ORDER_MAILS[transition]?.letter;
  if (!letter) throw new Unsendable(`Nothing is said by mail of ${transition}`);
  const payBefore = new Date(Date.parse(order.created_at) + (await paymentWindow(tx, window)));
  return letter(setting, { ...order, payBefore });
}

/** The order of the event that a mail tells of, as it is now. Amounts are numbers, because PostgreSQL writes the JSON. */
async function orderOf(tx: EntityManager, { order_event_id }: MailRow) {
  const [row]: { transition: Transition; order: Omit<letters.OrderFacts, 'payBefore'> }[] = await tx.query(
    `SELECT e.transition, json_build_object(
       'actor', e.actor, 'reason', e.reason,
       'id', o.id, 'created_at', o.created_at, 'items_price', o.items_price, 'shipping_price', o.shipping_price,
       'tax_price', o.tax_price, 'discount', o.discount, 'coupon_code', o.coupon_code, 'total_price', o.total_price,
       'granted', (SELECT coalesce(sum(t.amount), 0) FROM transfers t WHERE t.order_id = o.id AND t.kind = 'REFUND'),
       'receiver', o.receiver,
       'phone', o.phone, 'address', concat_ws(', ', o.address, o.city, o.postal_code, o.country),
       'is_paid', o.paid_at IS NOT NULL, 'is_cancelled', o.cancelled_at IS NOT NULL,
       'items', (SELECT json_agg(json_build_object('name', i.product_name, 'color', i.color, 'size', i.size, 'qty', i.qty,
           'price', i.price) ORDER BY i.id) FROM order_items i WHERE i.order_id = o.id)) AS order
     FROM order_events e JOIN orders o ON o.id = e.order_id WHERE e.id = $1`,
    [order_event_id],
  );
  if (!row) throw new Error('The order of the mail is gone');
  return row;
}

async function depositOf(tx: EntityManager, { payment_intent_id, user_id }: MailRow) {
  const [row]: { amount: string; balance: string }[] = await tx.query(
    `SELECT i.amount, a.balance FROM payment_intents i, accounts a WHERE i.id = $1 AND a.user_id = $2`,
    [payment_intent_id, user_id],
  );
  if (!row) throw new Error('The deposit of the mail is gone');
  return { amount: Number(row.amount) satisfies Vnd, balance: Number(row.balance) satisfies Vnd };
}

/** A header ends with its line. */
// eslint-disable-next-line no-control-regex
const oneLine = (words: string) => words.replace(/[\u0000-\u001f\u007f]+/g, ' ').trim();
