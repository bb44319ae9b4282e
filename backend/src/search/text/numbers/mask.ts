/** A character that no pattern of prices or sizes matches. */
const MASK = '\u0000';

/** Masks a part of a text, so that no pattern reads it. The text keeps its length. */
export const mask = (text: string, start: number, length: number): string =>
  text.slice(0, start) + MASK.repeat(length) + text.slice(start + length);

/** What `mask` leaves of a text. */
export const masked = (text: string): string => MASK.repeat(text.length);
