import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import { readPopularQueries, type SearchedQuery } from './popular-queries.sql.js';
import { offeredWords, type OfferedWord } from './typed-words.js';

/** A keyword that is searched for often. */
export interface PopularQuery {
  text: string;
  words: readonly OfferedWord[];
  searches: number;
  /** The product that it found first; undefined when it found none or has not been tried. */
  finds: number | undefined;
  /** It is to be tried. */
  isDue: boolean;
  /** What it found has changed: it is to be tried with the next reading. Sales change the best sellers all the time. */
  isStale: boolean;
}

const MAX_AGE_MS = 3 * 60_000;
/** The thread has other work: trying keywords takes this share of its time at most. */
const SHARE = 0.1;

/**
 * The keywords that are searched for most. Each is tried before it is suggested, and again when the product that it found is gone or
 * has changed, so that what is suggested finds something; that happens beside the calls, and none waits for it.
 */
export class PopularQueries {
  private all: PopularQuery[] = [];
  private readAt = -Infinity;
  private trying: Promise<void> | undefined;
  private isAnyDue = false;

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

  /** All products have been read again. */
  allChanged(): void {
    for (const query of this.all) query.isDue = true;
    this.tryDue();
  }

  /** @param changed products @param gone products that are not in the shop any more */
  changed(changed: ReadonlySet<number>, gone: ReadonlySet<number>): void {
    for (const query of this.all) {
      if (query.finds === undefined) continue;
      if (changed.has(query.finds)) query.isStale = true;
      if (!gone.has(query.finds)) continue;
      query.finds = undefined;
      query.isDue = true;
    }
    if (gone.size > 0) this.tryDue();
  }

  private async read(): Promise<void> {
    this.readAt = Date.now();
    try {
      const queries = merged(await readPopularQueries(this.pool));
      const known = new Map(this.all.map((query) => [query.text, query]));
      this.all = queries.map(({ query: text, searches }) => {
        const { finds, isStale } = known.get(text) ?? { finds: undefined, isStale: false };
        const isDue = finds === undefined || isStale;
        return { text, words: offeredWords(text), searches, finds, isDue, isStale: false };
      });
      this.tryDue();
    } catch {
      // Those of before serve until the next reading.
    }
  }

  private tryDue(): void {
    this.isAnyDue = true;
    this.trying ??= this.tryEach().finally(() => (this.trying = undefined));
  }

  private async tryEach(): Promise<void> {
    while (this.isAnyDue) {
      this.isAnyDue = false;
      for (const query of this.all) {
        if (!query.isDue) continue;
        query.isDue = false;
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
