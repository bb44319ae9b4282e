import { createHmac, timingSafeEqual } from 'node:crypto';
import { keyFor } from './secret-box.js';

/** Signs what a link of a mail may do: an HMAC with a key of its own, derived from JWT_SECRET. So no table stores a token. */
export class LinkSigner {
  private readonly key: Buffer;

  /** @param use as for `keyFor` */
  constructor(jwtSecret: string, use: string) {
    this.key = keyFor(jwtSecret, use);
  }

  sign(subject: string): string {
    return createHmac('sha256', this.key).update(subject).digest('base64url');
  }

  isSigned(token: string, subject: string): boolean {
    const [actual, expected] = [Buffer.from(token), Buffer.from(this.sign(subject))];
    return actual.length === expected.length && timingSafeEqual(actual, expected);
  }
}
