import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Derives a key for one use from JWT_SECRET. @param use the same text derives the same key */
export const keyFor = (jwtSecret: string, use: string): Buffer =>
  Buffer.from(hkdfSync('sha256', jwtSecret, '', use, 32));

/** Encrypts secrets that the database stores. The key is derived from JWT_SECRET, so a stolen table alone tells nothing. */
export class SecretBox {
  private readonly key: Buffer;

  /** @param use what the secrets are for: another use has another key */
  constructor(jwtSecret: string, use: string) {
    this.key = keyFor(jwtSecret, use);
  }

  /** Encrypts a secret for one owner; in another owner's row it cannot be decrypted. */
  encrypt(secret: string, owner: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.key, nonce).setAAD(Buffer.from(owner));
    return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]).toString('base64');
  }

  /** @returns null when it was encrypted with another JWT_SECRET, or for another owner */
  decrypt(ciphertext: string, owner: string): string | null {
    const bytes = Buffer.from(ciphertext, 'base64');
    const decipher = createDecipheriv(CIPHER, this.key, bytes.subarray(0, NONCE_BYTES))
      .setAAD(Buffer.from(owner))
      .setAuthTag(bytes.subarray(-TAG_BYTES));
    const secret = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8');
    try {
      return secret + decipher.final('utf8');
    } catch {
      return null;
    }
  }
}
