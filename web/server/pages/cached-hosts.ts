/** How many names besides the shop's public one have pages in the cache: its `www.`, its address in the local network. */
const MAX_OTHERS = 3;

/**
 * The host names whose pages are cached. A page depends on its host, and a visitor may send any: with a new one each time they would
 * fill the cache with copies, and push out everybody's pages.
 */
export class CachedHosts {
  private readonly others = new Set<string>();

  /** @param publicHost of `PUBLIC_URL`, with its port; undefined when that is not set */
  constructor(private readonly publicHost: string | undefined) {}

  /** Whether to cache pages under this name; the first few other names are accepted until the process ends. */
  accepts(host: string): boolean {
    if (host === this.publicHost || this.others.has(host)) return true;
    if (this.others.size >= MAX_OTHERS) return false;
    this.others.add(host);
    return true;
  }
}
