import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { CatalogReads } from '../../catalog/reads/catalog-reads.js';
import type { SearchEvent } from '../../contract/search/search.js';
import { Config } from '../../platform/config/config.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { ShopError } from '../../platform/errors/shop-error.js';
import { callerNetwork } from '../../platform/rate-limits/networks.js';
import { RateLimits } from '../../platform/rate-limits/rate-limits.js';
import { shopDay } from '../../contract/shop-day.js';
import { normalizeQuery } from '../text/words/normalized-query.js';
import { PendingStats, type QueryCounts } from './pending-stats.js';
import { looksPersonal } from './personal-text.js';
import { hasJustBought } from './purchase-check.sql.js';
import { addProductCounts, addQueryCounts } from './search-stats.sql.js';
import { SeenEvents } from './seen-events.js';

const FLUSH_MS = 5_000;
/** The maximum number of queries per flush that are verified to find nothing. Others count as found. */
const MAX_CHECKED = 100;

/** The one who reports an event. */
export interface Reporter {
  /** See `networkOf`. */
  network: string;
  /** null for a visitor. */
  userId: number | null;
}

/**
 * Counts search events reported by browsers, per day and without personal data. A caller's network counts once a day per query
 * and product, a purchase once a day per buyer and product. Counts are collected and stored every few seconds; a text that may
 * say who somebody is never is.
 */
@Injectable()
export class SearchRecorder implements BeforeApplicationShutdown {
  private readonly logger = new Logger('Search statistics');
  private readonly seen: SeenEvents;
  private pending = new PendingStats('');
  private timer: NodeJS.Timeout | undefined;
  private flushing: Promise<void> = Promise.resolve();

  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly reads: CatalogReads,
    private readonly limits: RateLimits,
    { jwtSecret }: Config,
  ) {
    this.seen = new SeenEvents(jwtSecret);
  }

  /**
   * Counts an event unless it is a repetition. A purchase counts only if the caller paid for the product within the last day.
   * @throws ShopError 429 when the network has reached its limit of counted events
   */
  async record(event: SearchEvent, { network, userId }: Reporter): Promise<void> {
    const query = normalizeQuery(event.keyword);
    if (query === '' || looksPersonal(event.keyword)) return;
    if (event.type === 'purchase' && !(userId && (await hasJustBought(this.db, userId, event.product)))) return;
    const caller = callerNetwork(network);
    const day = shopDay(new Date());
    const facts =
      event.type === 'purchase'
        ? ['purchase', userId ?? 0, event.product]
        : [event.type, caller, query, event.type === 'click' ? event.product : 0];
    // Added before the await, so that a concurrent duplicate is not counted.
    const key = this.seen.add(day, ...facts);
    if (key === null || (await this.isCountedElsewhere(key))) return;
    try {
      await this.limits.consume('searchEventPerAddressDaily', caller);
    } catch (refusal) {
      // Else one network would fill what all of them share, for the rest of the day.
      this.seen.forget(day, key);
      if (this.limits.isShared) await this.limits.reset('searchEventPerQueryAndProductDaily', key);
      throw refusal;
    }
    const pending = this.pendingOf(day);
    if (event.type === 'search') pending.search(query, event.found);
    else pending.choose(query, event.product, event.type === 'click' ? 'clicks' : 'purchases');
  }

  /** Stores the pending counts. */
  flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { pending } = this;
    this.pending = new PendingStats(pending.day);
    if (!pending.isEmpty) {
      this.flushing = this.flushing.then(() =>
        this.store(pending).catch((error: Error) => {
          this.logger.warn(`Counts of searches are lost: ${error.message}`);
        }),
      );
    }
    return this.flushing;
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.flush();
  }

  /** Whether another process has counted the event. Without Redis each process counts by itself. */
  private async isCountedElsewhere(key: string): Promise<boolean> {
    if (!this.limits.isShared) return false;
    try {
      await this.limits.consume('searchEventPerQueryAndProductDaily', key);
      return false;
    } catch (error) {
      if (error instanceof ShopError) return true;
      throw error;
    }
  }

  private pendingOf(day: string): PendingStats {
    if (this.pending.day !== day) {
      void this.flush();
      this.pending = new PendingStats(day);
    }
    this.timer ??= setTimeout(() => void this.flush(), FLUSH_MS).unref();
    return this.pending;
  }

  private async store({ day, queries, products }: PendingStats): Promise<void> {
    const checked = await this.check(queries);
    await inTransaction(this.db, async (tx) => {
      const byQuery = new Map(checked.map((counts) => [counts.query, { ...counts, clicks: 0, purchases: 0 }]));
      for (const { query, clicks, purchases } of await addProductCounts(tx, day, products)) {
        const counts = byQuery.get(query) ?? { query, searches: 0, empty: 0, clicks: 0, purchases: 0 };
        byQuery.set(query, { ...counts, clicks: counts.clicks + clicks, purchases: counts.purchases + purchases });
      }
      await addQueryCounts(tx, day, [...byQuery.values()]);
    });
  }

  /** Verifies on the server that a query finds nothing, because a browser's report cannot be trusted. */
  private async check(queries: readonly QueryCounts[]): Promise<QueryCounts[]> {
    const checked: QueryCounts[] = [];
    let left = MAX_CHECKED;
    for (const counts of queries) {
      const isEmpty = counts.empty > 0 && left-- > 0 && (await this.findsNothing(counts.query));
      checked.push(isEmpty ? counts : { ...counts, empty: 0 });
    }
    return checked;
  }

  private async findsNothing(keyword: string): Promise<boolean> {
    const { total } = await this.reads.list({ keyword, page: 1, page_size: 1 });
    return total === 0;
  }
}
