import { parseQuery } from '../text/query/parse-query.js';
import type { ParsedQuery } from '../text/query/parsed-query.js';
import type { WordIndex } from '../text/word-index.js';
import type { Synonyms } from './synonyms.js';

/**
 * Parses a text, with one query for each reading by the owner's synonyms. A product that matches any of them is a result.
 * @returns the page shows the first query; the places of its chips refer to the text as typed
 */
export function readQueries(text: string, index: WordIndex, synonyms: Synonyms): [ParsedQuery, ...ParsedQuery[]] {
  const queries = synonyms.readings(text).map(({ text: read, typed }) => {
    const query = parseQuery(read, index);
    const chips = query.chips.map((chip) =>
      chip.start === undefined || chip.end === undefined ? chip : { ...chip, ...typed(chip.start, chip.end) },
    );
    return { ...query, chips };
  });
  // Readings with unknown or corrected words are dropped if others are clear: a synonym replaces such a word.
  const clear = queries.filter(({ correction, unknownCount }) => correction === null && unknownCount === 0);
  const [first = parseQuery(text, index), ...others] = clear.length > 0 ? clear : queries;
  return [first, ...others];
}
