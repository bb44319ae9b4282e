import { Injectable } from '@nestjs/common';
import { MailboxRefusals } from '../../auth/accounts/mailbox-refusals.js';
import { Config } from '../../platform/config/config.js';
import { LinkSigner } from '../../platform/secrets/link-signer.js';
import { StockAlertRefusal } from './stock-alert-refusal.entity.js';
import type { StockAlert } from './stock-alert.entity.js';

type Linked = Pick<StockAlert, 'id' | 'linkNumber'>;

/** Makes and checks the tokens of links in mails about stock alerts. Neither the database nor the outbox stores one. */
@Injectable()
export class StockAlertLinks {
  /** Mailboxes that want no alerts; their links, which are valid always, cancel all alerts of the address too. */
  readonly refusals: MailboxRefusals;
  private readonly signer: LinkSigner;

  constructor({ jwtSecret }: Config) {
    this.refusals = new MailboxRefusals(StockAlertRefusal, jwtSecret, 'stock alert');
    this.signer = new LinkSigner(jwtSecret, 'may stock alert: links');
  }

  /** Valid until the next one is asked for. */
  confirmToken(alert: Linked): string {
    return this.signer.sign(confirmSubject(alert));
  }

  isConfirmToken(token: string, alert: Linked): boolean {
    return this.signer.isSigned(token, confirmSubject(alert));
  }
}

const confirmSubject = ({ id, linkNumber }: Linked) => `confirm ${id} ${linkNumber}`;
