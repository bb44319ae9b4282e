import { foldVi } from '../../../catalog/text/fold.js';

/*
 * Small pieces of regular expressions for folded text, from which amounts and prices are composed. Every piece is a source without
 * capture groups, except those of `captured`.
 */

/** Alternatives. The first one that lets the rest match counts, so the longer of two that begin alike stands first. */
export const either = (...patterns: readonly string[]): string => `(?:${patterns.join('|')})`;

/**
 * @param phrases as people write them, separated by commas: "đến, tới" gives `(?:den|toi)`. They are not escaped: none may have a
 *   sign with a meaning in regular expressions.
 */
export const anyOf = (phrases: string): string => either(...phrases.split(', ').map(foldVi));

export const optional = (pattern: string): string => `(?:${pattern})?`;

export const captured = (pattern: string): string => `(${pattern})`;

export const GAP = String.raw`\s*`;
export const SPACE = String.raw`\s+`;
/** No word goes on before or after. */
export const WORD_START = String.raw`\b`;
export const WORD_END = '(?![a-z0-9])';
/** Neither a word nor a number goes on before: not the "5" of "1,5". */
export const NUMBER_START = '(?<![a-z0-9.,])';
