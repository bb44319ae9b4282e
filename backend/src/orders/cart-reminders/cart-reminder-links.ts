import { Injectable } from '@nestjs/common';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { nameKey } from '../../auth/user.entity.js';
import { Config } from '../../platform/config/config.js';
import { keyFor } from '../../platform/secrets/secret-box.js';

/**
 * Makes and checks the tokens of links in mails about cart reminders: an HMAC of the account and its mailbox, so no table stores
 * one. They stay valid.
 */
@Injectable()
export class CartReminderLinks {
  private readonly key: Buffer;
  private readonly mailboxKey: Buffer;

  constructor({ jwtSecret }: Config) {
    this.key = keyFor(jwtSecret, 'may cart reminder: links');
    this.mailboxKey = keyFor(jwtSecret, 'may cart reminder: mailboxes');
  }

  /** The hash by which the shop remembers a mailbox without its address. Another JWT_SECRET makes another one. */
  mailboxHash(email: string): string {
    return createHmac('sha256', this.mailboxKey).update(nameKey(email)).digest('base64url');
  }

  confirmToken(userId: number, email: string): string {
    return this.sign(`confirm ${userId} ${nameKey(email)}`);
  }

  isConfirmToken(token: string, userId: number, email: string): boolean {
    return isEqual(token, this.confirmToken(userId, email));
  }

  /** Holds the mailbox's hash too: it refuses for the mailbox that got the mail, whatever e-mail the account has by then. */
  cancelToken(userId: number, mailboxHash: string): string {
    return `${mailboxHash}.${this.sign(`cancel ${userId} ${mailboxHash}`)}`;
  }

  /** @returns the hash of the mailbox that a link to cancel went to; undefined for an invalid token */
  mailboxOfCancelToken(token: string, userId: number): string | undefined {
    const [mailboxHash = ''] = token.split('.');
    return isEqual(token, this.cancelToken(userId, mailboxHash)) ? mailboxHash : undefined;
  }

  private sign(subject: string): string {
    return createHmac('sha256', this.key).update(subject).digest('base64url');
  }
}

function isEqual(token: string, valid: string): boolean {
  const [actual, expected] = [Buffer.from(token), Buffer.from(valid)];
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}
