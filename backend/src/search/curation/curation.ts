import { findProducts, type Match } from '../keyword/keyword-match.js';
import { boostOf } from '../learning/boost.js';
import type { LearnedPair } from '../learning/learned-boosts.sql.js';
import type { IndexedProducts } from '../text/indexed-products.js';
import { QueryMap, normalizeQuery } from '../text/normalized-query.js';
import type { ParsedQuery } from '../text/query/parsed-query.js';
import { Synonyms, type SynonymRow } from './synonyms.js';

/** Beyond whatever relevance a product may have by itself. */
const PINNED = 1_000;

/** A product that the owner pinned or buried, as it is stored. */
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

/** Finds what fits any of the readings of a keyword, each as well as its best reading says. */
export function findAny([first, ...others]: [ParsedQuery, ...ParsedQuery[]], index: IndexedProducts): Match {
  const match = findProducts(first, index);
  if (others.length === 0) return match;
  const relevance = new Float32Array(match.relevance.length);
  const rows = new Uint32Array(match.relevance.length);
  let count = 0;
  for (const { rows: found, relevance: own } of [match, ...others.map((query) => findProducts(query, index))]) {
    for (const row of found) {
      // Whatever is found has some relevance.
      if (relevance[row] === 0) rows[count++] = row;
      relevance[row] = Math.max(relevance[row] ?? 0, own[row] ?? 0);
    }
  }
  return { rows: rows.slice(0, count), relevance };
}

/** How the owner and the shoppers direct the search: synonyms, products pinned and buried, and what is chosen most. */
export class Curation {
  synonyms = new Synonyms();
  private pins = new QueryMap<Pins>();
  private boosts = new QueryMap<Map<number, number>>();

  direct(synonyms: readonly SynonymRow[], pins: readonly PinRow[]): void {
    this.synonyms = new Synonyms(synonyms);
    const byQuery = new Map<string, Pins>();
    for (const { query, product, kind } of [...pins].sort((a, b) => a.position - b.position)) {
      const own = byQuery.get(query) ?? { pinned: [], buried: [] };
      own[kind === 'pin' ? 'pinned' : 'buried'].push(product);
      byQuery.set(query, own);
    }
    this.pins = new QueryMap(byQuery);
  }

  learn(pairs: readonly LearnedPair[]): void {
    const byQuery = new Map<string, Map<number, number>>();
    for (const { query, product, ...choices } of pairs) {
      byQuery.set(query, (byQuery.get(query) ?? new Map<number, number>()).set(product, boostOf(choices)));
    }
    this.boosts = new QueryMap(byQuery);
  }

  /**
   * Moves a keyword's products as it was learnt, within their tier of relevance, and as the owner wants them: pinned ones first,
   * whether they fit or not, and buried ones last.
   * @param rowOf the row of a product that is in the shop
   */
  arrange(match: Match, keyword: string, rowOf: (product: number) => number | undefined): Match {
    const query = normalizeQuery(keyword);
    const [pins, boosts] = [this.pins.get(query), this.boosts.get(query)];
    if (!pins && !boosts) return match;
    const relevance = match.relevance.slice();
    // What was not found stays out of the list, whatever relevance it is given.
    const move = (product: number, by: number) => {
      const row = rowOf(product);
      if (row !== undefined) relevance[row] = (relevance[row] ?? 0) + by;
    };
    for (const [product, boost] of boosts ?? []) move(product, boost);
    for (const product of pins?.buried ?? []) move(product, -PINNED);
    const pinned = (pins?.pinned ?? []).map(rowOf).filter((row) => row !== undefined);
    pinned.forEach((row, place) => (relevance[row] = PINNED - place));
    const added = pinned.filter((row) => !match.rows.includes(row));
    const rows = new Uint32Array(match.rows.length + added.length);
    rows.set(match.rows);
    rows.set(added, match.rows.length);
    return { rows, relevance };
  }
}
