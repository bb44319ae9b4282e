import { hash, verify } from '@node-rs/argon2';
import { randomUUID } from 'node:crypto';

/** Argon2id with the memory (KiB) and passes that OWASP's password storage cheat sheet asks for. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

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
