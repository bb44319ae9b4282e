import { FIELD_BITS } from '../products/codes.js';
import type { ParsedQuery, WordTerm } from '../query/parsed-query.js';
import { highestPayload, type RowValue } from '../rows/row-values.js';
import type { Clause, ClauseContext } from './clause.js';

const WORDS_WEIGHT = 1.5;
/** By how much the fit of a word is multiplied that a product has with other tones than the typed ones. */
const OTHER_TONES_FACTOR = 0.5;
/** The number of words up to which a name is not stuffed with words, and by how much each more reduces the fit. */
const [USUAL_NAME_LENGTH, EXCESS_WORD_PENALTY] = [10, 0.005];
/** The minimum rarity of a word, so that a word that every product has counts, too. */
const MIN_RARITY = 0.1;

/** How much a word of each field counts: the bits of `FIELD_BITS`, the best of them. */
const FIELD_FIT = Float32Array.from({ length: 32 }, (_, bits) => {
  if (bits & FIELD_BITS.name) return 1;
  if (bits & FIELD_BITS.brand) return 0.9;
  if (bits & FIELD_BITS.category) return 0.8;
  return bits & FIELD_BITS.color ? 0.6 : 0.4;
});

/** The words in no lexicon, ranked by rarity and by the fields in which a product has them. */
export function wordsClause({ words, unknownCount }: ParsedQuery, context: ClauseContext): Clause[] {
  if (words.length === 0) return [];
  const { columns, size } = context.index;
  const requested = words.map((word) => requestedWord(word, context));
  const total = requested.reduce((sum, { weight }) => sum + weight, 0) + unknownCount * rarity(0, size);
  const fit: RowValue = (row) => {
    let covered = 0;
    for (const { weight, fieldsOf, isAsTyped } of requested) {
      const fields = fieldsOf(row);
      if (!fields) continue;
      const tonesFactor = isAsTyped === null || isAsTyped(row) ? 1 : OTHER_TONES_FACTOR;
      covered += weight * (FIELD_FIT[fields] ?? 0) * tonesFactor;
    }
    const excess = Math.max(0, (columns.lengths[row] ?? 0) - USUAL_NAME_LENGTH);
    return covered / total / (1 + EXCESS_WORD_PENALTY * excess);
  };
  const typed = words.map((word) => word.typed).join(' ');
  return [{ kind: 'words', weight: WORDS_WEIGHT, isHard: false, fit, reason: `tên có “${typed}”` }];
}

function requestedWord({ folded, toned }: WordTerm, { index, scope }: ClauseContext) {
  const { postings } = index;
  const [inTitles, inDescriptions] = [postings.ofWord(folded), postings.ofDescribedWord(folded)];
  return {
    weight: Math.max(MIN_RARITY, rarity((inTitles?.length ?? 0) + (inDescriptions?.length ?? 0), index.size)),
    /** The bits of `FIELD_BITS` in which a row has the word. */
    fieldsOf: highestPayload([inTitles, inDescriptions], index, scope),
    /** Whether a row has the word with the typed tones; null for one that was typed without. */
    isAsTyped: toned === null ? null : highestPayload([postings.ofTonedWord(toned)], index, scope),
  };
}

/** The inverse document frequency of a word, as in BM25: the fewer products have it, the more it tells. */
function rarity(products: number, size: number): number {
  const total = Math.max(1, size);
  return Math.log(1 + (total - products + 0.5) / (products + 0.5));
}
