import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MailContents } from '../../mail/mail-contents.js';
import { MailWorkerModule } from '../../mail/mail.module.js';
import { WebhookContents } from '../../webhooks/webhook-contents.js';
import { WebhookEndpointsWorkerModule } from '../../webhooks/webhook-endpoints.module.js';
import { loadStockWebhook } from './stock-webhooks.sql.js';
import { StockAlertRefusal } from './stock-alert-refusal.entity.js';
import { StockAlertLinks } from './stock-alert-links.js';
import { registerStockAlertMails } from './stock-alert-mails.js';
import { StockAlertsJob } from './stock-alerts.job.js';

/** Mails who waits for stock and writes the webhooks about it, in the worker. */
@Module({
  imports: [TypeOrmModule.forFeature([StockAlertRefusal]), MailWorkerModule, WebhookEndpointsWorkerModule],
  providers: [StockAlertLinks, StockAlertsJob],
})
export class StockAlertsWorkerModule {
  constructor(contents: MailContents, links: StockAlertLinks, webhooks: WebhookContents) {
    registerStockAlertMails(contents, links);
    webhooks.register(['stock.low'], loadStockWebhook);
  }
}
