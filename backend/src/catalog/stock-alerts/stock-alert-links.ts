import { Injectable } from '@nestjs/common';
import { MailLinks } from '../../auth/mails/mail-links.js';
import { Config } from '../../platform/config/config.js';
import { StockAlertRefusal } from './stock-alert-refusal.entity.js';

/**
 * The links of mails about stock alerts. One that confirms is valid until the next one is requested, which has another
 * `linkNumber`; one that cancels is valid always.
 */
@Injectable()
export class StockAlertLinks extends MailLinks {
  constructor({ jwtSecret }: Config) {
    super(jwtSecret, { kind: 'stock alert', page: 'stock-alert', refusals: StockAlertRefusal });
  }
}
