import type { Clause } from '../text/query/clause.js';
import { clausesOf } from '../text/query/clauses.js';
import { HAS } from '../text/columns.js';
import { levelOf, type Level } from '../text/lexicon/levels.js';
import { widerOf } from '../text/lexicon/lexicon.js';
import type { IndexedProducts } from '../text/indexed-products.js';
import { FIELD } from '../text/product-reading.js';
import type { ParsedQuery } from '../text/query/parsed-query.js';

/** How surely a product is what a keyword asks for. */
const TIER = {
  no: 0,
  /** Of the kind, but nothing says that it is as it is asked to be: a dress, of "đầm maxi". */
  near: 1,
  /** Its colour, size or gender is not known. */
  untold: 2,
  right: 3,
} as const;
type Tier = (typeof TIER)[keyof typeof TIER];

/** When so many products are all that was asked for, no others are shown: a page of them. */
const ENOUGH = 12;
/** A clause below this is not sure; what a name merely mentions is not of that kind. */
const [SURE, SURE_TYPE] = [0.4, 0.5];
/** What a name counts that has every typed word just so, and one that has them with other tones. */
const [AS_TYPED, FOLDED] = [0.5, 0.25];
/** Scores nearer to each other than this are equal: what sells better comes first. */
const STEP = 0.025;

/** The products that a keyword finds. */
export interface Match {
  rows: Uint32Array;
  /** By row: the greater the better. */
  relevance: Float32Array;
}

/**
 * Finds all products that fit a query: those that are surely all that was asked for, then, where these are few, those that may
 * be, then some that are near. Whoever asks for words of no lexicon gets products that have them all.
 */
export function findProducts(query: ParsedQuery, index: IndexedProducts): Match {
  const { length } = index.columns;
  const relevance = new Float32Array(length);
  const tiers = new Uint8Array(length);
  const counts = [0, 0, 0, 0];
  const clauses = clausesOf(query, index, 'all');
  const isNot = clauses.some(({ reason, isHard }) => isHard && reason === null);
  const named = isNot ? { folded: never, asTyped: never } : namedBy(query, index);
  const hasWords = wordsOf(query, index);
  const kinds = ofKinds(query, index);
  for (let row = 0; row < length; row++) {
    const flags = index.columns.flags[row] ?? 0;
    if (!(flags & HAS.life)) continue;
    const titles = named.folded(row);
    const isNamed = titles > 0;
    if (!isNamed && ((kinds && !kinds[row]) || !hasWords(row))) continue;
    const { tier, score, type } = judge(clauses, row, isNamed, (flags & HAS.type) !== 0);
    if (tier === TIER.no) continue;
    const literal = titles & FIELD.name ? (named.asTyped(row) > 0 ? AS_TYPED : FOLDED) : 0;
    const bonus = literal * (clauses.length > 1 ? type : 1);
    tiers[row] = tier;
    counts[tier] = (counts[tier] ?? 0) + 1;
    relevance[row] = tier * 10 + Math.round((score + bonus) / STEP) * STEP;
  }
  return { rows: chosen(index, tiers, counts, relevance), relevance };
}

const never: Level = () => 0;

const TITLES = FIELD.name | FIELD.category | FIELD.brand;

/** Whether the name, the category or the brand has every word, tones aside; and whether the name has, with just these tones. */
function namedBy({ meant }: ParsedQuery, index: IndexedProducts): { folded: Level; asTyped: Level } {
  if (meant.length === 0) return { folded: never, asTyped: never };
  const folded = meant.map((word) => levelOf([index.named(word.folded)], index, 'all'));
  const asTyped = meant.map((word) => levelOf([index.writtenAs(word.toned ?? word.folded)], index, 'all'));
  return {
    folded: (row) => folded.reduce((fields, has) => fields & has(row), TITLES),
    asTyped: (row) => (asTyped.every((has) => has(row)) ? 1 : 0),
  };
}

/** Whether a product has, in any field, every word that no lexicon knows. */
function wordsOf({ words, unknown, chips }: ParsedQuery, index: IndexedProducts): (row: number) => boolean {
  if (unknown > 0 || (words.length === 0 && chips.length === 0)) return () => false;
  const has = words.map(({ folded }) => levelOf([index.named(folded), index.describedBy(folded)], index, 'all'));
  return (row) => has.every((one) => one(row));
}

/** The rows of the kinds that are asked for, or of wider ones; null when no kind is. */
function ofKinds(query: ParsedQuery, index: IndexedProducts): Uint8Array | null {
  const wanted = query.types.filter(({ not }) => !not).flatMap(({ meanings }) => meanings);
  if (wanted.length === 0) return null;
  const rows = new Uint8Array(index.columns.length);
  for (const one of wanted.flatMap(widerOf)) index.having(one)?.spread(rows);
  return rows;
}

/** Kinds that tell a thing by themselves; the others only choose among things. */
const TELLING = new Set<Clause['kind']>(['type', 'brand', 'material', 'occasion', 'style']);
const MAY_BE_UNTOLD = new Set<Clause['kind']>(['color', 'gender', 'size']);

function judge(
  clauses: readonly Clause[],
  row: number,
  isNamed: boolean,
  hasType: boolean,
): { tier: Tier; score: number; type: number } {
  let tier: Tier = TIER.right;
  let sum = 0;
  let weights = 0;
  let type = 1;
  let isAny = isNamed;
  let isSure = isNamed;
  for (const { kind, weight, isHard, fit } of clauses) {
    const own = fit(row);
    if (kind === 'type') type = own;
    isSure ||= own >= SURE || kind === 'words';
    isAny ||= own >= SURE && TELLING.has(kind);
    sum += weight * own;
    weights += weight;
    // Whatever kind it is taken for, it is called just what was typed.
    if (own < 0 && isHard && !(isNamed && kind === 'type')) return { tier: TIER.no, score: 0, type: 0 };
    if (own >= (kind === 'type' ? SURE_TYPE : SURE) || kind === 'words' || kind === 'price') continue;
    if (MAY_BE_UNTOLD.has(kind)) tier = tier === TIER.right ? TIER.untold : tier;
    else if (!isNamed || (kind === 'type' && hasType && clauses.length > 1)) tier = TIER.near;
  }
  // What is nothing of it is not near, and of what nothing is known may be anything.
  if ((tier === TIER.near && !isAny) || !isSure) tier = TIER.no;
  return { tier, score: weights === 0 ? 0 : Math.max(0, sum / weights), type: Math.max(0, type) };
}

function chosen(index: IndexedProducts, tiers: Uint8Array, counts: number[], relevance: Float32Array): Uint32Array {
  const [, near = 0, untold = 0, right = 0] = counts;
  const least = right >= ENOUGH ? TIER.right : TIER.untold;
  const sure = collect(tiers, (tier) => tier >= least, right + untold);
  const left = ENOUGH - sure.length;
  if (left <= 0 || near === 0) return sure;
  const others = collect(tiers, (tier) => tier === TIER.near, near);
  const { sold, ids } = index.columns;
  others.sort(
    (a, b) =>
      (relevance[b] ?? 0) - (relevance[a] ?? 0) || (sold[b] ?? 0) - (sold[a] ?? 0) || (ids[b] ?? 0) - (ids[a] ?? 0),
  );
  return Uint32Array.of(...sure, ...others.subarray(0, left));
}

function collect(tiers: Uint8Array, isWanted: (tier: number) => boolean, most: number): Uint32Array {
  const rows = new Uint32Array(most);
  let count = 0;
  for (let row = 0; row < tiers.length; row++) {
    const tier = tiers[row] ?? 0;
    if (tier > 0 && isWanted(tier)) rows[count++] = row;
  }
  return rows.subarray(0, count);
}
