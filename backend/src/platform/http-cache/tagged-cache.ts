import { LRUCache } from 'lru-cache';
import type { CatalogChange } from './catalog-change.js';
import { salesRange, ttlOf, type CachePolicy, type Effect, type TouchedTags } from './cache-tags.js';
import { REFRESH_MS, RefreshBudget } from './refresh-budget.js';

/** The number of changes logged for computations in flight; one that began before the oldest of them is not cached. */
const MAX_LOGGED = 500;
/** A change that touches more tags is logged as a change of everything, so that the log stays small. */
const MAX_LOGGED_TAGS = 200;

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

interface Flight<V> {
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
  private readonly inFlight = new Map<string, Flight<V>>();
  private readonly budget: RefreshBudget;
  /** The newest changes; the last one has the number `changes`. */
  private log: (TouchedTags | 'everything')[] = [];
  private changes = 0;
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
    return this.inFlight.has(key) || this.now() - createdAt < REFRESH_MS || !this.budget.take();
  }

  /**
   * Computes a value, or waits for the computation in flight, and caches it.
   *
   * @param compute resolves to undefined for a value that must not be cached
   * @throws the error of `compute`; `ComputationAbandoned` only to its own caller
   */
  async compute(key: string, compute: () => Promise<Tagged<V> | undefined>): Promise<V | undefined> {
    const calledAfter = this.changes;
    for (;;) {
      const existing = this.inFlight.get(key);
      const flight = existing ?? this.start(key, compute);
      const result = await flight.result.catch((error: unknown) => {
        if (existing && error instanceof ComputationAbandoned) return error;
        throw error;
      });
      if (result instanceof ComputationAbandoned) continue;
      const isOutdated = existing && result && this.touchedBetween(result.tags, flight.startedAfter, calledAfter);
      if (!isOutdated) return result?.value;
    }
  }

  /** Applies a change of the catalogue. */
  change(change: CatalogChange): void {
    this.changes += 1;
    const touched = change.kind === 'everything' ? change.kind : this.policy(change);
    this.remember(touched);
    if (touched === 'everything') return this.entries.clear();
    for (const [tag, effect] of touched.tags) this.touch(tag, effect);
    for (const { from, to } of touched.sales) {
      for (const [tag, range] of this.ranges) if (overlaps(range, from, to)) this.touch(tag, 'refresh');
    }
  }

  private remember(touched: TouchedTags | 'everything'): void {
    if (this.inFlight.size === 0) {
      this.log = [];
      return;
    }
    const isLarge = touched !== 'everything' && touched.tags.length > MAX_LOGGED_TAGS;
    if (this.log.push(isLarge ? 'everything' : touched) > MAX_LOGGED) this.log.shift();
  }

  private start(key: string, compute: () => Promise<Tagged<V> | undefined>): Flight<V> {
    const startedAfter = this.changes;
    const createdAt = this.now();
    if (this.inFlight.size === 0) this.log = [];
    const result = compute().then(
      (computed) => {
        this.land(key, flight);
        this.budget.record(this.now() - createdAt);
        if (computed)
          this.store({ ...computed, key, createdAt, expiresAt: this.now() + ttlOf(computed.tags) }, startedAfter);
        return computed;
      },
      (error: unknown) => {
        this.land(key, flight);
        throw error;
      },
    );
    const flight = { startedAfter, result };
    this.inFlight.set(key, flight);
    return flight;
  }

  private land(key: string, flight: Flight<V>): void {
    if (this.inFlight.get(key) === flight) this.inFlight.delete(key);
  }

  private store(entry: Entry<V>, startedAfter: number): void {
    const effect = this.touchedBetween(entry.tags, startedAfter, this.changes);
    if (effect === 'drop' || (effect && this.budget.takeAtOnce())) return;
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
      if (effect === 'drop' || this.budget.takeAtOnce()) this.entries.delete(key);
      else entry.isOutdated = true;
    }
  }

  /** Returns the strongest effect of the changes after number `after`, up to number `until`, on a value with these tags. */
  private touchedBetween(tags: readonly string[], after: number, until: number): Effect | undefined {
    if (until <= after) return undefined;
    const first = this.changes - this.log.length; // the number of the change before the oldest in the log
    if (after < first) return 'drop';
    const effects = this.log.slice(after - first, until - first).map((touched) => effectOn(tags, touched));
    return effects.find((effect) => effect === 'drop') ?? effects.find((effect) => effect);
  }
}

/** True when a product whose sales went from `from` to `to` may move into, out of or within a list of this range. */
const overlaps = ({ min, max }: { min: number; max: number }, from: number, to: number) =>
  Math.max(from, to) >= min && Math.min(from, to) <= max;

function effectOn(tags: readonly string[], touched: TouchedTags | 'everything'): Effect | undefined {
  if (touched === 'everything') return 'drop';
  const own = touched.tags.filter(([tag]) => tags.includes(tag));
  if (own.length > 0) return own.some(([, effect]) => effect === 'drop') ? 'drop' : 'refresh';
  const ranges = tags.map(salesRange).filter((range) => range !== undefined);
  const isResorted = touched.sales.some(({ from, to }) => ranges.some((range) => overlaps(range, from, to)));
  return isResorted ? 'refresh' : undefined;
}
