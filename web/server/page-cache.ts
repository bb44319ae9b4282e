import type { KeptPage } from './kept-page';

/** Milliseconds a page is kept at most: what depends on the day ("new") turns without the catalogue changing. */
const MAX_AGE = 10 * 60_000;
/** Milliseconds a page is still served while nobody tells us of changes. */
const BLIND_AGE = 5_000;
/** Milliseconds a page may stand in for one that cannot be made. */
const STALE_AGE = 60 * 60_000;

interface Entry {
  page: KeptPage;
  madeAt: number;
}

/**
 * Rendered pages that are the same for everyone, the longest unused thrown out first. Told of every change of the
 * catalogue (`clear`) and of whether such news would arrive (`setInformed`). A page whose making began before a change
 * is not kept, and who asks after the change does not get it.
 */
export class PageCache {
  private readonly entries = new Map<string, Entry>();
  private makings = new Map<string, Promise<KeptPage | undefined>>();
  private bytes = 0;
  private generation = 0;
  private isInformed = false;
  private uninformedSince = -Infinity;

  /** @param maxBytes of all pages together; @param now milliseconds, never going back */
  constructor(
    private readonly maxBytes: number,
    private readonly now = () => performance.now(),
  ) {}

  /** The page kept under this key, if it may still be served. */
  get(key: string): KeptPage | undefined {
    const entry = this.entries.get(key);
    if (!entry) return undefined;
    if (!this.isFresh(entry)) return undefined;
    // A Map remembers the order of insertion: what was used last goes to its end.
    this.entries.delete(key);
    this.entries.set(key, entry);
    return entry.page;
  }

  /** The page last kept under this key, for who cannot make it anew: better an old one than none. */
  stale(key: string): KeptPage | undefined {
    const entry = this.entries.get(key);
    return entry && this.now() - entry.madeAt < STALE_AGE ? entry.page : undefined;
  }

  /**
   * Makes a page and keeps it; who asks for the same one meanwhile gets the same.
   * @param make gives undefined when the page turned out not to be for everyone; then nothing is kept
   */
  make(key: string, make: () => Promise<KeptPage | undefined>): Promise<KeptPage | undefined> {
    const underWay = this.makings.get(key);
    if (underWay) return underWay;
    const { generation, makings } = this;
    const madeAt = this.now();
    const making = make()
      .then((page) => {
        if (page && generation === this.generation) this.keep(key, { page, madeAt });
        return page;
      })
      .finally(() => makings.delete(key));
    makings.set(key, making);
    return making;
  }

  /** The catalogue changed: nothing made so far is served again. */
  clear() {
    this.generation += 1;
    this.entries.clear();
    this.makings = new Map();
    this.bytes = 0;
  }

  /** Whether changes are being heard of. When they are again, any number may have been missed. */
  setInformed(isInformed: boolean) {
    if (isInformed === this.isInformed) return;
    this.isInformed = isInformed;
    if (isInformed) this.clear();
    else this.uninformedSince = this.now();
  }

  private isFresh({ madeAt }: Entry) {
    const now = this.now();
    if (this.isInformed) return now - madeAt < MAX_AGE;
    return now - Math.max(madeAt, this.uninformedSince) < BLIND_AGE;
  }

  private keep(key: string, entry: Entry) {
    const { size } = entry.page;
    if (size > this.maxBytes / 4) return;
    const before = this.entries.get(key);
    if (before) this.drop(key, before);
    this.entries.set(key, entry);
    this.bytes += size;
    for (const [oldest, old] of this.entries) {
      if (this.bytes <= this.maxBytes) break;
      this.drop(oldest, old);
    }
  }

  private drop(key: string, entry: Entry) {
    this.entries.delete(key);
    this.bytes -= entry.page.size;
  }
}

/** Parameters that say where a visitor came from; no page depends on them. */
const TRACKING = /^(utm_.*|fbclid|gclid|msclkid|zaloclid|ttclid|ref)$/;
/** Longer addresses are made up; they would only push real pages out. */
const LONGEST = 300;

/**
 * @param url path and query of a request
 * @returns the address without tracking parameters and with the others in order, so that one page has one key;
 *   undefined for one that is not worth keeping
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
