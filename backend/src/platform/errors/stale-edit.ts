import { isDeepStrictEqual } from 'node:util';
import { ShopError } from './shop-error.js';

/**
 * The refusal of an edit that began before another one.
 * @param called what it edits, as the first words of the sentence
 * @param first what its editor does to see the other edit
 */
export const changedElsewhere = (called: string, first = 'đóng cửa sổ này') =>
  new ShopError(409, `${called} vừa được thay đổi ở nơi khác. Hãy ${first}, xem lại rồi sửa.`);

/**
 * Refuses an edit of something that is no longer as its editor saw it.
 * @param now its fields
 * @param was those that the editor saw, some or all; undefined skips the check
 * @param called see `changedElsewhere`
 * @throws ShopError 409
 */
export function expectUnchanged<T extends object>(now: T, was: Partial<T> | undefined, called: string): void {
  const seen = Object.entries(was ?? {}) as [keyof T, unknown][];
  if (!seen.every(([field, value]) => isDeepStrictEqual(value, now[field]))) throw changedElsewhere(called);
}
