import type { IndexedProducts } from '../text/rows/indexed-products.js';
import { FIELD_BITS } from '../text/products/product-reading.js';
import type { ParsedQuery } from '../text/query/parsed-query.js';
import { NO_ROWS, common, union, type Marked, type Rows } from '../text/rows/row-sets.js';
import type { Scratch } from '../text/rows/scratch.js';

/** Beside the bits of `FIELD_BITS`: marks a name that contains the text as typed. */
export const IS_WHOLE = 32;

const TITLES = FIELD_BITS.name | FIELD_BITS.category | FIELD_BITS.brand;
const NOTHING: Marked = { rows: NO_ROWS, bits: new Uint8Array(0) };

/**
 * The products that are named as typed: those with every word in their name, category or brand, ignoring tones, with the bits
 * of these fields, and those whose name contains the text, with `IS_WHOLE`.
 */
export function namedRows(query: ParsedQuery, index: IndexedProducts): Marked[] {
  const isNamable = !isNegated(query) && !(query.isLowConfidence && query.words.length > 0) && query.meant.length > 0;
  return [...(isNamable ? [havingAll(query, index)] : []), wholeNames(query, index)];
}

/** The union of rows and of named rows, with the bits of the latter. */
export function withNamed(rows: Rows, named: readonly Marked[], scratch: Scratch): Marked {
  const all = named.reduce((sum, own) => union(sum, own.rows, scratch), rows);
  const bits = scratch.levels(all.length);
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
  [types, colors, genders, materials, occasions, styles, sizes, brands].some((terms) => terms.some(({ not }) => not));

function havingAll({ meant }: ParsedQuery, { postings, scratch }: IndexedProducts): Marked {
  return common(
    meant.map(({ folded }) => postings.ofWord(folded)),
    TITLES,
    scratch,
  );
}

function wholeNames({ typed }: ParsedQuery, { postings, names, scratch }: IndexedProducts): Marked {
  if (typed.length === 0) return NOTHING;
  const having = typed.map(({ folded }) => postings.ofWord(folded));
  const written = typed.flatMap(({ toned }) => (toned === null ? [] : [postings.ofTonedWord(toned)]));
  const numbers = typed.map(({ folded }) => names.numberOf(folded) ?? -1);
  const { rows } = common(having, FIELD_BITS.name, scratch);
  const whole = rows.filter((row) => names.hasRun(row, numbers) && written.every((words) => words?.at(row)));
  return { rows: whole, bits: new Uint8Array(whole.length).fill(IS_WHOLE) };
}
