import { hash, verify } from '@node-rs/argon2';
import { randomUUID } from 'node:crypto';
import { ShopError } from '../common/shop-error.js';
import { isCommonPassword } from '../config/common-passwords.js';

/** Argon2id with the memory (KiB) and passes that OWASP's password storage cheat sheet asks for. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Refuses a password that is among those that are tried first.
 * @param field what the call names it
 * @throws ShopError 400 naming the field
 */
export function refuseCommon(password: string, field = 'password'): void {
  if (!isCommonPassword(password.normalize('NFC'))) return;
  throw ShopError.fields({ [field]: ['Mật khẩu này quá phổ biến và dễ bị đoán. Vui lòng chọn mật khẩu khác.'] });
}

/** Both work off the request's thread, 20-40 ms each. The same letters typed with another keyboard are the same password. */
export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFC'), COST);
}

const decoy = hashPassword(randomUUID());

/**
 * @param passwordHash the account's; without an account or a hash it takes as long and answers false, so that the time
 *   does not tell which names exist
 */
export async function isPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  const matches = await verify(passwordHash || (await decoy), password.normalize('NFC'));
  return matches && Boolean(passwordHash);
}
