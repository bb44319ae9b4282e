import { clausesOf } from '../text/clauses/clauses.js';
import { ROW_FLAGS, type Columns } from '../text/rows/columns.js';
import type { Compare } from '../text/rows/row-order.js';
import { highestPayload } from '../text/rows/row-values.js';
import type { IndexedProducts } from '../text/rows/indexed-products.js';
import { FIELD_BITS } from '../text/products/codes.js';
import type { ParsedQuery } from '../text/query/parsed-query.js';
import { NO_ROWS, type RowsWithBits, type Rows } from '../text/rows/row-sets.js';
import { candidatesOf, criteriaOf, type Criteria } from './criteria.js';
import { IS_WHOLE, namedRows, withNamed } from './named-rows.js';
import { TIER, judge, type Judgement } from './tiers.js';
import { topRows } from './top-rows.js';

/** With at least this many `right` products (one page), no others are shown. */
const ENOUGH = 12;
/** The bonus of a name that has every word as typed, and of one that has them with other tones. */
const [AS_TYPED, FOLDED] = [0.5, 0.25];
/** In place of the score of a name that contains the typed text, though its words say nothing, a price or an exclusion. */
const WHOLE: Judgement = { tier: TIER.right, score: 2, type: 1 };
/** Scores are rounded to this step. Products of equal score are ordered by sales. */
export const SCORE_STEP = 0.025;
/** The relevance between two tiers, more steps than any score has. */
const TIER_STEPS = 1_000;
/** When more than one row in this many is a candidate, postings are spread over all rows. */
const DENSE = 8;
/** Rows that miss up to this many criteria are selected; if they do not suffice, all matches are judged. */
const MAX_MISSES = 1;

/** The products that match a keyword. */
export interface Match {
  /** In rising order. */
  rows: Uint32Array;
  /** The relevance of each row; higher is better. It may be longer than the rows. */
  relevance: Uint16Array;
}

/** The order of places in a match: the most relevant first, then the best-selling, then the newest. */
export function byRelevance({ rows, relevance }: Match, { sold, ids }: Columns): Compare {
  return (a, b) => {
    const [rowA, rowB] = [rows[a] ?? 0, rows[b] ?? 0];
    return (
      (relevance[b] ?? 0) - (relevance[a] ?? 0) ||
      (sold[rowB] ?? 0) - (sold[rowA] ?? 0) ||
      (ids[rowB] ?? 0) - (ids[rowA] ?? 0)
    );
  };
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
  const named = namedRows(query, index);
  const judged = (rows: Rows) => judgeAll(query, index, withNamed(rows, named, scratch));
  const criteria = criteriaOf(query, index);
  if (!criteria) return keepBestTiers(index, judged(NO_ROWS));
  for (let misses = 0; misses <= MAX_MISSES; misses++) {
    const found = judged(candidatesOf(criteria, misses, index));
    if (isComplete(index, found, misses, criteria)) return keepBestTiers(index, found);
  }
  return keepBestTiers(index, judged(candidatesOf(criteria, Infinity, index)));
}

/** Whether no row that misses more criteria than the judged ones can be shown. */
function isComplete(index: IndexedProducts, found: Judged, misses: number, criteria: Criteria): boolean {
  const [, near = 0, unknown = 0, right = 0] = found.counts;
  if (right >= ENOUGH || misses >= criteria.optional.length) return true;
  if (misses < criteria.unknowable) return false;
  const left = ENOUGH - right - unknown;
  if (left <= 0) return true;
  if (near < left) return false;
  const shown = [...nearest(index, found, left)].map((place) => found.relevance[place] ?? 0);
  return Math.min(...shown) > relevanceOf(TIER.near, criteria.maxScore(misses + 1));
}

/** Judged candidates, without those that do not match. */
interface Judged extends Match {
  /** The tier of each row. */
  tiers: Uint8Array;
  /** How many rows each tier has. */
  counts: readonly number[];
}

function judgeAll(query: ParsedQuery, index: IndexedProducts, candidates: RowsWithBits): Judged {
  const { columns, scratch } = index;
  const { length } = candidates.rows;
  const scope = length * DENSE < columns.length ? 'rising' : 'all';
  const clauses = clausesOf(query, index, scope);
  const asTyped = query.intended.map((word) =>
    highestPayload([index.postings.ofTonedWord(word.toned ?? word.folded)], index, scope),
  );
  const rows = scratch.rows(length);
  const relevance = scratch.shorts(length);
  const tiers = scratch.bytes(length);
  const counts = [0, 0, 0, 0];
  const judgement: Judgement = { tier: TIER.no, score: 0, type: 0 };
  let count = 0;
  for (let place = 0; place < length; place++) {
    const row = candidates.rows[place] ?? 0;
    const flags = columns.flags[row] ?? 0;
    if (!(flags & ROW_FLAGS.product)) continue;
    const titles = candidates.bits[place] ?? 0;
    judge(judgement, clauses, row, titles > 0, (flags & ROW_FLAGS.type) !== 0);
    const { tier, score, type } = titles & IS_WHOLE ? WHOLE : judgement;
    if (tier === TIER.no) continue;
    const literal = titles & FIELD_BITS.name ? (asTyped.every((has) => has(row) > 0) ? AS_TYPED : FOLDED) : 0;
    const bonus = literal * (clauses.length > 1 ? type : 1);
    rows[count] = row;
    tiers[count] = tier;
    relevance[count++] = relevanceOf(tier, score + bonus);
    counts[tier] = (counts[tier] ?? 0) + 1;
  }
  return { rows: rows.subarray(0, count), relevance, tiers, counts };
}

const relevanceOf = (tier: number, score: number) => tier * TIER_STEPS + Math.round(score / SCORE_STEP);

function keepBestTiers(index: IndexedProducts, judged: Judged): Match {
  const { rows, relevance, tiers, counts } = judged;
  const [, near = 0, unknown = 0, right = 0] = counts;
  if (near + unknown === 0) return judged;
  const minTier = right >= ENOUGH ? TIER.right : TIER.unknown;
  const left = right >= ENOUGH ? 0 : ENOUGH - right - unknown;
  const others = left > 0 && near > 0 ? nearest(index, judged, left) : null;
  let count = 0;
  for (let place = 0; place < rows.length; place++) {
    if ((tiers[place] ?? 0) < minTier && !others?.has(place)) continue;
    rows[count] = rows[place] ?? 0;
    relevance[count++] = relevance[place] ?? 0;
  }
  return { rows: rows.subarray(0, count), relevance };
}

/** The places of the best `near` products, at most `count`. */
function nearest({ columns, scratch }: IndexedProducts, judged: Judged, count: number): Set<number> {
  const { rows, tiers } = judged;
  const places = scratch.rows(rows.length);
  let near = 0;
  for (let place = 0; place < rows.length; place++) if (tiers[place] === TIER.near) places[near++] = place;
  return new Set(topRows(places.subarray(0, near), byRelevance(judged, columns), 0, count));
}
