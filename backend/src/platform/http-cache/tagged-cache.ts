import { LRUCache } from 'lru-cache';
import type { CatalogChange } from './catalog-change.js';
import { overlaps, salesRange, ttlOf, type CachePolicy, type Effect } from './cache-tags.js';
import { ChangeLog } from './change-log.js';
import { REFRESH_MS, RefreshBudget } from './refresh-budget.js';

/** A value with the tags of its dependencies. */
export interface Tagged<V> {
  readonly value: V;
  readonly tags: readonly string[];
}

/** A computation ended without a result, for example because its client left. A waiting caller starts another one. */
export class ComputationAbandoned extends Error {}

interface Entry<V> extends Tagged<V> {
  readonly key: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  /** Set after a change when the value may still be served until there is time to recompute it. */
  isOutdated?: true;
}

interface InFlight<V> {
  readonly startedAfter: number;
  readonly result: Promise<Tagged<V> | undefined>;
}

interface Options<V> {
  maxBytes: number;
  sizeOf: (value: V) => number;
  policy: CachePolicy;
  /** A monotonic clock in milliseconds. */
  now?: () => number;
}

/**
 * LRU cache whose entries carry tags. A change of the catalogue drops the entries that it touches. Entries that it only
 * refreshes are dropped too while the `RefreshBudget` allows it, and otherwise marked as outdated. Concurrent callers share
 * one computation. A value that a change touched during its computation is not cached, and not returned to callers that
 * arrived after the change.
 */
export class TaggedCache<V> {
  private readonly entries: LRUCache<string, Entry<V>>;
  /** The keys of each tag's entries. */
  private readonly keysOf = new Map<string, Set<string>>();
  private readonly ranges = new Map<string, { min: number; max: number }>();
  private readonly inFlight = new Map<string, InFlight<V>>();
  private readonly budget: RefreshBudget;
  private readonly log = new ChangeLog();
  private readonly policy: CachePolicy;
  private readonly now: () => number;

  constructor({ maxBytes, sizeOf, policy, now = () => performance.now() }: Options<V>) {
    this.policy = policy;
    this.now = now;
    this.budget = new RefreshBudget(now);
    this.entries = new LRUCache({
      maxSize: Math.max(1, maxBytes), // 0 would mean no limit; nothing fits into 1
      maxEntrySize: Math.max(1, Math.floor(maxBytes / 4)),
      sizeCalculation: ({ value, tags }, key) => sizeOf(value) + key.length + 50 * tags.length + 1,
      dispose: (entry) => this.unindex(entry),
    });
  }

  /** The cached value of a key, outdated or not. @param since the earliest time at which it may have been computed */
  peek(key: string, since: number): V | undefined {
    const entry = this.entries.peek(key);
    return entry && entry.createdAt > since ? entry.value : undefined;
  }

  /**
   * Returns the value to serve: a current one, or an outdated one while there is no time to recompute it.
   *
   * @param since the earliest time at which it may have been computed
   * @param isExact true for a caller that accepts no outdated value
   * @returns undefined when the caller has to compute it
   */
  lookup(key: string, since: number, isExact = false): V | undefined {
    const entry = this.entries.get(key);
    if (!entry || entry.createdAt <= since || entry.expiresAt <= this.now()) return undefined;
    if (!entry.isOutdated || (!isExact && this.mayStayOutdated(entry))) return entry.value;
    return undefined;
  }

  private mayStayOutdated({ key, createdAt }: Entry<V>): boolean {
    return this.inFlight.has(key) || this.now() - createdAt < REFRESH_MS || !this.budget.consume();
  }

  /**
   * Computes a value, or waits for the computation in flight, and caches it.
   *
   * @param compute resolves to undefined for a value that must not be cached
   * @throws the error of `compute`; `ComputationAbandoned` only to its own caller
   */
  async compute(key: string, compute: () => Promise<Tagged<V> | undefined>): Promise<V | undefined> {
    const calledAfter = this.log.newest;
    for (;;) {
      const existing = this.inFlight.get(key);
      const flight = existing ?? this.start(key, compute);
      const result = await flight.result.catch((error: unknown) => {
        if (existing && error instanceof ComputationAbandoned) return error;
        throw error;
      });
      if (result instanceof ComputationAbandoned) continue;
      const isOutdated = existing && result && this.log.effectOn(result.tags, flight.startedAfter, calledAfter);
      if (!isOutdated) return result?.value;
    }
  }

  /** Applies a change of the catalogue. */
  change(change: CatalogChange): void {
    const touched = change.kind === 'everything' ? change.kind : this.policy(change);
    this.log.add(touched, this.inFlight.size > 0);
    if (touched === 'everything') return this.entries.clear();
    for (const [tag, effect] of touched.tags) this.touch(tag, effect);
    for (const { from, to } of touched.sales) {
      for (const [tag, range] of this.ranges) if (overlaps(range, from, to)) this.touch(tag, 'refresh');
    }
  }

  private start(key: string, compute: () => Promise<Tagged<V> | undefined>): InFlight<V> {
    const startedAfter = this.log.newest;
    const createdAt = this.now();
    if (this.inFlight.size === 0) this.log.clear();
    const result = compute().then(
      (computed) => {
        this.removeInFlight(key, flight);
        this.budget.record(this.now() - createdAt);
        if (computed)
          this.store({ ...computed, key, createdAt, expiresAt: this.now() + ttlOf(computed.tags) }, startedAfter);
        return computed;
      },
      (error: unknown) => {
        this.removeInFlight(key, flight);
        throw error;
      },
    );
    const flight = { startedAfter, result };
    this.inFlight.set(key, flight);
    return flight;
  }

  private removeInFlight(key: string, flight: InFlight<V>): void {
    if (this.inFlight.get(key) === flight) this.inFlight.delete(key);
  }

  private store(entry: Entry<V>, startedAfter: number): void {
    const effect = this.log.effectOn(entry.tags, startedAfter);
    if (effect === 'drop' || (effect && this.budget.consumeAtOnce())) return;
    if (effect) entry.isOutdated = true;
    this.entries.set(entry.key, entry);
    if (this.entries.peek(entry.key) !== entry) return; // too large
    for (const tag of entry.tags) {
      const keys = this.keysOf.get(tag);
      if (keys) {
        keys.add(entry.key);
        continue;
      }
      this.keysOf.set(tag, new Set([entry.key]));
      const range = salesRange(tag);
      if (range) this.ranges.set(tag, range);
    }
  }

  private unindex({ key, tags }: Entry<V>): void {
    for (const tag of tags) {
      const keys = this.keysOf.get(tag);
      if (!keys?.delete(key) || keys.size > 0) continue;
      this.keysOf.delete(tag);
      this.ranges.delete(tag);
    }
  }

  private touch(tag: string, effect: Effect): void {
    for (const key of [...(this.keysOf.get(tag) ?? [])]) {
      const entry = this.entries.peek(key);
      if (!entry || (effect === 'refresh' && entry.isOutdated)) continue;
      if (effect === 'drop' || this.budget.consumeAtOnce()) this.entries.delete(key);
      else entry.isOutdated = true;
    }
  }
}
