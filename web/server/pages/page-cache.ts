import { EVERYTHING, type CatalogChange } from '../../../backend/src/platform/http-cache/catalog-change';
import { PAGE_POLICY } from '../../../backend/src/platform/http-cache/cache-tags';
import { TaggedCache, type Tagged } from '../../../backend/src/platform/http-cache/tagged-cache';
import type { CachedPage } from './cached-page';

/** Longest age of a page, in milliseconds: badges that depend on the date ("new") change without a catalogue change. */
const MAX_AGE = 10 * 60_000;
/** Longest age of a page while change events are not received. */
const BLIND_AGE = 5_000;
/** Longest age of a stale page that replaces one that cannot be rendered. */
const STALE_AGE = 60 * 60_000;

/**
 * Full-page cache of public pages. `change` reports a change of the catalogue, `setLive` whether changes are reported. A
 * change that touches a page's content drops the page, or has it rendered again within a second (`PAGE_POLICY`).
 */
export class PageCache {
  private readonly pages: TaggedCache<CachedPage>;
  private isLive = false;
  private uninformedSince = -Infinity;

  /** @param maxBytes of all pages together @param now a monotonic clock in milliseconds */
  constructor(
    maxBytes: number,
    private readonly now = () => performance.now(),
  ) {
    this.pages = new TaggedCache({ maxBytes, sizeOf: ({ size }) => size, policy: PAGE_POLICY, now });
  }

  /** @returns the cached page; undefined when the caller has to render it */
  get(key: string): CachedPage | undefined {
    return this.pages.lookup(key, this.freshSince());
  }

  /** @returns the last cached page, for use when rendering fails */
  stale(key: string): CachedPage | undefined {
    return this.pages.peek(key, this.now() - STALE_AGE);
  }

  /**
   * Renders a page and caches it. Concurrent requests for the same key share the render.
   * @param render returns the page with the tags of what it read; undefined for a page that is not public, which is not
   *   cached
   */
  fetch(key: string, render: () => Promise<Tagged<CachedPage> | undefined>): Promise<CachedPage | undefined> {
    return this.pages.compute(key, render);
  }

  /** Applies a change of the catalogue, also to pages that are being rendered. */
  change(change: CatalogChange) {
    this.pages.change(change);
  }

  /** Sets whether changes are reported. Clears the cache when they are again, because some may have been missed. */
  setLive(isLive: boolean) {
    if (isLive === this.isLive) return;
    this.isLive = isLive;
    if (isLive) this.change(EVERYTHING);
    else this.uninformedSince = this.now();
  }

  /** The time after which a page must have been rendered to be fresh. */
  private freshSince(): number {
    const now = this.now();
    if (this.isLive) return now - MAX_AGE;
    return this.uninformedSince > now - BLIND_AGE ? -Infinity : now - BLIND_AGE;
  }
}

/** Tracking parameters, on which no page depends. */
const TRACKING = /^(utm_.*|fbclid|gclid|msclkid|zaloclid|ttclid|ref)$/;
/** Longest URL that is cached. Longer ones are invented and would only evict real pages. */
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
