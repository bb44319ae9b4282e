import type { Pool } from 'pg';
import type { KeywordHits } from '../../catalog/products/reads/keyword-search.js';
import { parseQuery } from '../text/query/parse-query.js';
import { WordIndex } from '../text/word-index.js';
import { findProducts } from './keyword-match.js';
import { allKeywordProducts, readKeywordProducts } from './keyword-products.sql.js';
import { listPart, type ListQuery } from './product-list.js';

/** A call of the thread that holds the index. */
export interface KeywordCall {
  /** Products that changed since the last call; null for any. They are read again before the search. */
  changed: readonly number[] | null;
  /** null: nothing but the changes. */
  search: KeywordRequest | null;
}

export interface KeywordRequest {
  keyword: string;
  filters: ListQuery;
  from: number;
  count: number;
}

/** How many products are offered where none is all that was asked for. */
const NEAREST = 12;

/** The shop's products in memory, found by keywords. It reads what it is told has changed. */
export class KeywordIndex {
  private words = new WordIndex();
  /** The reading under way, after those before it. */
  private reading: Promise<void> = Promise.resolve();

  constructor(private readonly pool: Pool) {}

  /** @returns null for a call without a search */
  async call({ changed, search }: KeywordCall): Promise<KeywordHits | null> {
    if (changed === null || changed.length > 0) {
      this.reading = this.reading.catch(() => undefined).then(() => this.read(changed));
    }
    await this.reading;
    return search && this.search(search);
  }

  private async read(changed: readonly number[] | null): Promise<void> {
    if (changed === null) {
      const words = new WordIndex();
      for await (const products of allKeywordProducts(this.pool))
        for (const { id, facts, list } of products) words.set(id, facts, list);
      this.words = words;
    } else {
      const products = new Map((await readKeywordProducts(this.pool, changed)).map((product) => [product.id, product]));
      for (const id of changed) {
        const product = products.get(id);
        if (product) this.words.set(id, product.facts, product.list);
        else this.words.delete(id);
      }
    }
  }

  private search({ keyword, filters, from, count }: KeywordRequest): KeywordHits {
    const query = parseQuery(keyword, this.words);
    const match = findProducts(query, this.words);
    const { ids, count: total, facets, leastSold, mostSold } = listPart(this.words, match, filters, { from, count });
    const nearest = match.rows.length === 0 ? this.words.search(query, NEAREST).map(({ id }) => id) : [];
    return {
      ids,
      count: total,
      facets,
      understood: query.chips,
      correction: query.correction,
      nearest,
      least_sold: leastSold,
      most_sold: mostSold,
    };
  }
}
