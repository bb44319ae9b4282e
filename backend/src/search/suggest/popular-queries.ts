import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import { readPopularQueries, type SearchedQuery } from './popular-queries.sql.js';
import { offeredWords, type OfferedWord } from './typed-words.js';

/** A keyword that is searched for often. */
export interface PopularQuery {
  text: string;
  words: readonly OfferedWord[];
  searches: number;
  /** The first product that it found; undefined if it found none or has not been checked. */
  finds: number | undefined;
  /** Whether it waits for a check. */
  isDue: boolean;
  /** Whether its product has changed. Best sellers change all the time, so it is checked only after the next reading. */
  isStale: boolean;
}

const MAX_AGE_MS = 3 * 60_000;
/** The maximum share of the thread's time that checking keywords takes. */
const SHARE = 0.1;

/**
 * The most searched keywords. Each is checked before it is suggested, and again when the product that it found is gone or has
 * changed, so that every suggestion finds something. The checks run in the background; no call waits for them.
 */
export class PopularQueries {
  private all: PopularQuery[] = [];
  private readAt = -Infinity;
  private trying: Promise<void> | undefined;
  private isAnyDue = false;

  /** @param find returns the first product of a keyword, or undefined if there is none */
  constructor(
    private readonly pool: Pool,
    private readonly find: (keyword: string) => number | undefined,
  ) {}

  /** The keywords that find something, most searched first. Refreshes outdated ones in the background. */
  known(): PopularQuery[] {
    if (Date.now() - this.readAt > MAX_AGE_MS) void this.read();
    return this.all.filter(({ finds }) => finds !== undefined);
  }

  /** Checks all keywords again, after all products were reloaded. */
  allChanged(): void {
    for (const query of this.all) query.isDue = true;
    this.tryDue();
  }

  /** @param changed ids of products @param gone ids of products that left the shop */
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
        const { finds, isDue, isStale } = known.get(text) ?? { finds: undefined, isDue: true, isStale: false };
        const isDueNow = isDue || isStale || finds === undefined;
        return { text, words: offeredWords(text), searches, finds, isDue: isDueNow, isStale: false };
      });
      this.tryDue();
    } catch {
      // The previous keywords stay until the next reading.
    }
  }

  private tryDue(): void {
    this.isAnyDue = true;
    this.trying ??= this.tryEach().finally(() => (this.trying = undefined));
  }

  private async tryEach(): Promise<void> {
    while (this.isAnyDue) {
      this.isAnyDue = false;
      const { all } = this;
      for (const query of all) {
        // A reading has replaced them, and those that still wait are among the new ones.
        if (all !== this.all) break;
        if (!query.isDue) continue;
        query.isDue = false;
        const began = performance.now();
        query.finds = this.find(query.text);
        await pause((performance.now() - began) / SHARE, undefined, { ref: false });
      }
    }
  }
}

/** Merges spellings of a keyword with and without tones, and shows tones. @param queries most searched first */
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
