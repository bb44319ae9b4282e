import { DESCRIPTIVE_KINDS, type Clause } from './clauses/clause.js';
import { ROW_FLAGS } from './rows/columns.js';
import { selfAndSpecificBroader } from './lexicon/meanings.js';
import type { Kind } from './lexicon/meaning.js';
import { relevancePercent } from './calibration.js';
import type { ParsedQuery } from './query/parsed-query.js';
import type { IndexedProducts } from './rows/indexed-products.js';

export interface WordMatch {
  id: number;
  /** From 0 to 1; comparable within a query. */
  score: number;
  /** The chance that a person judges it right, 1 to 99; never lower for a higher score. */
  percent: number;
  /** Why it was found, most important reason first. */
  reasons: string[];
  /** Requested kinds of meaning that the product clearly lacks. */
  disagrees: Kind[];
}

/** With at least this many full matches, no others are shown: half a page. */
const ENOUGH_FULL_MATCHES = 6;
/** The minimum fit of a clause that is shown as a reason for a product. */
const MIN_REASON_FIT = 0.75;
/** The minimum fit of the requested words, weighted by rarity, if no descriptive clause is there. */
const MIN_WORD_COVERAGE = 0.5;
/** A product whose fit is below this for every clause is no result. */
const MIN_BEST_FIT = 0.4;
/** Products that violate no hard clause score above this, all others below. */
const FULL_MATCH_SCORE = 0.4;
/** The minimum share of the weights that a match meets, so that its score is above 0. */
const MIN_SHARE = 0.01;

/** @returns the score of a product, 0 if it does not match */
function scoreOf(clauses: readonly Clause[], isDescribed: boolean, row: number): number {
  let fitSum = 0;
  let weightSum = 0;
  let violations = 0;
  let hasFitting = false;
  let wordCoverage = 1;
  for (const { kind, weight, isHard, fit } of clauses) {
    const own = fit(row);
    if (kind === 'type' && own < 0) return 0;
    if (kind === 'words') wordCoverage = own;
    if (own < 0 && isHard) violations += 1;
    if (own >= MIN_BEST_FIT) hasFitting = true;
    fitSum += weight * own;
    weightSum += weight;
  }
  if (!hasFitting || (!isDescribed && wordCoverage < MIN_WORD_COVERAGE)) return 0;
  const share = Math.max(MIN_SHARE, fitSum / weightSum);
  return violations === 0 ? FULL_MATCH_SCORE + (1 - FULL_MATCH_SCORE) * share : (FULL_MATCH_SCORE * share) / violations;
}

const describesProduct = (clauses: readonly Clause[]) => clauses.some(({ kind }) => DESCRIPTIVE_KINDS.has(kind));

/** @returns the best matches first */
export function bestMatches(index: IndexedProducts, clauses: Clause[], query: ParsedQuery, count: number): WordMatch[] {
  if (clauses.length === 0 || count < 1) return [];
  const { columns } = index;
  const fullMatches = new TopMatches(index, count);
  const partialMatches = new TopMatches(index, Math.min(count, ENOUGH_FULL_MATCHES));
  const isDescribed = describesProduct(clauses);
  const isOfType = rowsOfTypes(index, query);
  for (let row = 0; row < columns.length; row++) {
    const flags = columns.flags[row] ?? 0;
    if (!(flags & ROW_FLAGS.product) || (isOfType && flags & ROW_FLAGS.type && !isOfType[row])) continue;
    const score = scoreOf(clauses, isDescribed, row);
    if (score >= FULL_MATCH_SCORE) fullMatches.offer(row, score);
    else if (score > 0) partialMatches.offer(row, score);
  }
  const missing = Math.max(0, Math.min(count, ENOUGH_FULL_MATCHES) - fullMatches.rows.length);
  const rows = [...fullMatches.rows, ...partialMatches.rows.slice(0, missing)];
  return rows.map(({ row }) => matchOf(index, clauses, row));
}

/**
 * By row, whether it is of a requested type or of a broader one: of the products with a known type, only these can match. Null if no type
 * is requested.
 */
function rowsOfTypes(index: IndexedProducts, query: ParsedQuery): Uint8Array | null {
  const requested = query.types.filter(({ isExcluded }) => !isExcluded).flatMap(({ meanings }) => meanings);
  if (requested.length === 0) return null;
  const isOfType = index.scratch.zeroedBytes(index.columns.length);
  for (const type of requested.flatMap(selfAndSpecificBroader)) index.postings.ofMeaning(type)?.spread(isOfType);
  return isOfType;
}

/** How well a row matches, with score 0 if it does not. */
export function matchOf(index: IndexedProducts, clauses: Clause[], row: number): WordMatch {
  const score = scoreOf(clauses, describesProduct(clauses), row);
  const reasons: string[] = [];
  const disagrees: Kind[] = [];
  for (const { kind, fit, reason } of clauses) {
    const own = fit(row);
    if (own >= MIN_REASON_FIT && reason !== null && !reasons.includes(reason)) reasons.push(reason);
    if (own < 0 && kind !== 'words' && !disagrees.includes(kind)) disagrees.push(kind);
  }
  const id = index.columns.ids[row] ?? 0;
  return { id, score, percent: relevancePercent(score), reasons, disagrees };
}

/** The best of the offered rows, sorted. */
class TopMatches {
  readonly rows: { row: number; score: number }[] = [];

  constructor(
    private readonly index: IndexedProducts,
    private readonly count: number,
  ) {}

  offer(row: number, score: number): void {
    const last = this.rows.at(-1);
    if (this.rows.length === this.count && last && !this.isBetter({ row, score }, last)) return;
    let at = this.rows.length;
    while (at > 0 && this.isBetter({ row, score }, this.rows[at - 1] ?? { row, score })) at -= 1;
    this.rows.splice(at, 0, { row, score });
    if (this.rows.length > this.count) this.rows.pop();
  }

  private isBetter(one: { row: number; score: number }, other: { row: number; score: number }): boolean {
    if (one.score !== other.score) return one.score > other.score;
    const { sold, ids } = this.index.columns;
    const more = (sold[one.row] ?? 0) - (sold[other.row] ?? 0);
    return more !== 0 ? more > 0 : (ids[one.row] ?? 0) < (ids[other.row] ?? 0);
  }
}
