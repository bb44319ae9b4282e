import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import { readPopularQueries, type SearchedQuery } from './popular-queries.sql.js';
import { offeredWords, type OfferedWord } from './typed-words.js';

/** A keyword that is searched for often. */
export interface PopularQuery {
  text: string;
  words: readonly OfferedWord[];
  searches: number;
  /** The product that it finds first; undefined while nobody knows whether it finds one. */
  finds: number | undefined;
}

const MAX_AGE_MS = 3 * 60_000;
/** The thread has other work: trying keywords takes this share of its time at most. */
const SHARE = 0.1;

/**
 * The keywords that are searched for most. Each is tried before it is suggested, and again when the product that it found has
 * changed, so that what is suggested finds something; that happens beside the calls, and none waits for it.
 */
export class PopularQueries {
  private all: PopularQuery[] = [];
  private readAt = -Infinity;
  private trying: Promise<void> | undefined;
  private isStale = false;

  /** @param find the first product of a keyword; undefined when there is none */
  constructor(
    private readonly pool: Pool,
    private readonly find: (keyword: string) => number | undefined,
  ) {}

  /** Those that find something, the most searched first. Reads them anew in the background when they are old. */
  known(): PopularQuery[] {
    if (Date.now() - this.readAt > MAX_AGE_MS) void this.read();
    return this.all.filter(({ finds }) => finds !== undefined);
  }

  /** These products have changed; null for any. What found one of them is tried again. */
  changed(products: readonly number[] | null): void {
    const changed = products && new Set(products);
    for (const query of this.all) {
      if (query.finds !== undefined && (!changed || changed.has(query.finds))) query.finds = undefined;
    }
    this.tryAll();
  }

  private async read(): Promise<void> {
    this.readAt = Date.now();
    try {
      const found = new Map(this.all.map(({ text, finds }) => [text, finds]));
      this.all = merged(await readPopularQueries(this.pool)).map(({ query, searches }) => ({
        text: query,
        words: offeredWords(query),
        searches,
        finds: found.get(query),
      }));
      this.tryAll();
    } catch {
      // Those of before serve until the next reading.
    }
  }

  private tryAll(): void {
    this.isStale = true;
    this.trying ??= this.tryEach().finally(() => (this.trying = undefined));
  }

  private async tryEach(): Promise<void> {
    while (this.isStale) {
      this.isStale = false;
      for (const query of this.all) {
        if (query.finds !== undefined) continue;
        const began = performance.now();
        query.finds = this.find(query.text);
        await pause((performance.now() - began) / SHARE, undefined, { ref: false });
      }
    }
  }
}

/** A keyword typed with tones and without is one, shown with them. @param queries the most searched first */
function merged(queries: readonly SearchedQuery[]): SearchedQuery[] {
  const byWords = new Map<string, SearchedQuery>();
  for (const { query, searches } of queries) {
    const words = offeredWords(query);
    if (words.length === 0) continue;
    const key = words.map(({ folded }) => folded).join(' ');
    const same = byWords.get(key);
    if (!same) byWords.set(key, { query, searches });
    else {
      same.searches += searches;
      if (same.query.normalize('NFC') === key) same.query = query;
    }
  }
  return [...byWords.values()].sort((a, b) => b.searches - a.searches);
}
