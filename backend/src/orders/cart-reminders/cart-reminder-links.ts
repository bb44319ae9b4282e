import { Injectable } from '@nestjs/common';
import { MailboxRefusals } from '../../auth/accounts/mailbox-refusals.js';
import { nameKey } from '../../auth/user.entity.js';
import { Config } from '../../platform/config/config.js';
import { LinkSigner } from '../../platform/secrets/link-signer.js';
import { CartReminderRefusal } from './cart-reminder-refusal.entity.js';

/** Makes and checks the tokens of links in mails about cart reminders, of the account and its mailbox. They stay valid. */
@Injectable()
export class CartReminderLinks {
  /** Mailboxes that want no reminders; their links cancel the account's consent too. */
  readonly refusals: MailboxRefusals;
  private readonly signer: LinkSigner;

  constructor({ jwtSecret }: Config) {
    this.refusals = new MailboxRefusals(CartReminderRefusal, jwtSecret, 'cart reminder');
    this.signer = new LinkSigner(jwtSecret, 'may cart reminder: links');
  }

  confirmToken(userId: number, email: string): string {
    return this.signer.sign(confirmSubject(userId, email));
  }

  isConfirmToken(token: string, userId: number, email: string): boolean {
    return this.signer.isSigned(token, confirmSubject(userId, email));
  }
}

const confirmSubject = (userId: number, email: string) => `confirm ${userId} ${nameKey(email)}`;
