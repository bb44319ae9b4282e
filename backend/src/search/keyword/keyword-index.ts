import type { Pool } from 'pg';
import type { KeywordHits } from '../../catalog/products/reads/keyword-search.js';
import { CurationReader } from '../curation/curation-reader.js';
import { findAny } from '../curation/curation.js';
import { readQueries } from '../curation/read-queries.js';
import { WordIndex } from '../text/word-index.js';
import { allKeywordProducts, readKeywordProducts } from './keyword-products.sql.js';
import { listPart, type ListQuery } from './product-list.js';

/** A call of the thread that holds the index. */
export interface KeywordCall {
  /** Products that changed since the last call; null for any. They are read again before the search. */
  changed: readonly number[] | null;
  /** Whether the owner has directed the search anew. */
  isCurated: boolean;
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

  private readonly curator: CurationReader;

  constructor(private readonly pool: Pool) {
    this.curator = new CurationReader(pool);
  }

  /** @returns null for a call without a search */
  async call({ changed, isCurated, search }: KeywordCall): Promise<KeywordHits | null> {
    if (changed === null || changed.length > 0) this.enqueue(() => this.read(changed));
    if (changed === null || isCurated) this.enqueue(() => this.curator.read());
    await this.reading;
    // Nobody waits for it: the order changes a little, and what was learnt before serves meanwhile.
    if (this.curator.isLearningDue) void this.curator.learn().catch(() => undefined);
    return search && this.search(search);
  }

  private enqueue(read: () => Promise<void>): void {
    this.reading = this.reading.catch(() => undefined).then(read);
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
    const { curation } = this.curator;
    const queries = readQueries(keyword, this.words, curation.synonyms);
    const [query] = queries;
    const match = curation.arrange(findAny(queries, this.words), keyword, (id) => this.words.rowOf(id));
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
