import { hash, verify } from '@node-rs/argon2';
import { randomUUID } from 'node:crypto';
import { PrioritySemaphore } from '../../platform/database/connections/priority-semaphore.js';

/** The message for a sign-in with an unknown name or a wrong password. */
export const WRONG_LOGIN = 'Tên đăng nhập hoặc mật khẩu không đúng';

/** Argon2id with the memory (KiB) and passes that OWASP's password storage cheat sheet asks for. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Two of libuv's four threads: the others stay free for files, DNS look-ups and compression. */
const slots = new PrioritySemaphore(2);

/**
 * Hashes a password in a worker thread, in 20-40 ms. NFC makes the same letters from different keyboards equal.
 * @throws NoFreeSlot when no slot was free in time
 */
export function hashPassword(password: string): Promise<string> {
  return slots.run('write', () => hash(password.normalize('NFC'), COST));
}

const decoy = hashPassword(randomUUID());

/**
 * Verifies a password in a worker thread.
 * @param passwordHash of the account; without one the check takes as long and returns false, so that the response time
 *   does not reveal which names exist
 * @throws NoFreeSlot when no slot was free in time
 */
export async function verifyPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  const expected = passwordHash || (await decoy);
  const matches = await slots.run('write', () => verify(expected, password.normalize('NFC')));
  return matches && Boolean(passwordHash);
}
