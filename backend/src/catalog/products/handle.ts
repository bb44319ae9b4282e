import type { EntityManager } from 'typeorm';
import { lockNames } from '../../auth/users/user.locks.js';
import { takenHandles } from './product.sql.js';
import { foldVi, wordsOf } from '../text/fold.js';

const MAX_LENGTH = 80;

/**
 * Derives a free handle from a product's name: "Áo đầm" becomes `ao-dam`, or `ao-dam-2` if that is taken. A lock serializes
 * concurrent callers. The handle survives a renaming, because imports match by it.
 */
export async function newHandle(tx: EntityManager, name: string): Promise<string> {
  const plain = wordsOf(foldVi(name)).join('-').slice(0, MAX_LENGTH).replace(/-$/, '') || 'san-pham';
  await lockNames(tx, [`handle ${plain}`]);
  const taken = await takenHandles(tx, plain);
  for (let nth = 1; ; nth++) {
    const handle = nth === 1 ? plain : `${plain}-${nth}`;
    if (!taken.has(handle)) return handle;
  }
}
