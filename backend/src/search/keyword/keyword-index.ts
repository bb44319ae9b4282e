import type { Pool } from 'pg';
import type { KeywordHits } from '../../catalog/products/reads/keyword-search.js';
import { MAX_SUGGESTED } from '../../contract/suggestions.js';
import { PopularQueries } from '../suggest/popular-queries.js';
import { SuggestionIndex, type SuggestionHits } from '../suggest/suggestion-index.js';
import { readPart } from '../suggest/typed-words.js';
import { parseQuery } from '../text/query/parse-query.js';
import { WordIndex } from '../text/word-index.js';
import { findProducts } from './keyword-match.js';
import { allKeywordProducts, readKeywordProducts } from './keyword-products.sql.js';
import { listPart, type ListQuery } from './product-list.js';

/** A call of the thread that holds the index. */
export interface KeywordCall {
  /** Products that changed since the last call; null for any. They are read again before the search. */
  changed: readonly number[] | null;
  /** null: nothing but the changes, or suggestions. */
  search: KeywordRequest | null;
  /** What somebody has typed so far, to be answered with suggestions. */
  suggest?: string;
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
  private suggestions = new SuggestionIndex(this.words);
  private readonly popular: PopularQueries;
  /** The reading under way, after those before it. */
  private reading: Promise<void> = Promise.resolve();

  constructor(private readonly pool: Pool) {
    this.popular = new PopularQueries(pool, (keyword) => this.firstOf(keyword, 1).ids[0]);
  }

  /** @returns null for a call without a search or suggestions */
  async call({ changed, search, suggest }: KeywordCall): Promise<KeywordHits | SuggestionHits | null> {
    if (changed === null || changed.length > 0) {
      this.reading = this.reading.catch(() => undefined).then(() => this.read(changed));
    }
    await this.reading;
    return suggest === undefined ? search && this.search(search) : this.suggest(suggest);
  }

  private async read(changed: readonly number[] | null): Promise<void> {
    if (changed === null) {
      const words = new WordIndex();
      const suggestions = new SuggestionIndex(words);
      await suggestions.open(this.pool);
      for await (const products of allKeywordProducts(this.pool)) {
        for (const { id, facts, list } of products) {
          words.set(id, facts, list);
          suggestions.set(facts);
        }
      }
      this.words = words;
      this.suggestions = suggestions;
      this.popular.allChanged();
    } else {
      const products = new Map((await readKeywordProducts(this.pool, changed)).map((product) => [product.id, product]));
      for (const id of changed) {
        const product = products.get(id);
        if (product) {
          this.words.set(id, product.facts, product.list);
          this.suggestions.set(product.facts);
        } else {
          this.words.delete(id);
          this.suggestions.delete();
        }
      }
      this.popular.changed(new Set(changed), new Set(changed.filter((id) => !products.has(id))));
    }
  }

  /** What no product has word by word is read as a search is: misspelt, or in other words than the shop's. */
  private suggest(typed: string): SuggestionHits {
    const popular = this.popular.known();
    const found = this.suggestions.suggest(typed, popular);
    if (found.products.length > 0 || typed.trim() === '') return found;
    const { ids, correction } = this.firstOf(readPart(typed), MAX_SUGGESTED.products);
    const meant = correction === null ? found : this.suggestions.suggest(correction, popular);
    return { ...meant, products: [...ids] };
  }

  private firstOf(keyword: string, count: number): KeywordHits {
    return this.search({ keyword, filters: {}, from: 0, count });
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
