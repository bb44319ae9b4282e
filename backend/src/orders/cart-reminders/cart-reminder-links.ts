import { Injectable } from '@nestjs/common';
import { MailLinks } from '../../auth/mails/mail-links.js';
import { Config } from '../../platform/config/config.js';
import { CartReminderRefusal } from './cart-reminder-refusal.entity.js';

/** The links of mails about cart reminders, by account. They are valid while the account has the same e-mail, by its key. */
@Injectable()
export class CartReminderLinks extends MailLinks {
  constructor({ jwtSecret }: Config) {
    super(jwtSecret, { kind: 'cart reminder', page: 'cart-reminder', refusals: CartReminderRefusal });
  }
}
