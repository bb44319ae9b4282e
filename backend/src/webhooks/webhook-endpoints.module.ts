import { BullModule } from '@nestjs/bullmq';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuthModule } from '../auth/auth.module.js';
import { MailContents } from '../mail/mail-contents.js';
import { MailWorkerModule } from '../mail/mail.module.js';
import { WEBHOOK_QUEUE, WebhookProcessor } from './sending/webhook.processor.js';
import { WebhookSender } from './sending/webhook-sender.service.js';
import { WebhookContents } from './webhook-contents.js';
import { WebhookEndpoint } from './webhook-endpoint.entity.js';
import { WebhookEndpointsController } from './webhook-endpoints.controller.js';
import { WebhookEndpointsService } from './webhook-endpoints.service.js';
import { registerWebhookMails } from './webhook-mails.js';

const entities = TypeOrmModule.forFeature([WebhookEndpoint]);

/** The webhooks that the shop sends. Modules write them into the outbox with their events. */
@Module({
  imports: [entities, AuthModule],
  controllers: [WebhookEndpointsController],
  providers: [WebhookEndpointsService],
})
export class WebhookEndpointsModule {}

/** The worker's part: sends webhooks. */
@Module({
  imports: [entities, MailWorkerModule, BullModule.registerQueue({ name: WEBHOOK_QUEUE })],
  providers: [WebhookContents, WebhookSender, WebhookProcessor],
  exports: [WebhookContents],
})
export class WebhookEndpointsWorkerModule {
  constructor(contents: MailContents) {
    registerWebhookMails(contents);
  }
}
