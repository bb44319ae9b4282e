import { SCORE_STEP, type Match } from '../matching/keyword-match.js';
import { boostOf } from '../learning/boost.js';
import type { LearnedPair } from '../learning/learned-boosts.sql.js';
import { QueryMap, normalizeQuery } from '../text/words/normalized-query.js';
import type { WordIndex } from '../text/word-index.js';
import { Synonyms, type SynonymRow } from './synonyms.js';

/** Relevances above and below that of any match. */
const [PINNED, BURIED] = [60_000, 0];

/** A stored pin: a product that the owner pinned or buried. */
export interface PinRow {
  query: string;
  product: number;
  kind: 'pin' | 'bury';
  position: number;
}

interface Pins {
  pinned: number[];
  buried: number[];
}

/** By query and product: the boost in steps of relevance. */
type Boosts = ReadonlyMap<string, ReadonlyMap<number, number>>;

function isSame(one: Boosts, other: Boosts): boolean {
  const isSameOf = (query: string, products: ReadonlyMap<number, number>) => {
    const others = other.get(query);
    return others?.size === products.size && [...products].every(([id, steps]) => others.get(id) === steps);
  };
  return one.size === other.size && [...one].every(([query, products]) => isSameOf(query, products));
}

/** Synonyms, pinned and buried products, and boosts learned from shoppers' choices. */
export class Curation {
  synonyms = new Synonyms();
  /** Goes up with each change. */
  version = 0;
  private pins = new QueryMap<Pins>();
  private boosts: Boosts = new Map();
  private boostOf = new QueryMap<ReadonlyMap<number, number>>();

  direct(synonyms: readonly SynonymRow[], pins: readonly PinRow[]): void {
    this.version += 1;
    this.synonyms = new Synonyms(synonyms);
    const byQuery = new Map<string, Pins>();
    for (const { query, product, kind } of [...pins].sort((a, b) => a.position - b.position)) {
      const own = byQuery.get(query) ?? { pinned: [], buried: [] };
      own[kind === 'pin' ? 'pinned' : 'buried'].push(product);
      byQuery.set(query, own);
    }
    this.pins = new QueryMap(byQuery);
  }

  /** Replaces the learned boosts. @returns whether a product's relevance changes for some query */
  learn(pairs: readonly LearnedPair[]): boolean {
    const boosts = new Map<string, Map<number, number>>();
    for (const { query, product, ...choices } of pairs) {
      const steps = Math.round(boostOf(choices) / SCORE_STEP);
      if (steps === 0) continue;
      boosts.set(query, (boosts.get(query) ?? new Map<number, number>()).set(product, steps));
    }
    const isOther = !isSame(boosts, this.boosts);
    if (isOther) this.version += 1;
    this.boosts = boosts;
    this.boostOf = new QueryMap(boosts);
    return isOther;
  }

  /**
   * Applies learned boosts, within a product's tier of relevance, and the owner's pins: pinned products come first, whether they
   * match or not, and buried ones last.
   */
  arrange(match: Match, keyword: string, index: Pick<WordIndex, 'rowOf'>): Match {
    const query = normalizeQuery(keyword);
    const [pins, boosts] = [this.pins.get(query), this.boostOf.get(query)];
    if (!pins && !boosts) return match;
    const moves = new Map<number, (own: number) => number>();
    const move = (product: number, by: (own: number) => number) => {
      const row = index.rowOf(product);
      if (row !== undefined) moves.set(row, by);
      return row;
    };
    for (const [product, steps] of boosts ?? []) move(product, (own) => own + steps);
    for (const product of pins?.buried ?? []) move(product, () => BURIED);
    const added = new Set<number>();
    for (const [place, product] of (pins?.pinned ?? []).entries()) {
      const row = move(product, () => PINNED - place);
      if (row !== undefined) added.add(row);
    }
    const { rows, relevance } = match;
    for (let place = 0; place < rows.length; place++) {
      const row = rows[place] ?? 0;
      relevance[place] = moves.get(row)?.(relevance[place] ?? 0) ?? relevance[place] ?? 0;
      added.delete(row);
    }
    return added.size === 0 ? match : withRows(match, [...added], (row) => moves.get(row)?.(0) ?? 0);
  }
}

/** Adds rows that a match does not have. */
function withRows({ rows, relevance }: Match, added: number[], relevanceOf: (row: number) => number): Match {
  const all = {
    rows: new Uint32Array(rows.length + added.length),
    relevance: new Uint16Array(rows.length + added.length),
  };
  const waiting = added.toSorted((a, b) => a - b);
  let [place, next] = [0, 0];
  for (let at = 0; at < all.rows.length; at++) {
    const isAdded = place === rows.length || (waiting[next] ?? Infinity) < (rows[place] ?? 0);
    const row = (isAdded ? waiting[next++] : rows[place]) ?? 0;
    all.rows[at] = row;
    all.relevance[at] = isAdded ? relevanceOf(row) : (relevance[place++] ?? 0);
  }
  return all;
}
