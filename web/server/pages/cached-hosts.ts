/** How many names besides the shop's public one have pages in the cache: its `www.`, its address in the local network. */
const MAX_OTHERS = 3;
/** A window of counting ends after this many requests or milliseconds, so it counts no more names than requests. */
const WINDOW = { requests: 1_000, ms: 10 * 60_000 };

/**
 * The host names whose pages are cached. A page depends on its host, and a visitor may send any: with a new one each time they would
 * fill the cache with copies, and push out everybody's pages. Besides the public name there are places for a few others: those of the
 * last window that were used most, so that invented names which came first do not keep them from the shop's own.
 */
export class CachedHosts {
  private others = new Set<string>();
  /** Requests of this window by name. */
  private readonly counts = new Map<string, number>();
  private requests = 0;
  private since = Date.now();

  /** @param publicHost of `PUBLIC_URL`, with its port; undefined when that is not set */
  constructor(private readonly publicHost: string | undefined) {}

  /** Counts a request under this name. @returns whether to cache its page: a free place is given to the first who comes */
  accepts(host: string): boolean {
    if (host === this.publicHost) return true;
    if (this.requests >= WINDOW.requests || Date.now() - this.since >= WINDOW.ms) this.endWindow();
    this.requests += 1;
    this.counts.set(host, (this.counts.get(host) ?? 0) + 1);
    if (this.others.size < MAX_OTHERS) this.others.add(host);
    return this.others.has(host);
  }

  private endWindow(): void {
    const byUse = [...this.counts].sort(([, a], [, b]) => b - a);
    this.others = new Set(byUse.slice(0, MAX_OTHERS).map(([host]) => host));
    this.counts.clear();
    this.requests = 0;
    this.since = Date.now();
  }
}
