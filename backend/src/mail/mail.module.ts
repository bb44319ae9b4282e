import { BullModule } from '@nestjs/bullmq';
import { Module } from '@nestjs/common';
import { Config } from '../config.js';
import { MAIL_QUEUE, MailProcessor } from './mail.processor.js';
import { MailsController } from './mails.controller.js';
import { MailsService } from './mails.service.js';
import { MailSender } from './sender.service.js';
import { MailTransport } from './transport.js';

/** The outbox. Whoever has something to tell writes into it with `queueMail`. */
@Module({ controllers: [MailsController], providers: [MailsService] })
export class MailModule {}

/** The part of it that runs in the worker: it sends. */
@Module({
  imports: [BullModule.registerQueue({ name: MAIL_QUEUE })],
  providers: [
    MailSender,
    MailProcessor,
    { provide: MailTransport, inject: [Config], useFactory: (config: Config) => MailTransport.from(config) },
  ],
})
export class MailWorkerModule {}
