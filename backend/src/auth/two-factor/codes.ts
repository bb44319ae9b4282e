import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

/** The parameters that every authenticator app supports (RFC 6238): SHA-1, six digits, thirty seconds. */
const TOTP_OPTIONS = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** RFC 4226 recommends 160 bits. */
const SECRET_BYTES = 20;
/** Codes of the thirty seconds before and after are taken too, for clocks that differ. */
const WINDOW = 1;

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const RECOVERY_CODES = 10;
/** Without I, L, O and U, which are misread (Crockford's base 32). */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const HALF = 5;

/** A new secret, in base 32. */
export const newSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

const totpOf = (secret: string, names: { issuer?: string; label?: string } = {}) =>
  new TOTP({ ...TOTP_OPTIONS, ...names, secret: Secret.fromBase32(secret) });

/** The address that an authenticator app's QR code holds; the app shows shop and user name. */
export const otpauthUrl = (secret: string, names: { shopName: string; username: string }): string =>
  totpOf(secret, { issuer: names.shopName, label: names.username }).toString();

/**
 * @param now in milliseconds
 * @returns the number of the thirty seconds that the code belongs to, or null when it is none of now
 */
export function stepOf(secret: string, code: string, now = Date.now()): number | null {
  const totp = totpOf(secret);
  const delta = totp.validate({ token: code, timestamp: now, window: WINDOW });
  return delta === null ? null : totp.counter({ timestamp: now }) + delta;
}

/** Ten codes for paper, 50 bits each: `7K3QD-0XW9R`. */
export const newRecoveryCodes = (): string[] => Array.from({ length: RECOVERY_CODES }, () => `${half()}-${half()}`);
const half = () => Array.from({ length: HALF }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/** Encrypts stored second factors. The keys are derived from JWT_SECRET, so a stolen table alone opens nothing. */
export class Seal {
  private readonly cipherKey: Buffer;
  private readonly hashKey: Buffer;

  constructor(jwtSecret: string) {
    const keyFor = (use: string) => Buffer.from(hkdfSync('sha256', jwtSecret, '', `may second factor: ${use}`, 32));
    this.cipherKey = keyFor('secret');
    this.hashKey = keyFor('recovery code');
  }

  /** Encrypts a secret for one user; in another's row it cannot be read. */
  close(secret: string, userId: number): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.cipherKey, nonce).setAAD(Buffer.from(String(userId)));
    return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]).toString('base64');
  }

  /** @returns null for what was encrypted with another JWT_SECRET, or for another user */
  open(closed: string, userId: number): string | null {
    const bytes = Buffer.from(closed, 'base64');
    const decipher = createDecipheriv(CIPHER, this.cipherKey, bytes.subarray(0, NONCE_BYTES))
      .setAAD(Buffer.from(String(userId)))
      .setAuthTag(bytes.subarray(-TAG_BYTES));
    const secret = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8');
    try {
      return secret + decipher.final('utf8');
    } catch {
      return null;
    }
  }

  /** The hash of a recovery code, however it was typed. */
  hash(code: string): string {
    return createHmac('sha256', this.hashKey)
      .update(code.toUpperCase().replace(/[^0-9A-Z]/g, ''))
      .digest('hex');
  }
}
