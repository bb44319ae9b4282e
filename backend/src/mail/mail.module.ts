import { BullModule } from '@nestjs/bullmq';
import { Module } from '@nestjs/common';
import { Config } from '../platform/config/config.js';
import { MAIL_QUEUE, MailProcessor } from './mail.processor.js';
import { MailsController } from './mails.controller.js';
import { MailsService } from './mails.service.js';
import { MailSender } from './sender.service.js';
import { MailTransport } from './transport.js';

/** The mail outbox. Modules write into it with `queueMail`. */
@Module({ controllers: [MailsController], providers: [MailsService] })
export class MailModule {}

/** The worker's part: sends mails. */
@Module({
  imports: [BullModule.registerQueue({ name: MAIL_QUEUE })],
  providers: [
    MailSender,
    MailProcessor,
    { provide: MailTransport, inject: [Config], useFactory: (config: Config) => MailTransport.from(config) },
  ],
})
export class MailWorkerModule {}
