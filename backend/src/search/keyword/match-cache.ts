import { LRUCache } from 'lru-cache';
import type { Scratch } from '../text/rows/scratch.js';
import type { Match } from '../matching/keyword-match.js';

/** Smaller matches are found again within a few milliseconds. */
const MIN_ROWS = 4_000;
/** In bytes: about ninety matches of 300,000 among 1,000,000 products. */
const MAX_BYTES = 64 * 1024 * 1024;

/** A match in a quarter of its memory. */
interface PackedMatch {
  /** A bitmap of its rows. */
  bits: Uint32Array;
  /** The relevance of each row, in rising order of the rows. */
  relevance: Uint16Array;
}

/**
 * The largest matches of the last keywords. People ask for one match several times: its next pages, its filters and its sort
 * orders. In a shop of 1,000,000 products it may take 60 ms to find.
 */
export class MatchCache {
  private readonly matches = new LRUCache<string, PackedMatch>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ bits, relevance }) => bits.byteLength + relevance.byteLength,
  });
  private version = '';

  constructor(private readonly minRows = MIN_ROWS) {}

  /**
   * @param version differs after a change of anything that a match depends on, which drops all
   * @param find may return scratch memory
   * @returns the match, in scratch memory
   */
  read(keyword: string, version: string, scratch: Scratch, find: () => Match): Match {
    if (version !== this.version) this.matches.clear();
    this.version = version;
    const cached = this.matches.get(keyword);
    if (cached) return unpack(cached, scratch);
    const match = find();
    if (match.rows.length >= this.minRows) this.matches.set(keyword, pack(match));
    return match;
  }
}

function pack({ rows, relevance }: Match): PackedMatch {
  const bits = new Uint32Array(((rows.at(-1) ?? 0) >> 5) + 1);
  for (const row of rows) bits[row >> 5] = (bits[row >> 5] ?? 0) | (1 << (row & 31));
  return { bits, relevance: relevance.slice(0, rows.length) };
}

function unpack({ bits, relevance }: PackedMatch, scratch: Scratch): Match {
  const rows = scratch.rows(relevance.length);
  let count = 0;
  for (let word = 0; word < bits.length; word++) {
    for (let left = bits[word] ?? 0; left !== 0; left &= left - 1) {
      rows[count++] = word * 32 + 31 - Math.clz32(left & -left);
    }
  }
  return { rows, relevance };
}
