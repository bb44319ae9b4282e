import { Like, type EntityManager } from 'typeorm';
import { lockNames } from '../../auth/user.locks.js';
import { Product } from './product.entity.js';
import { foldVi, wordsOf } from '../keyword-search/fold.js';

const MAX_LENGTH = 80;

/**
 * Derives a free handle from a product's name: "Áo đầm" becomes `ao-dam`, or `ao-dam-2` if that is taken. A lock serializes
 * concurrent callers. The handle survives a renaming, because imports match by it.
 */
export async function newHandle(tx: EntityManager, name: string): Promise<string> {
  const plain = wordsOf(foldVi(name)).join('-').slice(0, MAX_LENGTH).replace(/-$/, '') || 'san-pham';
  await lockNames(tx, [`handle ${plain}`]);
  const products = await tx.find(Product, { select: { handle: true }, where: { handle: Like(`${plain}%`) } });
  const taken = new Set(products.map(({ handle }) => handle));
  for (let nth = 1; ; nth++) {
    const handle = nth === 1 ? plain : `${plain}-${nth}`;
    if (!taken.has(handle)) return handle;
  }
}
