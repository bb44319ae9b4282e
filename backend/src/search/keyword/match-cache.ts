import { LRUCache } from 'lru-cache';
import type { Match } from './keyword-match.js';

/** Smaller matches are found again within a few milliseconds. */
const MIN_ROWS = 20_000;
/** In bytes: about eight matches of half a million products. */
const MAX_BYTES = 32 * 1024 * 1024;

/**
 * The largest matches of the last keywords. People ask for one match several times: its next pages, its filters and its sort
 * orders. In a shop of 1,000,000 products it may take 60 ms to find.
 */
export class MatchCache {
  private readonly matches = new LRUCache<string, Match>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ rows, relevance }) => rows.byteLength + relevance.byteLength,
  });
  private version = '';

  constructor(private readonly minRows = MIN_ROWS) {}

  /**
   * @param version differs after a change of anything that a match depends on, which drops all
   * @param find may return scratch memory
   */
  read(keyword: string, version: string, find: () => Match): Match {
    if (version !== this.version) this.matches.clear();
    this.version = version;
    const cached = this.matches.get(keyword);
    if (cached) return cached;
    const match = find();
    const { rows, relevance } = match;
    if (rows.length >= this.minRows) {
      this.matches.set(keyword, { rows: rows.slice(), relevance: relevance.slice(0, rows.length) });
    }
    return match;
  }
}
