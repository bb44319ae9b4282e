import { createHmac, randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { SecretBox, keyFor } from '../../platform/secrets/secret-box.js';

/** The parameters that every authenticator app supports (RFC 6238): SHA-1, six digits, thirty seconds. */
const TOTP_OPTIONS = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** RFC 4226 recommends 160 bits. */
const SECRET_BYTES = 20;
/** The previous and the next time step are accepted too, for clocks that differ. */
const WINDOW = 1;

const RECOVERY_CODES = 10;
/** Crockford's base 32: without I, L, O and U, which are easily misread. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const HALF = 5;

/** Generates a secret in base 32. */
export const newSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

const totpOf = (secret: string, names: { issuer?: string; label?: string } = {}) =>
  new TOTP({ ...TOTP_OPTIONS, ...names, secret: Secret.fromBase32(secret) });

/** Returns the URL for an authenticator app's QR code; the app shows the shop's and the user's name. */
export const otpauthUrl = (secret: string, names: { shopName: string; username: string }): string =>
  totpOf(secret, { issuer: names.shopName, label: names.username }).toString();

/**
 * @param now in milliseconds
 * @returns the time step that the code belongs to; null for a code that is not valid now
 */
export function stepOf(secret: string, code: string, now = Date.now()): number | null {
  const totp = totpOf(secret);
  const delta = totp.validate({ token: code, timestamp: now, window: WINDOW });
  return delta === null ? null : totp.counter({ timestamp: now }) + delta;
}

/** Generates ten recovery codes of 50 bits each: `7K3QD-0XW9R`. */
export const newRecoveryCodes = (): string[] => Array.from({ length: RECOVERY_CODES }, () => `${half()}-${half()}`);
const half = () => Array.from({ length: HALF }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/** Encrypts stored second factors. The keys are derived from JWT_SECRET, so a stolen table alone reveals nothing. */
export class Seal {
  private readonly box: SecretBox;
  private readonly hashKey: Buffer;

  constructor(jwtSecret: string) {
    this.box = new SecretBox(jwtSecret, 'may second factor: secret');
    this.hashKey = keyFor(jwtSecret, 'may second factor: recovery code');
  }

  /** Encrypts a secret for one user; in another user's row it cannot be decrypted. */
  encrypt(secret: string, userId: number): string {
    return this.box.encrypt(secret, String(userId));
  }

  /** @returns null when it was encrypted with another JWT_SECRET, or for another user */
  decrypt(ciphertext: string, userId: number): string | null {
    return this.box.decrypt(ciphertext, String(userId));
  }

  /** Hashes a recovery code, ignoring case and the hyphen. */
  hash(code: string): string {
    return createHmac('sha256', this.hashKey)
      .update(code.toUpperCase().replace(/[^0-9A-Z]/g, ''))
      .digest('hex');
  }
}
