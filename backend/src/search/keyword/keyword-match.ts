import { clausesOf } from '../text/query/clauses/clauses.js';
import { rowsHaving } from '../text/query/clauses/color-clause.js';
import { HAS } from '../text/rows/columns.js';
import { levelOf } from '../text/lexicon/levels.js';
import { widerOf } from '../text/lexicon/lexicon.js';
import type { IndexedProducts } from '../text/indexed-products.js';
import { FIELD } from '../text/product-reading.js';
import type { ParsedQuery } from '../text/query/parsed-query.js';
import { NO_ROWS, common, intersection, union, unionOf, type Marked, type Rows } from '../text/rows/row-sets.js';
import type { Scratch } from '../text/rows/scratch.js';
import { TIER, judge, type Judgement } from './tiers.js';
import { topRows } from './top-rows.js';

/** With at least this many `right` products (one page), no others are shown. */
const ENOUGH = 12;
/** The bonus of a name that has every word as typed, and of one that has them with other tones. */
const [AS_TYPED, FOLDED] = [0.5, 0.25];
/** In place of the score of a name that contains the typed text, though its words say nothing, a price or an exclusion. */
const WHOLE: Judgement = { tier: TIER.right, score: 2, type: 1 };
/** Beside the bits of `FIELD`: marks such a name. */
const IS_WHOLE = 32;
/** Scores are rounded to this step. Products of equal score are ordered by sales. */
export const STEP = 0.025;
/** The relevance between two tiers, more steps than any score has. */
const TIER_STEPS = 1_000;
/** When more than one row in this many is a candidate, postings are spread over all rows. */
const DENSE = 8;

/** The products that match a keyword. */
export interface Match {
  /** Unordered. */
  rows: Uint32Array;
  /** The relevance of each row, an integer; higher is better. */
  relevance: Uint32Array;
}

/**
 * Finds the products that match a query: the `right` ones and, if these are fewer than a page, the `unknown` ones and the best
 * `near` ones. Words that are in no lexicon must all occur in a product.
 *
 * @returns arrays of the index's scratch memory, valid until its next query
 */
export function findProducts(query: ParsedQuery, index: IndexedProducts): Match {
  const { scratch } = index;
  scratch.begin();
  const named =
    isNegated(query) || (query.isGuess && query.words.length > 0) || query.meant.length === 0
      ? NOTHING
      : namedBy(query, index);
  const titles = [named, wholeNames(query, index)];
  const parts = partsOf(query, index);
  if (parts === null) return judgeAll(query, index, withTitles(NO_ROWS, titles, scratch));
  // If enough products are `right`, no others need to be judged.
  const sure = clausesOf(query, index, 'rising').flatMap((clause) => clause.sure?.() ?? []);
  if (sure.length > 0) {
    const right = judgeAll(query, index, withTitles(inAll([...parts, ...sure], index), titles, scratch), ENOUGH);
    if (right) return right;
  }
  return judgeAll(query, index, withTitles(inAll(parts, index), titles, scratch));
}

/** Judges candidates. @param minRight returns null if fewer than this many are `right` */
function judgeAll(query: ParsedQuery, index: IndexedProducts, candidates: Marked): Match;
function judgeAll(query: ParsedQuery, index: IndexedProducts, candidates: Marked, minRight: number): Match | null;
function judgeAll(query: ParsedQuery, index: IndexedProducts, candidates: Marked, minRight = 0): Match | null {
  const { columns, scratch } = index;
  const { length } = candidates.rows;
  const reach = length * DENSE < columns.length ? 'rising' : 'all';
  const clauses = clausesOf(query, index, reach);
  const asTyped = query.meant.map((word) =>
    levelOf([index.postings.ofTonedWord(word.toned ?? word.folded)], index, reach),
  );
  const rows = scratch.rows(length);
  const relevance = scratch.rows(length);
  const tiers = scratch.flags(length);
  const counts = [0, 0, 0, 0];
  const judgement: Judgement = { tier: TIER.no, score: 0, type: 0 };
  let count = 0;
  for (let place = 0; place < length; place++) {
    const row = candidates.rows[place] ?? 0;
    const flags = columns.flags[row] ?? 0;
    if (!(flags & HAS.product)) continue;
    const titles = candidates.bits[place] ?? 0;
    judge(judgement, clauses, row, titles > 0, (flags & HAS.type) !== 0);
    const { tier, score, type } = titles & IS_WHOLE ? WHOLE : judgement;
    if (tier === TIER.no) continue;
    const literal = titles & FIELD.name ? (asTyped.every((has) => has(row) > 0) ? AS_TYPED : FOLDED) : 0;
    const bonus = literal * (clauses.length > 1 ? type : 1);
    rows[count] = row;
    tiers[count] = tier;
    relevance[count++] = tier * TIER_STEPS + Math.round((score + bonus) / STEP);
    counts[tier] = (counts[tier] ?? 0) + 1;
  }
  if ((counts[TIER.right] ?? 0) < minRight) return null;
  return keepBestTiers(index, { rows: rows.subarray(0, count), relevance }, tiers, counts);
}

const TITLES = FIELD.name | FIELD.category | FIELD.brand;

/**
 * Sets of rows. A candidate is in all of them, or its name is what was typed: it has the requested type or a wider one and, in
 * any field, every word that no lexicon knows. Null if only products named as typed can match.
 */
function partsOf({ words, unknown, chips, types, isGuess }: ParsedQuery, index: IndexedProducts): Rows[] | null {
  if (unknown > 0 || (words.length === 0 && chips.length === 0)) return null;
  const parts = words.map(({ folded, toned }) =>
    isGuess && toned !== null
      ? unionOf([index.postings.ofTonedWord(toned)], index.scratch)
      : unionOf([index.postings.ofWord(folded), index.postings.ofDescribedWord(folded)], index.scratch),
  );
  const kinds = types.filter(({ not }) => !not).flatMap(({ meanings }) => meanings.flatMap(widerOf));
  return kinds.length === 0 ? parts : [...parts, rowsHaving(kinds, index)];
}

function inAll(parts: readonly Rows[], index: IndexedProducts): Rows {
  const [first = everything(index), ...others] = parts.toSorted((a, b) => a.length - b.length);
  return others.reduce((rows, part) => intersection(rows, part, index.scratch), first);
}

const NOTHING: Marked = { rows: NO_ROWS, bits: new Uint8Array(0) };

/** Whether the query excludes something. Otherwise products named as typed match, whatever the words were read as. */
const isNegated = ({ types, colors, genders, materials, occasions, styles }: ParsedQuery) =>
  [types, colors, genders, materials, occasions, styles].some((terms) => terms.some(({ not }) => not));

function namedBy({ meant }: ParsedQuery, index: IndexedProducts): Marked {
  return common(
    meant.map(({ folded }) => index.postings.ofWord(folded)),
    TITLES,
    index.scratch,
  );
}

/** The products whose names contain the text as typed, word for word. */
function wholeNames({ typed }: ParsedQuery, index: IndexedProducts): Marked {
  if (typed.length === 0) return NOTHING;
  const having = typed.map(({ folded }) => index.postings.ofWord(folded));
  const written = typed.flatMap(({ toned }) => (toned === null ? [] : [index.postings.ofTonedWord(toned)]));
  const numbers = typed.map(({ folded }) => index.names.numberOf(folded) ?? -1);
  const { rows } = common(having, FIELD.name, index.scratch);
  const whole = rows.filter((row) => index.names.hasRun(row, numbers) && written.every((words) => words?.at(row)));
  return { rows: whole, bits: new Uint8Array(whole.length).fill(IS_WHOLE) };
}

function everything({ columns, scratch }: IndexedProducts): Rows {
  const rows = scratch.rows(columns.length);
  for (let row = 0; row < rows.length; row++) rows[row] = row;
  return rows;
}

/** The union of all, with the bits of the titles: those (name, category, brand) that have every word, ignoring tones, and `IS_WHOLE`. */
function withTitles(rows: Rows, titles: readonly Marked[], scratch: Scratch): Marked {
  const all = titles.reduce((sum, named) => union(sum, named.rows, scratch), rows);
  const bits = scratch.levels(all.length);
  for (const named of titles) {
    let place = 0;
    for (let nth = 0; nth < named.rows.length; nth++) {
      while (all[place] !== named.rows[nth]) place++;
      bits[place] = (bits[place] ?? 0) | (named.bits[nth] ?? 0);
    }
  }
  return { rows: all, bits };
}

function keepBestTiers(index: IndexedProducts, { rows, relevance }: Match, tiers: Uint8Array, counts: number[]): Match {
  const [, near = 0, unknown = 0, right = 0] = counts;
  const minTier = right >= ENOUGH ? TIER.right : TIER.unknown;
  const left = right >= ENOUGH ? 0 : ENOUGH - right - unknown;
  const others = left > 0 && near > 0 ? nearest(index, { rows, relevance }, tiers, left) : null;
  let count = 0;
  for (let place = 0; place < rows.length; place++) {
    if ((tiers[place] ?? 0) < minTier && !others?.has(place)) continue;
    rows[count] = rows[place] ?? 0;
    relevance[count++] = relevance[place] ?? 0;
  }
  return { rows: rows.subarray(0, count), relevance };
}

/** The places of the best `near` products, at most `count`. */
function nearest(
  { columns: { sold, ids }, scratch }: IndexedProducts,
  { rows, relevance }: Match,
  tiers: Uint8Array,
  count: number,
): Set<number> {
  const places = scratch.rows(rows.length);
  let near = 0;
  for (let place = 0; place < rows.length; place++) if (tiers[place] === TIER.near) places[near++] = place;
  const compare = (a: number, b: number) => {
    const [rowA, rowB] = [rows[a] ?? 0, rows[b] ?? 0];
    return (
      (relevance[b] ?? 0) - (relevance[a] ?? 0) ||
      (sold[rowB] ?? 0) - (sold[rowA] ?? 0) ||
      (ids[rowB] ?? 0) - (ids[rowA] ?? 0)
    );
  };
  return new Set(topRows(places.subarray(0, near), compare, 0, count));
}
