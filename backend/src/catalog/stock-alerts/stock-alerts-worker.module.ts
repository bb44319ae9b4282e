import { Module } from '@nestjs/common';
import { MailContents } from '../../mail/mail-contents.js';
import { MailWorkerModule } from '../../mail/mail.module.js';
import { StockAlertLinks } from './stock-alert-links.js';
import { registerStockAlertMails } from './stock-alert-mails.js';
import { StockAlertsJob } from './stock-alerts.job.js';

/** Mails who waits for stock, in the worker. */
@Module({ imports: [MailWorkerModule], providers: [StockAlertLinks, StockAlertsJob] })
export class StockAlertsWorkerModule {
  constructor(contents: MailContents, links: StockAlertLinks) {
    registerStockAlertMails(contents, links);
  }
}
