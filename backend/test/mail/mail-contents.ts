import { registerAccountMails } from '../../src/mail/account-mail-contents.js';
import { StockAlertLinks } from '../../src/catalog/stock-alerts/stock-alert-links.js';
import { registerStockAlertMails } from '../../src/catalog/stock-alerts/stock-alert-mails.js';
import { MailContents } from '../../src/mail/mail-contents.js';
import { Config } from '../../src/platform/config/config.js';
import { ORDER_TEMPLATES, loadOrderMail } from '../../src/orders/mails/order-mail-contents.js';
import { loadDepositMail } from '../../src/payments/deposit-mail.js';

/** The secret of `openShop`: links of mails are valid in that shop. */
const JWT_SECRET = 'a secret that only the tests sign with';

/** Never opened. */
const DATABASE_URL = 'postgres://localhost/none';

/** The contents of all mails, registered as the worker's modules do. */
export function mailContents(): MailContents {
  const contents = new MailContents();
  registerAccountMails(contents);
  contents.register(ORDER_TEMPLATES, loadOrderMail);
  contents.register(['deposit'], loadDepositMail);
  registerStockAlertMails(contents, new StockAlertLinks(Config.from({ NODE_ENV: 'test', DATABASE_URL, JWT_SECRET })));
  return contents;
}
