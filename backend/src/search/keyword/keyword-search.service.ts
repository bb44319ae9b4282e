import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { CatalogReads } from '../../catalog/products/reads/catalog-reads.js';
import type { KeywordHits, KeywordSearch } from '../../catalog/products/reads/keyword-search.js';
import type { ProductQuery } from '../../contract/catalog.js';
import { Config } from '../../platform/config/config.js';
import type { CatalogChange } from '../../platform/http-cache/catalog-change.js';
import { CatalogChanges } from '../../platform/http-cache/catalog-changes.js';
import { WorkerThread, builtFile } from '../../platform/threads/worker-thread.js';
import type { SuggestionHits } from '../suggest/suggestion-index.js';
import { KeywordIndex, type KeywordCall } from './keyword-index.js';

/** How long a search waits for the index while it reads all products; later ones are answered without it. */
const PATIENCE_MS = 1_000;
/** Sales and ratings only move products up and down: they are read in batches. */
const LAZY_MS = 1_000;
/** So many suggestions wait for the thread at most; they must not stand before searches. */
const MAX_SUGGESTING = 50;
/** Changes of everything that come within this time are one reading. */
const PAUSE_MS = 100;
const RETRY_MS = 5_000;
/** Orders that a sale or a review changes by itself. */
const MOVING = new Set<ProductQuery['sort']>(['sold-desc', 'rating-desc', 'reviews-desc']);

interface Thread {
  call<Answer>(question: KeywordCall): Promise<Answer>;
  close(): Promise<void>;
}

/**
 * Answers keywords from the index in memory, in a thread of this process. It follows the changes of the catalogue: a search sees
 * every change that this process has heard of.
 */
@Injectable()
export class KeywordSearchService implements KeywordSearch, OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('Keyword search');
  private readonly thread: Thread;
  private readonly stopListening: () => void;
  private readonly changed = new Set<number>();
  private readonly moved = new Set<number>();
  private movedAt = 0;
  /** Everything may have changed, and the index has not begun to read it. */
  private isAllChanged = true;
  /** Until when searches wait for a reading of all products; undefined when none is under way. */
  private waitsUntil: number | undefined;
  private failedAt = -Infinity;
  private reload: NodeJS.Timeout | undefined;
  private suggesting = 0;

  constructor(
    reads: CatalogReads,
    { isTest, databaseUrl }: Config,
    private readonly changes: CatalogChanges,
  ) {
    this.thread = isTest ? openHere(databaseUrl) : openThread(databaseUrl);
    reads.useKeywordSearch(this);
    this.stopListening = changes.onChange((change) => this.note(change));
  }

  onApplicationBootstrap(): void {
    void this.load();
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopListening();
    clearTimeout(this.reload);
    await this.thread.close();
  }

  async find(
    { keyword, page: _page, page_size: _size, ...filters }: ProductQuery & { keyword: string },
    { from, count }: { from: number; count: number },
  ): Promise<KeywordHits | null> {
    // While no changes are heard, nobody knows what is still so.
    if (!this.changes.isLive || Date.now() - this.failedAt < RETRY_MS) return null;
    try {
      if (this.isAllChanged) void this.load();
      if (this.waitsUntil !== undefined && Date.now() >= this.waitsUntil) return null;
      const changed = this.takeChanges(MOVING.has(filters.sort));
      const hits = this.thread.call<KeywordHits>({ changed, search: { keyword, filters, from, count } });
      return await (this.waitsUntil === undefined ? hits : inTime(hits, this.waitsUntil));
    } catch (error) {
      this.failed(error as Error);
      return null;
    }
  }

  /** @returns null when it cannot answer at once: while it reads all products, and for too many at a time */
  async suggest(typed: string): Promise<SuggestionHits | null> {
    if (!this.changes.isLive || Date.now() - this.failedAt < RETRY_MS) return null;
    if (this.isAllChanged) void this.load();
    if (this.waitsUntil !== undefined || this.suggesting >= MAX_SUGGESTING) return null;
    this.suggesting += 1;
    try {
      const changed = this.takeChanges(false);
      return await this.thread.call<SuggestionHits>({ changed, search: null, suggest: typed });
    } catch (error) {
      this.failed(error as Error);
      return null;
    } finally {
      this.suggesting -= 1;
    }
  }

  /** Reads all products when the changes pause, so that the next search does not wait for it. */
  private reloadSoon(): void {
    this.isAllChanged = true;
    clearTimeout(this.reload);
    this.reload = setTimeout(() => {
      if (this.isAllChanged) void this.load();
    }, PAUSE_MS).unref();
  }

  /** Has the index read all products. */
  private async load(): Promise<void> {
    this.isAllChanged = false;
    this.changed.clear();
    this.moved.clear();
    const until = (this.waitsUntil = Date.now() + PATIENCE_MS);
    try {
      await this.thread.call<null>({ changed: null, search: null });
    } catch (error) {
      this.failed(error as Error);
    } finally {
      if (this.waitsUntil === until) this.waitsUntil = undefined;
    }
  }

  private note(change: CatalogChange): void {
    if (change.kind === 'everything') this.reloadSoon();
    else if (change.kind === 'sold') for (const { id } of change.sales) this.moved.add(id);
    else if (change.kind === 'reviewed') for (const id of change.ids) this.moved.add(id);
    // How many pieces there are, nobody searches for.
    else if (change.kind !== 'stock') for (const id of change.ids) this.changed.add(id);
  }

  /** @param areMovesDue whether the order depends on sales or ratings by themselves */
  private takeChanges(areMovesDue: boolean): number[] {
    if (this.moved.size > 0 && (areMovesDue || Date.now() - this.movedAt > LAZY_MS)) {
      this.movedAt = Date.now();
      for (const id of this.moved) this.changed.add(id);
      this.moved.clear();
    }
    const taken = [...this.changed];
    this.changed.clear();
    return taken;
  }

  /** What the index knows is uncertain from here on. */
  private failed(error: Error): void {
    this.logger.warn(`Keywords are answered plainly: ${error.message}`);
    this.failedAt = Date.now();
    this.isAllChanged = true;
  }
}

/** The result of a promise, or null at the deadline. */
async function inTime(hits: Promise<KeywordHits>, until: number): Promise<KeywordHits | null> {
  const timer = new AbortController();
  const late = pause(Math.max(0, until - Date.now()), null, { signal: timer.signal }).catch(() => null);
  try {
    return await Promise.race([hits, late]);
  } finally {
    timer.abort();
    hits.catch(() => undefined);
  }
}

function openThread(databaseUrl: string): Thread {
  return new WorkerThread(builtFile('search/keyword/keyword-thread.js'), { databaseUrl });
}

/** For tests, which run the sources as they are: nothing is built that a thread could load. */
function openHere(databaseUrl: string): Thread {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  const index = new KeywordIndex(pool);
  return { call: <Answer>(call: KeywordCall) => index.call(call) as Promise<Answer>, close: () => pool.end() };
}
