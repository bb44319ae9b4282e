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
 * Refuses an edit of something that is no longer as its editor saw it. An edit that would change nothing passes: it may repeat one
 * whose answer was lost.
 * @param now its fields
 * @param was those that the editor saw, some or all; undefined skips the check
 * @param called see `changedElsewhere`
 * @param wanted all that the edit sets, an undefined field stays; left out where that is not known
 * @throws ShopError 409
 */
export function expectUnchanged<T extends object>(
  now: T,
  was: Partial<T> | undefined,
  called: string,
  wanted?: { [Field in keyof T]?: T[Field] | undefined },
): void {
  const has = (fields: object) =>
    (Object.entries(fields) as [keyof T, unknown][]).every(
      ([field, value]) => value === undefined || isDeepStrictEqual(value, now[field]),
    );
  if (!was || has(was) || (wanted && has(wanted))) return;
  throw changedElsewhere(called);
}
