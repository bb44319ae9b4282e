import { parseQuery } from '../text/query/parse-query.js';
import type { ParsedQuery } from '../text/query/parsed-query.js';
import type { WordIndex } from '../text/word-index.js';
import type { Synonyms } from './synonyms.js';

/**
 * Reads what a text asks for, by the owner's synonyms: a product that fits any of the queries is what was asked for.
 * @returns the first is the one that the page shows; its chips have their places in the text as typed
 */
export function readQueries(text: string, index: WordIndex, synonyms: Synonyms): [ParsedQuery, ...ParsedQuery[]] {
  const queries = synonyms.readings(text).map(({ text: read, typed }) => {
    const query = parseQuery(read, index);
    const chips = query.chips.map((chip) =>
      chip.start === undefined || chip.end === undefined ? chip : { ...chip, ...typed(chip.start, chip.end) },
    );
    return { ...query, chips };
  });
  // A word that nothing has is no help beside its synonym, and its correction would be wrong.
  const clear = queries.filter(({ correction, unknown }) => correction === null && unknown === 0);
  const [first = parseQuery(text, index), ...others] = clear.length > 0 ? clear : queries;
  return [first, ...others];
}
