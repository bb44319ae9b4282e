import type { DataSource } from 'typeorm';
import { nextProducts, nextRename, removeRename, rewriteBatch } from './search-renames.sql.js';

/** Products of one transaction, which locks them for some 150 ms. */
export const RENAME_BATCH = 200;

/**
 * Lets the search follow a renamed brand or category for one batch of its products: their text for the fallback search is written anew, and
 * the outbox gets them. Both read the title of that time, as an edit of a product does, so the last writer is right. Of two workers that
 * take the same batch only one writes it.
 * @returns false when nothing is left
 */
export async function followRename(db: DataSource, count = RENAME_BATCH): Promise<boolean> {
  const rename = await nextRename(db);
  if (!rename) return false;
  const ids = await nextProducts(db, rename, count);
  if (ids.length > 0) await rewriteBatch(db, rename, ids);
  else await removeRename(db, rename.id);
  return true;
}
