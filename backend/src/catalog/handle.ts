import type { EntityManager } from 'typeorm';
import { lockNames } from '../db/locks.js';
import { foldVi, wordsOf } from './fold.js';

const LONGEST = 80;

/**
 * A free handle made of a product's name, "Áo đầm" becomes `ao-dam`, or `ao-dam-2` where that is taken. Two products that
 * are made at once take turns. It stays when the product is renamed: imports know the product by it.
 */
export async function newHandle(tx: EntityManager, name: string): Promise<string> {
  const plain = wordsOf(foldVi(name)).join('-').slice(0, LONGEST).replace(/-$/, '') || 'san-pham';
  await lockNames(tx, [`handle ${plain}`]);
  const rows: { handle: string }[] = await tx.query(`SELECT handle FROM products WHERE handle LIKE $1 || '%'`, [plain]);
  const taken = new Set(rows.map(({ handle }) => handle));
  for (let nth = 1; ; nth++) {
    const handle = nth === 1 ? plain : `${plain}-${nth}`;
    if (!taken.has(handle)) return handle;
  }
}
