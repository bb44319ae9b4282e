import { registerAdminNotices } from '../../src/mail/admin-notice-contents.js';
import { registerAccountMails } from '../../src/mail/account-mail-contents.js';
import { StockAlertLinks } from '../../src/catalog/stock-alerts/stock-alert-links.js';
import { registerStockAlertMails } from '../../src/catalog/stock-alerts/stock-alert-mails.js';
import { claimMail, dueMails } from '../../src/mail/mails.sql.js';
import { MailPictures } from '../../src/mail/sending/mail-pictures.js';
import { MailSender } from '../../src/mail/sending/sender.service.js';
import type { MailTransport, Message } from '../../src/mail/sending/transport.js';
import { MediaStore } from '../../src/media/media-store.js';
import { shop } from '../support/client.js';
import { MailContents } from '../../src/mail/mail-contents.js';
import { Config } from '../../src/platform/config/config.js';
import { CartReminderLinks } from '../../src/orders/cart-reminders/cart-reminder-links.js';
import { registerCartReminderMails } from '../../src/orders/cart-reminders/cart-reminder-mails.js';
import { ORDER_TEMPLATES, loadOrderMail } from '../../src/orders/mails/order-mail-contents.js';
import { registerWebhookMails } from '../../src/webhooks/webhook-mails.js';
import { loadDepositMail } from '../../src/payments/deposit-mail.js';

/** The secret of `openShop`: links of mails are valid in that shop. */
const JWT_SECRET = 'a secret that only the tests sign with';

/** Never opened. */
const DATABASE_URL = 'postgres://localhost/none';

/** The contents of all mails, registered as the worker's modules do. */
export function mailContents(): MailContents {
  const contents = new MailContents();
  registerAccountMails(contents);
  registerAdminNotices(contents);
  contents.register(ORDER_TEMPLATES, loadOrderMail);
  contents.register(['deposit'], loadDepositMail);
  registerWebhookMails(contents);
  const config = Config.from({ NODE_ENV: 'test', DATABASE_URL, JWT_SECRET });
  registerStockAlertMails(contents, new StockAlertLinks(config));
  registerCartReminderMails(contents, new CartReminderLinks(config));
  return contents;
}

/** Sends the due mails. @returns all of them */
export async function sendDueMails(contents = mailContents()): Promise<Message[]> {
  const sent: Message[] = [];
  await trySending(async (message) => void sent.push(message), contents);
  return sent;
}

/** Sends the due mails with a mail server of the test's. */
async function trySending(send: MailTransport['send'], contents = mailContents()): Promise<void> {
  const sender = new MailSender(shop().db, shop().app.get(Config), { send }, contents, mailPictures());
  for (const id of await sender.due(1_000)) await sender.send(id);
}

const endPauses = () => shop().db.query(`UPDATE mails SET next_attempt_at = now() WHERE state = 'pending'`);

/** The mail server is down for an attempt to send the due mails, which are due again. */
export async function failDueMails(): Promise<void> {
  await trySending(() => Promise.reject(new Error('The mail server is down')));
  await endPauses();
}

/** The worker dies while it sends the due mails, so no outcome is stored. They are due again. */
export async function interruptDueMails(): Promise<void> {
  for (const id of await dueMails(shop().db, 1_000)) await claimMail(shop().db, id, [2]);
  await endPauses();
}

/** The pictures of mails, from the media store of the shop under test. */
export const mailPictures = () => new MailPictures(shop().app.get(MediaStore));
