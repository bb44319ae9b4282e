import { DESCRIPTIVE, type Clause } from './clauses/clause.js';
import { ROW_FLAGS } from './rows/columns.js';
import { widerOf } from './lexicon/lexicon.js';
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

/** With at least this many full matches, no others are shown. */
const ENOUGH_MATCHES = 6;
/** A clause below this score is no reason to show the product. */
const MIN_REASON_FIT = 0.75;
/** The minimum fit of the requested words, weighted by rarity, if no descriptive clause is there. */
const MIN_WORD_COVERAGE = 0.5;
/** A product below this score in every clause is no result. */
const MIN_FIT = 0.4;
/** Products that violate no hard clause score above this, all others below. */
const FULL_MATCH_SCORE = 0.4;

/** @returns the score of a product, 0 if it does not match */
function scoreOf(clauses: readonly Clause[], isDescribed: boolean, row: number): number {
  let sum = 0;
  let weights = 0;
  let violations = 0;
  let isAny = false;
  let covered = 1;
  for (const clause of clauses) {
    const own = clause.fit(row);
    const { kind, weight } = clause;
    if (kind === 'type' && own < 0) return 0;
    if (kind === 'words') covered = own;
    if (own < 0 && clause.isHard) violations += 1;
    if (own >= MIN_FIT) isAny = true;
    sum += weight * own;
    weights += weight;
  }
  if (!isAny || (!isDescribed && covered < MIN_WORD_COVERAGE)) return 0;
  const share = Math.max(0.01, sum / weights);
  return violations === 0 ? FULL_MATCH_SCORE + (1 - FULL_MATCH_SCORE) * share : (FULL_MATCH_SCORE * share) / violations;
}

const describesProduct = (clauses: readonly Clause[]) => clauses.some(({ kind }) => DESCRIPTIVE.has(kind));

/** @returns the best matches first */
export function bestMatches(index: IndexedProducts, clauses: Clause[], query: ParsedQuery, count: number): WordMatch[] {
  if (clauses.length === 0 || count < 1) return [];
  const { columns } = index;
  const right = new TopMatches(index, count);
  const others = new TopMatches(index, Math.min(count, ENOUGH_MATCHES));
  const isDescribed = describesProduct(clauses);
  const kinds = rowsOfTypes(index, query);
  for (let row = 0; row < columns.length; row++) {
    const has = columns.flags[row] ?? 0;
    if (!(has & ROW_FLAGS.product) || (kinds && has & ROW_FLAGS.type && !kinds[row])) continue;
    const score = scoreOf(clauses, isDescribed, row);
    if (score >= FULL_MATCH_SCORE) right.offer(row, score);
    else if (score > 0) others.offer(row, score);
  }
  const few = Math.max(0, Math.min(count, ENOUGH_MATCHES) - right.rows.length);
  const rows = [...right.rows, ...others.rows.slice(0, few)];
  return rows.map(({ row }) => matchOf(index, clauses, row));
}

/** The rows of the requested types or wider ones, the only candidates with a type; null if no type is requested. */
function rowsOfTypes(index: IndexedProducts, query: ParsedQuery): Uint8Array | null {
  const wanted = query.types.filter(({ not }) => !not).flatMap(({ meanings }) => meanings);
  if (wanted.length === 0) return null;
  const rows = index.scratch.levels(index.columns.length);
  for (const one of wanted.flatMap(widerOf)) index.postings.ofMeaning(one)?.spread(rows);
  return rows;
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
