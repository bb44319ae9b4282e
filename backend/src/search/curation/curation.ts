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
  const matches = [match, ...others.map((query) => findProducts(query, index))];
  const relevance = new Float32Array(match.relevance.length);
  for (const { rows, relevance: own } of matches) {
    for (const row of rows) relevance[row] = Math.max(relevance[row] ?? 0, own[row] ?? 0);
  }
  const rows = new Set(matches.flatMap((one) => [...one.rows]));
  return { rows: Uint32Array.from(rows), relevance };
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
    const found = new Set(match.rows);
    const move = (product: number, by: (own: number) => number, isAdded = false) => {
      const row = rowOf(product);
      if (row === undefined || (!isAdded && !found.has(row))) return;
      found.add(row);
      relevance[row] = by(relevance[row] ?? 0);
    };
    for (const [product, boost] of boosts ?? []) move(product, (own) => own + boost);
    pins?.pinned.forEach((product, place) => move(product, () => PINNED - place, true));
    for (const product of pins?.buried ?? []) move(product, (own) => own - PINNED);
    return { rows: found.size === match.rows.length ? match.rows : Uint32Array.from(found), relevance };
  }
}
