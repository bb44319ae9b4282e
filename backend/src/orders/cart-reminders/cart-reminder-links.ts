import { Injectable } from '@nestjs/common';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { Config } from '../../platform/config/config.js';
import { keyFor } from '../../platform/secrets/secret-box.js';

/** Makes and checks the tokens of links that end reminders: an HMAC of the account, so no table stores one. They stay valid. */
@Injectable()
export class CartReminderLinks {
  private readonly key: Buffer;

  constructor({ jwtSecret }: Config) {
    this.key = keyFor(jwtSecret, 'may cart reminder: links');
  }

  token(userId: number): string {
    return createHmac('sha256', this.key).update(`cancel ${userId}`).digest('base64url');
  }

  isValid(token: string, userId: number): boolean {
    const [given, valid] = [Buffer.from(token), Buffer.from(this.token(userId))];
    return given.length === valid.length && timingSafeEqual(given, valid);
  }
}
