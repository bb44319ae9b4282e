import { foldVi, lowerVi } from '../../../catalog/text/fold.js';
import { MAX_SEARCH_QUERY } from '../../../contract/rules.js';
import { toneLast } from './tokens.js';

/** Spaces and invisible characters. */
const GAPS = /[\s\p{C}]+/gu;

/**
 * A query as it is counted and compared: lower case, NFC, single spaces, at most `MAX_SEARCH_QUERY` characters.
 * @returns an empty string for a text without characters
 */
export function normalizeQuery(text: string): string {
  const spaced = lowerVi(text).replace(GAPS, ' ').trim();
  return [...spaced.slice(0, 2 * MAX_SEARCH_QUERY)].slice(0, MAX_SEARCH_QUERY).join('').trim();
}

/**
 * Whether a typed word may stand for another: the same word, with its tone on either vowel, or the same without its tones. "xòe" is
 * "xoè"; "vay" is "váy", "vảy" is not.
 * @param typed lower case, composed
 */
export const standsFor = (typed: string, word: string): boolean =>
  typed === word || typed === foldVi(word) || toneLast(typed) === toneLast(word);

/** Values by query. An exact match takes precedence over one of a query typed without some tones. */
export class QueryMap<T> {
  private readonly exact = new Map<string, T>();
  private readonly folded = new Map<string, string[]>();

  /** @param entries by normalised query */
  constructor(entries: Iterable<readonly [query: string, value: T]> = []) {
    for (const [query, value] of entries) this.set(query, value);
  }

  set(query: string, value: T): void {
    if (!this.exact.has(query)) {
      const key = foldVi(query);
      this.folded.set(key, [...(this.folded.get(key) ?? []), query].sort());
    }
    this.exact.set(query, value);
  }

  /** @param query normalised */
  get(query: string): T | undefined {
    const match = this.exact.get(query);
    if (match !== undefined) return match;
    const words = query.split(' ');
    const known = this.folded.get(foldVi(query))?.find((candidate) => {
      const knownWords = candidate.split(' ');
      return words.every((word, place) => standsFor(word, knownWords[place] ?? ''));
    });
    return known === undefined ? undefined : this.exact.get(known);
  }
}
