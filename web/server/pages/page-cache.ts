import { LRUCache } from 'lru-cache';
import type { CachedPage } from './cached-page';

/** Milliseconds a page is served at most: what depends on the day ("new") turns without the catalogue changing. */
const MAX_AGE = 10 * 60_000;
/** Milliseconds a page is still served while nobody tells us of changes. */
const BLIND_AGE = 5_000;
/** Milliseconds a page may stand in for one that cannot be rendered. */
const STALE_AGE = 60 * 60_000;

interface Entry {
  page: CachedPage;
  renderedAt: number;
}

/**
 * Full-page cache: rendered pages that are the same for everyone, the least recently used thrown out first. Told of every
 * change of the catalogue (`clear`) and of whether such news would arrive (`setInformed`). A page whose rendering began
 * before a change is not cached, and who asks after the change does not get it.
 */
export class PageCache {
  private pages: LRUCache<string, Entry>;
  /** Not lru-cache's `fetch`: it fails for a rendering that is not to be cached when the entry is evicted meanwhile. */
  private inFlight = new Map<string, Promise<CachedPage | undefined>>();
  private isInformed = false;
  private uninformedSince = -Infinity;

  /** @param maxBytes of all pages together; @param now milliseconds, never going back */
  constructor(
    private readonly maxBytes: number,
    private readonly now = () => performance.now(),
  ) {
    this.pages = this.emptyCache();
  }

  /** The cached page, if it may still be served. */
  get(key: string): CachedPage | undefined {
    const entry = this.pages.get(key);
    return entry && this.isFresh(entry) ? entry.page : undefined;
  }

  /** The page last cached, for who cannot render it anew: better an old one than none. */
  stale(key: string): CachedPage | undefined {
    const entry = this.pages.get(key);
    return entry && this.now() - entry.renderedAt < STALE_AGE ? entry.page : undefined;
  }

  /**
   * Renders a page and caches it; who asks for the same one meanwhile gets the same.
   * @param render gives undefined when the page turned out not to be for everyone; then nothing is cached
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

  /** The catalogue changed: nothing rendered so far is served again, nor what is being rendered now. */
  clear() {
    this.pages = this.emptyCache();
    this.inFlight = new Map();
  }

  /** Whether changes are being heard of. When they are again, any number may have been missed. */
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
      maxSize: Math.max(1, this.maxBytes), // 0 would be no limit; nothing fits into 1
      maxEntrySize: Math.max(1, Math.floor(this.maxBytes / 4)),
      sizeCalculation: ({ page }, key) => page.size + key.length,
    });
  }
}

/** Parameters that say where a visitor came from; no page depends on them. */
const TRACKING = /^(utm_.*|fbclid|gclid|msclkid|zaloclid|ttclid|ref)$/;
/** Longer addresses are made up; they would only push real pages out. */
const LONGEST = 300;

/**
 * @param url path and query of a request
 * @returns the address without tracking parameters and with the others in order, so that one page has one key;
 *   undefined for one that is not worth caching
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
