import { LRUCache } from 'lru-cache';
import type { CachedPage } from './cached-page';

/** Longest age of a page, in milliseconds: badges that depend on the date ("new") change without a catalogue change. */
const MAX_AGE = 10 * 60_000;
/** Longest age of a page while change events are not received. */
const BLIND_AGE = 5_000;
/** Longest age of a stale page that replaces one that cannot be rendered. */
const STALE_AGE = 60 * 60_000;

interface Entry {
  page: CachedPage;
  renderedAt: number;
}

/**
 * Full-page cache of public pages with LRU eviction. `clear` reports a catalogue change, `setInformed` whether change
 * events arrive. A page whose rendering began before a change is neither cached nor served to later requests.
 */
export class PageCache {
  private pages: LRUCache<string, Entry>;
  /** Renders in progress. lru-cache's `fetch` would fail for an uncacheable render whose entry is evicted meanwhile. */
  private inFlight = new Map<string, Promise<CachedPage | undefined>>();
  private isInformed = false;
  private uninformedSince = -Infinity;

  /** @param maxBytes of all pages together @param now a monotonic clock in milliseconds */
  constructor(
    private readonly maxBytes: number,
    private readonly now = () => performance.now(),
  ) {
    this.pages = this.emptyCache();
  }

  /** @returns the cached page if it is fresh */
  get(key: string): CachedPage | undefined {
    const entry = this.pages.get(key);
    return entry && this.isFresh(entry) ? entry.page : undefined;
  }

  /** @returns the last cached page, for use when rendering fails */
  stale(key: string): CachedPage | undefined {
    const entry = this.pages.get(key);
    return entry && this.now() - entry.renderedAt < STALE_AGE ? entry.page : undefined;
  }

  /**
   * Renders a page and caches it. Concurrent requests for the same key share the render.
   * @param render returns undefined for a page that is not public, which is not cached
   */
  fetch(key: string, render: () => Promise<CachedPage | undefined>): Promise<CachedPage | undefined> {
    const { pages, inFlight } = this;
    const underWay = inFlight.get(key);
    if (underWay) return underWay;
    const renderedAt = this.now();
    const rendering = render()
      .then((page) => {
        if (page) pages.set(key, { page, renderedAt });
        return page;
      })
      .finally(() => inFlight.delete(key));
    inFlight.set(key, rendering);
    return rendering;
  }

  /** Invalidates all pages, including those being rendered, after a catalogue change. */
  clear() {
    this.pages = this.emptyCache();
    this.inFlight = new Map();
  }

  /** Sets whether change events arrive. When they resume, some may have been missed, so the cache is cleared. */
  setInformed(isInformed: boolean) {
    if (isInformed === this.isInformed) return;
    this.isInformed = isInformed;
    if (isInformed) this.clear();
    else this.uninformedSince = this.now();
  }

  private isFresh({ renderedAt }: Entry) {
    const now = this.now();
    if (this.isInformed) return now - renderedAt < MAX_AGE;
    return now - Math.max(renderedAt, this.uninformedSince) < BLIND_AGE;
  }

  private emptyCache() {
    return new LRUCache<string, Entry>({
      maxSize: Math.max(1, this.maxBytes), // 0 would mean no limit; nothing fits into 1
      maxEntrySize: Math.max(1, Math.floor(this.maxBytes / 4)),
      sizeCalculation: ({ page }, key) => page.size + key.length,
    });
  }
}

/** Tracking parameters, on which no page depends. */
const TRACKING = /^(utm_.*|fbclid|gclid|msclkid|zaloclid|ttclid|ref)$/;
/** Longest URL that is cached. Longer ones are made up and would only evict real pages. */
const LONGEST = 300;

/**
 * The cache key of a page.
 * @param url path and query of a request
 * @returns the URL without tracking parameters and with the others sorted; undefined if it should not be cached
 */
export function pageKey(url: string): string | undefined {
  if (url.length > LONGEST) return undefined;
  const start = url.indexOf('?');
  if (start < 0) return url;
  const params = [...new URLSearchParams(url.slice(start))].filter(([name]) => !TRACKING.test(name));
  if (params.length === 0) return url.slice(0, start);
  params.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return `${url.slice(0, start)}?${new URLSearchParams(params)}`;
}
