import type { Clause } from './clause.js';
import { levelOf, type Level, type Reach } from '../lexicon/levels.js';
import { FIELD } from '../product-reading.js';
import type { ParsedQuery } from './parsed-query.js';
import type { IndexedProducts } from '../indexed-products.js';

const WEIGHT = 1.5;
const OTHER_TONES = 0.5;
/** Names this long are not yet stuffed with words; each more takes from what one of them counts. */
const USUAL_LENGTH = 10;

/** How much a word of each field counts: the bits of `FIELD`, the best of them. */
const FIELD_FIT = Float32Array.from({ length: 32 }, (_, bits) => {
  if (bits & FIELD.name) return 1;
  if (bits & FIELD.brand) return 0.9;
  if (bits & FIELD.category) return 0.8;
  return bits & FIELD.color ? 0.6 : 0.4;
});

/** The words in no lexicon, ranked by rarity and by the fields in which a product has them. */
export function wordsClause(query: ParsedQuery, index: IndexedProducts, reach: Reach): Clause[] {
  const { words, unknown } = query;
  if (words.length === 0) return [];
  const count = Math.max(1, index.size);
  const rarity = (length: number) => Math.log(1 + (count - length + 0.5) / (length + 0.5));
  const asked = words.map(({ folded, toned }) => {
    const [named, described] = [index.postings.ofWord(folded), index.postings.ofDescribedWord(folded)];
    return {
      weight: Math.max(0.1, rarity((named?.length ?? 0) + (described?.length ?? 0))),
      has: levelOf([named, described], index, reach),
      isAsTyped: toned === null ? null : levelOf([index.postings.ofTonedWord(toned)], index, reach),
    };
  });
  const sum = asked.reduce((all, { weight }) => all + weight, 0) + unknown * rarity(0);
  const fit: Level = (row) => {
    let got = 0;
    for (const { weight, has, isAsTyped } of asked) {
      const fields = has(row);
      if (fields) got += weight * (FIELD_FIT[fields] ?? 0) * (isAsTyped === null || isAsTyped(row) ? 1 : OTHER_TONES);
    }
    const excess = Math.max(0, (index.columns.lengths[row] ?? 0) - USUAL_LENGTH);
    return got / sum / (1 + 0.005 * excess);
  };
  const typed = words.map((word) => word.typed).join(' ');
  return [{ kind: 'words', weight: WEIGHT, isHard: false, fit, reason: `tên có “${typed}”` }];
}
