import { registerAccountMails } from '../../src/mail/account-mail-contents.js';
import { MailContents } from '../../src/mail/mail-contents.js';
import { ORDER_TEMPLATES, loadOrderMail } from '../../src/orders/mails/order-mail-contents.js';
import { loadDepositMail } from '../../src/payments/deposit-mail.js';

/** The contents of all mails, registered as the worker's modules do. */
export function mailContents(): MailContents {
  const contents = new MailContents();
  registerAccountMails(contents);
  contents.register(ORDER_TEMPLATES, loadOrderMail);
  contents.register(['deposit'], loadDepositMail);
  return contents;
}
