import { Injectable } from '@nestjs/common';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { Config } from '../../platform/config/config.js';
import { keyFor } from '../../platform/secrets/secret-box.js';
import type { StockAlert } from './stock-alert.entity.js';

/** What a link of a mail does. */
export type StockAlertLinkUse = 'confirm' | 'cancel';

type Linked = Pick<StockAlert, 'id' | 'linkNumber'>;

/**
 * Makes and checks the tokens of links in mails about stock alerts: an HMAC of the alert, with a key that is derived from
 * JWT_SECRET. So neither the database nor the outbox stores a token.
 */
@Injectable()
export class StockAlertLinks {
  private readonly key: Buffer;

  constructor({ jwtSecret }: Config) {
    this.key = keyFor(jwtSecret, 'may stock alert: links');
  }

  /** The token of a link. One for confirming is valid until the next one is asked for, one for cancelling always. */
  token(use: StockAlertLinkUse, { id, linkNumber }: Linked): string {
    const subject = use === 'confirm' ? `confirm ${id} ${linkNumber}` : `cancel ${id}`;
    return createHmac('sha256', this.key).update(subject).digest('base64url');
  }

  isValid(token: string, use: StockAlertLinkUse, alert: Linked): boolean {
    const [actual, valid] = [Buffer.from(token), Buffer.from(this.token(use, alert))];
    return actual.length === valid.length && timingSafeEqual(actual, valid);
  }
}
