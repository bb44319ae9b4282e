import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import path from 'node:path';
import { CatalogReads } from '../../catalog/reads/catalog-reads.js';
import type { KeywordSearch, ListHits } from '../../catalog/reads/keyword-search.js';
import type { ProductQuery } from '../../contract/catalog/catalog.js';
import { Config } from '../../platform/config/config.js';
import type { CatalogChange } from '../../platform/http-cache/catalog-change.js';
import { CatalogChanges } from '../../platform/http-cache/catalog-changes.js';
import { waitAtMost } from '../../platform/promises/wait-at-most.js';
import type { SuggestionHits } from '../suggest/suggestion-index.js';
import { countSearch } from '../metrics/search-metrics.js';
import { openIndexHere, openIndexThread, type IndexThread } from './open-index.js';
import { PendingChanges } from './pending-changes.js';
import { repeatedLine } from '../../platform/errors/repeated-line.js';

/**
 * How long lists wait, in milliseconds, while the index reads all products. After that PostgreSQL answers during the first
 * load, and the index with its present data during a reload.
 */
const LOAD_TIMEOUT_MS = 1_000;
/** The maximum number of suggestions waiting for the thread, so that searches stay fast. */
const MAX_SUGGESTING = 50;
/** Changes of the whole catalogue that follow each other within this time share one reload. */
const RELOAD_DELAY_MS = 100;
const RETRY_MS = 5_000;
/** How often the thread is called when no search does it, so that it reads learned boosts in time. */
const TICK_MS = 60_000;
/** Sort orders that depend on reviews, for which pending reviews are read at once. */
const BY_RATING = new Set<ProductQuery['sort']>(['rating-desc', 'reviews-desc']);

/** Suggestions. */
export interface Suggested extends SuggestionHits {
  /** Whether the index has read every change that it has heard of. */
  isCurrent: boolean;
}

/**
 * Answers lists and keyword searches from the in-memory index, in a worker thread of this process. It follows the catalogue's
 * changes: a list includes every change that this process was notified of.
 */
@Injectable()
export class KeywordSearchService implements KeywordSearch, OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('Keyword search');
  private readonly logFailure = repeatedLine((error: Error) =>
    this.logger.warn(`Lists are answered by PostgreSQL alone: ${error.message}`),
  );
  private readonly thread: IndexThread;
  private readonly stopListening: () => void;
  private readonly pending = new PendingChanges();
  /** Whether any product may have changed and the reload has not begun. */
  private isAllChanged = true;
  /** Whether the index has read all products once. */
  private isLoaded = false;
  /** The load in progress, and the time until which lists wait for it. */
  private loading: { done: Promise<void>; until: number } | undefined;
  private failedAt = -Infinity;
  private reload: NodeJS.Timeout | undefined;
  private ticking: NodeJS.Timeout | undefined;
  private suggesting = 0;

  constructor(
    reads: CatalogReads,
    { isTest, databaseUrl, dataDir }: Config,
    private readonly changes: CatalogChanges,
  ) {
    this.thread = isTest ? openIndexHere(databaseUrl) : openIndexThread(databaseUrl, path.join(dataDir, 'stored'));
    reads.useKeywordSearch(this);
    this.stopListening = changes.onChange((change) => this.note(change));
  }

  onApplicationBootstrap(): void {
    void this.load();
    const tick = () => {
      // After a failure the thread answers nothing until it has read all products.
      if (this.isAllChanged) return void this.load();
      void this.thread.call<null>({ changed: [], search: null }).catch((error: unknown) => this.failed(error as Error));
    };
    this.ticking = setInterval(tick, TICK_MS).unref();
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopListening();
    clearInterval(this.ticking);
    clearTimeout(this.reload);
    await this.thread.close();
  }

  /** `busy` while the index reads the products, or after a failure: PostgreSQL answers instead. */
  get state(): 'up' | 'busy' {
    return this.isLoaded && Date.now() - this.failedAt >= RETRY_MS ? 'up' : 'busy';
  }

  /** Whether the index has no reload before it. One that failed leaves what the index missed still to be read. */
  private get isCurrent(): boolean {
    return this.loading === undefined && !this.isAllChanged;
  }

  find(query: ProductQuery, slice: { from: number; count: number }): Promise<ListHits | null> {
    const act = () => this.findInIndex(query, slice);
    if (!query.keyword) return act();
    return countSearch('keyword', act, (hits) => (hits ? 'answered' : 'fallback'));
  }

  private async findInIndex(
    { keyword, page: _page, page_size: _size, ...filters }: ProductQuery,
    { from, count }: { from: number; count: number },
  ): Promise<ListHits | null> {
    // Without change notifications the index may be outdated.
    if (!this.changes.isLive || Date.now() - this.failedAt < RETRY_MS) return null;
    try {
      if (this.isAllChanged) void this.load();
      if (this.loading) await waitAtMost(this.loading.until - Date.now(), this.loading.done);
      if (!this.isLoaded) return null;
      const { isCurrent } = this;
      const changes = this.pending.take(BY_RATING.has(filters.sort));
      const hits = await this.thread.call<Omit<ListHits, 'isCurrent'> | null>({
        ...changes,
        search: { keyword, filters, from, count },
      });
      if (!hits) this.restarted();
      return hits && { ...hits, isCurrent };
    } catch (error) {
      this.failed(error as Error);
      return null;
    }
  }

  /** @returns null while the index is not loaded or hears of no changes, and when too many suggestions wait */
  suggest(typed: string): Promise<Suggested | null> {
    return countSearch(
      'suggest',
      () => this.suggestFromIndex(typed),
      (hits) => (hits ? 'answered' : 'fallback'),
    );
  }

  private async suggestFromIndex(typed: string): Promise<Suggested | null> {
    if (!this.changes.isLive || Date.now() - this.failedAt < RETRY_MS) return null;
    if (this.isAllChanged) void this.load();
    if (!this.isLoaded || this.suggesting >= MAX_SUGGESTING) return null;
    this.suggesting += 1;
    try {
      const { isCurrent } = this;
      const call = { ...this.pending.take(false), search: null, suggest: typed };
      const hits = await this.thread.call<SuggestionHits | null>(call);
      if (!hits) this.restarted();
      return hits && { ...hits, isCurrent };
    } catch (error) {
      this.failed(error as Error);
      return null;
    } finally {
      this.suggesting -= 1;
    }
  }

  /** Reloads all products once the changes pause, so that the next search need not wait for it. */
  private reloadSoon(): void {
    this.isAllChanged = true;
    clearTimeout(this.reload);
    this.reload = setTimeout(() => {
      if (this.isAllChanged) void this.load();
    }, RELOAD_DELAY_MS).unref();
  }

  /** Makes the index read all products. */
  private async load(): Promise<void> {
    this.isAllChanged = false;
    const done = this.thread.call<null>({ changed: null, search: null }).then(
      () => {
        this.isLoaded = true;
      },
      (error: unknown) => this.failed(error as Error),
    );
    const loading = (this.loading = { done, until: Date.now() + LOAD_TIMEOUT_MS });
    await done;
    if (this.loading === loading) this.loading = undefined;
  }

  /** A thread that died between two calls was replaced by an empty one, which has no answer until it has read all products. */
  private restarted(): void {
    if (this.loading) return;
    this.isLoaded = false;
    void this.load();
  }

  private note(change: CatalogChange): void {
    if (!this.pending.note(change)) this.reloadSoon();
  }

  /** After an error the index may have missed changes, so everything is read again. */
  private failed(error: Error): void {
    this.logFailure(error);
    this.failedAt = Date.now();
    this.isAllChanged = true;
  }
}
