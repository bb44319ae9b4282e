import { levelOf, type Level } from '../rows/row-values.js';
import { FIELD_BITS } from '../products/product-reading.js';
import type { ParsedQuery, WordTerm } from '../query/parsed-query.js';
import type { Clause, ClauseContext } from './clause.js';

const WEIGHT = 1.5;
const OTHER_TONES = 0.5;
/** Names this long are not yet stuffed with words; each more takes from what one of them counts. */
const USUAL_LENGTH = 10;

/** How much a word of each field counts: the bits of `FIELD_BITS`, the best of them. */
const FIELD_FIT = Float32Array.from({ length: 32 }, (_, bits) => {
  if (bits & FIELD_BITS.name) return 1;
  if (bits & FIELD_BITS.brand) return 0.9;
  if (bits & FIELD_BITS.category) return 0.8;
  return bits & FIELD_BITS.color ? 0.6 : 0.4;
});

/** The words in no lexicon, ranked by rarity and by the fields in which a product has them. */
export function wordsClause({ words, unknown }: ParsedQuery, context: ClauseContext): Clause[] {
  if (words.length === 0) return [];
  const { columns, size } = context.index;
  const wanted = words.map((word) => wantedWord(word, context));
  const sum = wanted.reduce((total, { weight }) => total + weight, 0) + unknown * rarity(0, size);
  const fit: Level = (row) => {
    let covered = 0;
    for (const { weight, fieldsOf, isAsTyped } of wanted) {
      const fields = fieldsOf(row);
      if (fields)
        covered += weight * (FIELD_FIT[fields] ?? 0) * (isAsTyped === null || isAsTyped(row) ? 1 : OTHER_TONES);
    }
    const excess = Math.max(0, (columns.lengths[row] ?? 0) - USUAL_LENGTH);
    return covered / sum / (1 + 0.005 * excess);
  };
  const typed = words.map((word) => word.typed).join(' ');
  return [{ kind: 'words', weight: WEIGHT, isHard: false, fit, reason: `tên có “${typed}”` }];
}

function wantedWord({ folded, toned }: WordTerm, { index, scope }: ClauseContext) {
  const { postings } = index;
  const [named, described] = [postings.ofWord(folded), postings.ofDescribedWord(folded)];
  return {
    weight: Math.max(0.1, rarity((named?.length ?? 0) + (described?.length ?? 0), index.size)),
    /** The bits of `FIELD_BITS` in which a row has the word. */
    fieldsOf: levelOf([named, described], index, scope),
    /** Whether a row has the word with the typed tones; null for one that was typed without. */
    isAsTyped: toned === null ? null : levelOf([postings.ofTonedWord(toned)], index, scope),
  };
}

/** The inverse document frequency of a word, as in BM25: the fewer products have it, the more it tells. */
function rarity(products: number, size: number): number {
  const total = Math.max(1, size);
  return Math.log(1 + (total - products + 0.5) / (products + 0.5));
}
