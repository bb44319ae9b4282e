import { randomInt } from 'node:crypto';

/** Crockford's base 32: without I, L, O and U, which are easily misread. */
export const CODE_LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Generates a random text of these letters, 5 bits each. */
export const randomLetters = (length: number): string =>
  Array.from({ length }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('');
