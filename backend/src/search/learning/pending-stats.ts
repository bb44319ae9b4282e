/** The maximum number of queries, and of products of queries, between two flushes. Others are dropped. */
const MAX_QUERIES = 2_000;
const MAX_PRODUCTS = 5_000;

export interface QueryCounts {
  query: string;
  searches: number;
  empty: number;
}

export interface ProductCounts {
  query: string;
  product: number;
  clicks: number;
  purchases: number;
}

/** The counts of a day that are not stored yet. */
export class PendingStats {
  private readonly searches = new Map<string, QueryCounts>();
  private readonly chosen = new Map<string, ProductCounts>();

  constructor(readonly day: string) {}

  get isEmpty(): boolean {
    return this.searches.size === 0 && this.chosen.size === 0;
  }

  get queries(): QueryCounts[] {
    return [...this.searches.values()];
  }

  get products(): ProductCounts[] {
    return [...this.chosen.values()];
  }

  search(query: string, isFound: boolean): void {
    const counts = entryOf(this.searches, query, MAX_QUERIES, () => ({ query, searches: 0, empty: 0 }));
    if (!counts) return;
    counts.searches += 1;
    if (!isFound) counts.empty += 1;
  }

  choose(query: string, product: number, what: 'clicks' | 'purchases'): void {
    const key = `${product} ${query}`;
    const counts = entryOf(this.chosen, key, MAX_PRODUCTS, () => ({ query, product, clicks: 0, purchases: 0 }));
    if (counts) counts[what] += 1;
  }
}

function entryOf<T>(entries: Map<string, T>, key: string, maxEntries: number, make: () => T): T | undefined {
  const known = entries.get(key);
  if (known || entries.size >= maxEntries) return known;
  const made = make();
  entries.set(key, made);
  return made;
}
