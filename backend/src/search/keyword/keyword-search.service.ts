import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { CatalogReads } from '../../catalog/products/reads/catalog-reads.js';
import type { KeywordSearch, ListHits } from '../../catalog/products/reads/keyword-search.js';
import type { ProductQuery } from '../../contract/catalog.js';
import { Config } from '../../platform/config/config.js';
import type { CatalogChange } from '../../platform/http-cache/catalog-change.js';
import { CatalogChanges } from '../../platform/http-cache/catalog-changes.js';
import { WorkerThread, builtFile } from '../../platform/threads/worker-thread.js';
import type { SuggestionHits } from '../suggest/suggestion-index.js';
import { KeywordIndex, type KeywordCall } from './keyword-index.js';

/**
 * How long a list waits while the index reads all products. Later ones are answered by PostgreSQL alone when it is the first
 * time, and from what the index knows by then when it is not.
 */
const PATIENCE_MS = 1_000;
/** Reviews only move products up and down: they are read in batches. */
const LAZY_MS = 1_000;
/** So many suggestions wait for the thread at most; they must not stand before searches. */
const MAX_SUGGESTING = 50;
/** Changes of everything that come within this time are one reading. */
const PAUSE_MS = 100;
const RETRY_MS = 5_000;
/** Of products whose changes nobody has asked about: then all are read again. */
const MAX_NOTED = 20_000;
/** Orders that a review changes by itself. */
const BY_RATING = new Set<ProductQuery['sort']>(['rating-desc', 'reviews-desc']);

interface Thread {
  call<Answer>(question: KeywordCall): Promise<Answer>;
  close(): Promise<void>;
}

/**
 * Answers lists and keywords from the index in memory, in a thread of this process. It follows the changes of the catalogue: a
 * list sees every change that this process has heard of.
 */
@Injectable()
export class KeywordSearchService implements KeywordSearch, OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('Keyword search');
  private readonly thread: Thread;
  private readonly stopListening: () => void;
  private readonly changed = new Set<number>();
  private readonly reviewed = new Set<number>();
  private readonly sold = new Map<number, number>();
  private reviewedAt = 0;
  private isCurated = false;
  /** Everything may have changed, and the index has not begun to read it. */
  private isAllChanged = true;
  /** Whether the index has read all products once. */
  private isLoaded = false;
  /** The reading of all products that is under way, and until when lists wait for it. */
  private loading: { done: Promise<void>; until: number } | undefined;
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
    { keyword, page: _page, page_size: _size, ...filters }: ProductQuery,
    { from, count }: { from: number; count: number },
  ): Promise<ListHits | null> {
    // While no changes are heard, nobody knows what is still so.
    if (!this.changes.isLive || Date.now() - this.failedAt < RETRY_MS) return null;
    try {
      if (this.isAllChanged) void this.load();
      if (this.loading) await inTime(this.loading.done, this.loading.until);
      if (!this.isLoaded) return null;
      const isCurrent = this.loading === undefined;
      const changes = this.takeChanges(BY_RATING.has(filters.sort));
      const hits = await this.thread.call<Omit<ListHits, 'isCurrent'> | null>({
        ...changes,
        search: { keyword, filters, from, count },
      });
      return hits && { ...hits, isCurrent };
    } catch (error) {
      this.failed(error as Error);
      return null;
    }
  }

  /** @returns null when it cannot answer at once: before it has read all products, and for too many at a time */
  async suggest(typed: string): Promise<SuggestionHits | null> {
    if (!this.changes.isLive || Date.now() - this.failedAt < RETRY_MS) return null;
    if (this.isAllChanged) void this.load();
    if (!this.isLoaded || this.suggesting >= MAX_SUGGESTING) return null;
    this.suggesting += 1;
    try {
      return await this.thread.call<SuggestionHits>({ ...this.takeChanges(false), search: null, suggest: typed });
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
    const done = this.thread.call<null>({ changed: null, search: null }).then(
      () => {
        this.isLoaded = true;
      },
      (error: unknown) => this.failed(error as Error),
    );
    const loading = (this.loading = { done, until: Date.now() + PATIENCE_MS });
    await done;
    if (this.loading === loading) this.loading = undefined;
  }

  private note(change: CatalogChange): void {
    if (change.kind === 'everything') this.reloadSoon();
    else if (change.kind === 'curated') this.isCurated = true;
    else if (change.kind === 'sold') for (const { id, to } of change.sales) this.sold.set(id, to);
    else if (change.kind === 'reviewed') for (const id of change.ids) this.reviewed.add(id);
    // How many pieces there are, nobody searches for.
    else if (change.kind !== 'stock') for (const id of change.ids) this.changed.add(id);
    if (this.changed.size + this.reviewed.size + this.sold.size <= MAX_NOTED) return;
    for (const noted of [this.changed, this.reviewed, this.sold]) noted.clear();
    this.reloadSoon();
  }

  /** @param areReviewsDue whether the order depends on ratings by themselves */
  private takeChanges(areReviewsDue: boolean): Omit<KeywordCall, 'search'> {
    if (this.reviewed.size > 0 && (areReviewsDue || Date.now() - this.reviewedAt > LAZY_MS)) {
      this.reviewedAt = Date.now();
      for (const id of this.reviewed) this.changed.add(id);
      this.reviewed.clear();
    }
    const taken = { changed: [...this.changed], sales: [...this.sold], isCurated: this.isCurated };
    this.isCurated = false;
    this.changed.clear();
    this.sold.clear();
    return taken;
  }

  /** What the index knows is uncertain from here on. */
  private failed(error: Error): void {
    this.logger.warn(`Lists are answered by PostgreSQL alone: ${error.message}`);
    this.failedAt = Date.now();
    this.isAllChanged = true;
  }
}

/** Waits for a promise, but not beyond the deadline. */
async function inTime(done: Promise<void>, until: number): Promise<void> {
  const left = until - Date.now();
  if (left <= 0) return;
  const timer = new AbortController();
  const late = pause(left, undefined, { signal: timer.signal }).catch(() => undefined);
  try {
    await Promise.race([done, late]);
  } finally {
    timer.abort();
  }
}

function openThread(databaseUrl: string): Thread {
  return new WorkerThread(builtFile('search/keyword/keyword-thread.js'), { databaseUrl });
}

/** For tests, which run the sources as they are: nothing is built that a thread could load. */
function openHere(databaseUrl: string): Thread {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  const index = new KeywordIndex(pool);
  return { call: <Answer>(call: KeywordCall) => index.call(call) as Promise<Answer>, close: () => pool.end() };
}
