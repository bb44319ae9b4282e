import type { IndexedProducts } from '../text/rows/indexed-products.js';
import { FIELD_BITS } from '../text/products/codes.js';
import type { ParsedQuery } from '../text/query/parsed-query.js';
import { NO_ROWS, intersectPostings, union, type RowsWithBits, type Rows } from '../text/rows/row-sets.js';
import type { Scratch } from '../text/rows/scratch.js';

/** Beside the bits of `FIELD_BITS`: marks a name that contains the text as typed. */
export const IS_WHOLE = 32;

const TITLES = FIELD_BITS.name | FIELD_BITS.category | FIELD_BITS.brand;
const NOTHING: RowsWithBits = { rows: NO_ROWS, bits: new Uint8Array(0) };

/**
 * The products that are named as typed: those with every word in their name, category or brand, ignoring tones, with the bits
 * of these fields, and those whose name contains the text, with `IS_WHOLE`.
 */
export function namedRows(query: ParsedQuery, index: IndexedProducts): RowsWithBits[] {
  const isNamable =
    !isNegated(query) && !(query.isLowConfidence && query.words.length > 0) && query.intended.length > 0;
  return [...(isNamable ? [havingAll(query, index)] : []), wholeNames(query, index)];
}

/** The union of rows and of named rows, with the bits of the latter. */
export function withNamed(rows: Rows, named: readonly RowsWithBits[], scratch: Scratch): RowsWithBits {
  const all = named.reduce((sum, own) => union(sum, own.rows, scratch), rows);
  const bits = scratch.zeroedBytes(all.length);
  for (const own of named) {
    let place = 0;
    for (let nth = 0; nth < own.rows.length; nth++) {
      while (all[place] !== own.rows[nth]) place++;
      bits[place] = (bits[place] ?? 0) | (own.bits[nth] ?? 0);
    }
  }
  return { rows: all, bits };
}

/** Whether the query excludes something. Otherwise products named as typed match, whatever the words were read as. */
const isNegated = ({ types, colors, genders, materials, occasions, styles, sizes, brands }: ParsedQuery) =>
  [types, colors, genders, materials, occasions, styles, sizes, brands].some((terms) =>
    terms.some(({ isExcluded }) => isExcluded),
  );

function havingAll({ intended }: ParsedQuery, { postings, scratch }: IndexedProducts): RowsWithBits {
  return intersectPostings(
    intended.map(({ folded }) => postings.ofWord(folded)),
    TITLES,
    scratch,
  );
}

function wholeNames({ verbatim }: ParsedQuery, { postings, names, scratch }: IndexedProducts): RowsWithBits {
  if (verbatim.length === 0) return NOTHING;
  const having = verbatim.map(({ folded }) => postings.ofWord(folded));
  const written = verbatim.flatMap(({ toned }) => (toned === null ? [] : [postings.ofTonedWord(toned)]));
  const numbers = verbatim.map(({ folded }) => names.wordNumber(folded) ?? -1);
  const { rows } = intersectPostings(having, FIELD_BITS.name, scratch);
  const whole = rows.filter((row) => names.hasRun(row, numbers) && written.every((words) => words?.payloadOf(row)));
  return { rows: whole, bits: new Uint8Array(whole.length).fill(IS_WHOLE) };
}
