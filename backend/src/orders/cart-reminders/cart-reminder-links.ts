import { Injectable } from '@nestjs/common';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { Config } from '../../platform/config/config.js';
import { keyFor } from '../../platform/secrets/secret-box.js';

/** What a link of a mail does. */
type LinkUse = { use: 'confirm'; emailKey: string } | { use: 'cancel' };

/**
 * Makes and checks the tokens of links in mails about cart reminders: an HMAC of the account, and for confirming of its e-mail, so
 * no table stores one. They stay valid.
 */
@Injectable()
export class CartReminderLinks {
  private readonly key: Buffer;

  constructor({ jwtSecret }: Config) {
    this.key = keyFor(jwtSecret, 'may cart reminder: links');
  }

  token(userId: number, link: LinkUse): string {
    const subject = link.use === 'confirm' ? `confirm ${userId} ${link.emailKey}` : `cancel ${userId}`;
    return createHmac('sha256', this.key).update(subject).digest('base64url');
  }

  isValid(token: string, userId: number, link: LinkUse): boolean {
    const [actual, valid] = [Buffer.from(token), Buffer.from(this.token(userId, link))];
    return actual.length === valid.length && timingSafeEqual(actual, valid);
  }
}
