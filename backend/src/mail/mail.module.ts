import { BullModule } from '@nestjs/bullmq';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MediaStore } from '../media/media-store.js';
import { Config } from '../platform/config/config.js';
import { MAIL_QUEUE, MailProcessor } from './sending/mail.processor.js';
import { registerAccountMails } from './account-mail-contents.js';
import { registerAdminNotices } from './admin-notice-contents.js';
import { MailContents } from './mail-contents.js';
import { MailsController } from './mails.controller.js';
import { MailsService } from './mails.service.js';
import { OutboxMail } from './outbox-mail.entity.js';
import { MailFiles } from './sending/mail-files.js';
import { MailPictures } from './sending/mail-pictures.js';
import { MailSender } from './sending/sender.service.js';
import { MailTransport } from './sending/transport.js';

const entities = TypeOrmModule.forFeature([OutboxMail]);

/** The mail outbox. Modules write into it with `queueMail`. */
@Module({ imports: [entities], controllers: [MailsController], providers: [MailsService] })
export class MailModule {}

/** The worker's part: sends mails. */
@Module({
  imports: [entities, BullModule.registerQueue({ name: MAIL_QUEUE })],
  providers: [
    MailContents,
    MailSender,
    MailProcessor,
    MailFiles,
    {
      provide: MailPictures,
      inject: [Config],
      useFactory: (config: Config) => new MailPictures(MediaStore.of(config)),
    },
    { provide: MailTransport, inject: [Config], useFactory: (config: Config) => MailTransport.from(config) },
  ],
  exports: [MailContents],
})
export class MailWorkerModule {
  constructor(contents: MailContents) {
    registerAccountMails(contents);
    registerAdminNotices(contents);
  }
}
