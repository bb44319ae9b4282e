import { createHmac } from 'node:crypto';
import { SecretBox, keyFor } from '../../platform/secrets/secret-box.js';

/** Encrypts the secrets and hashes the recovery codes of stored second factors. The keys are derived from JWT_SECRET, so a stolen table alone reveals nothing. */
export class SecondFactorCipher {
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
