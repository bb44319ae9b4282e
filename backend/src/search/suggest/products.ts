import { ROW_FLAGS } from '../text/rows/columns.js';
import { FILLER_WORDS } from '../text/lexicon/phrase-trie.js';
import { FIELD_BITS } from '../text/products/codes.js';
import type { PostingList } from '../text/rows/postings.js';
import { toneLast } from '../text/words/tokens.js';
import type { WordIndex } from '../text/word-index.js';
import { PREFIX_MATCH, type TypedWord } from './typed-words.js';
import type { WordList } from './word-list.js';
import { WordOrder } from './word-order.js';

/**
 * The products that have every typed word in their name, brand, category or colours; the last word may be unfinished. The best
 * match comes first, then names in which the words stand together and in their order, then the best seller.
 * @returns ids
 */
export function productsWith(words: readonly TypedWord[], index: WordIndex, list: WordList, count: number): number[] {
  const { flags, ids, length } = index.columns;
  index.scratch.begin();
  const meaningful = words.filter((word, place) => place === words.length - 1 || !word.every(isFiller));
  const typed = meaningful.map((word, place) => new WordRows(word, index, list, place === meaningful.length - 1));
  const order = new WordOrder(
    typed.map(({ folds }) => folds),
    index.names,
  );
  // The rarest word comes first, so that most rows are rejected by one check.
  const rarestFirst = typed.toSorted((a, b) => a.size - b.size);
  const best = new BestRows(index, order, count);
  for (let row = 0; row < length; row++) {
    const match = matchOfRow(rarestFirst, row);
    if (match > 0 && (flags[row] ?? 0) & ROW_FLAGS.product) best.offer(row, match);
  }
  return best.rows.map((row) => ids[row] ?? 0);
}

interface Candidate {
  row: number;
  match: number;
  /** See `WordOrder`. */
  order: number;
}

/** The best rows so far, the best one first. */
class BestRows {
  private readonly best: Candidate[] = [];

  constructor(
    private readonly index: WordIndex,
    private readonly order: WordOrder,
    private readonly count: number,
  ) {}

  get rows(): number[] {
    return this.best.map(({ row }) => row);
  }

  offer(row: number, match: number): void {
    const last = this.best.length === this.count ? this.best.at(-1) : undefined;
    // The order of the words is compared only where it can make the difference.
    if (last && !this.isBefore({ row, match, order: this.order.best }, last)) return;
    const candidate = { row, match, order: this.order.of(row) };
    if (last && !this.isBefore(candidate, last)) return;
    const place = this.best.findIndex((other) => this.isBefore(candidate, other));
    this.best.splice(place < 0 ? this.best.length : place, 0, candidate);
    this.best.length = Math.min(this.best.length, this.count);
  }

  private isBefore(one: Candidate, other: Candidate): boolean {
    const { sold, ids } = this.index.columns;
    const more =
      one.match - other.match ||
      one.order - other.order ||
      (sold[one.row] ?? 0) - (sold[other.row] ?? 0) ||
      (ids[one.row] ?? 0) - (ids[other.row] ?? 0);
    return more > 0;
  }
}

const isFiller = ({ typed }: { typed: string }) => FILLER_WORDS.has(toneLast(typed));

/** How well a row matches the words; 0 if it lacks one. */
function matchOfRow(words: readonly WordRows[], row: number): number {
  let sum = 0;
  for (const word of words) {
    const match = word.match(row);
    if (match === 0) return 0;
    sum += match;
  }
  return sum;
}

/** The value of rows that have a word as it is written; other values are bits of `FIELD_BITS`, of which description is not alone. */
const WRITTEN = 1;

/** The rows that have a typed word. */
class WordRows {
  /** How many rows there are at most. */
  readonly size: number;
  /** The folded words that the typed one may be. */
  readonly folds: readonly string[];
  /** The rows that have it with any tones. */
  private readonly any: Uint8Array;
  /** Those that have it with the typed tones, in names only; equals `any` if no tones were typed. */
  private readonly agreeing: Uint8Array;

  /** @param isLast whether the word may be unfinished */
  constructor(word: TypedWord, index: WordIndex, list: WordList, isLast: boolean) {
    const all = new Set<string>();
    const any = new Set<PostingList>();
    const agreeing = new Set<PostingList>();
    const add = (to: Set<PostingList>, posting: PostingList | undefined) => posting && to.add(posting);
    for (const { typed, folded } of word) {
      const folds = isLast ? [folded, ...list.startingWith(folded)] : [folded];
      for (const one of folds) all.add(one);
      for (const one of folds) add(any, index.postings.ofWord(one));
      if (typed === folded) {
        for (const one of folds) add(agreeing, index.postings.ofWord(one));
        continue;
      }
      add(agreeing, index.postings.ofTonedWord(toneLast(typed)));
      const begun = typed.normalize('NFD');
      const spellings = isLast ? folds.flatMap((one) => list.spellings(one)) : [];
      for (const one of spellings) {
        if (one.normalize('NFD').startsWith(begun)) add(agreeing, index.postings.ofTonedWord(toneLast(one)));
      }
    }
    this.folds = [...all];
    this.any = spread(any, index);
    this.agreeing = word.every(({ typed, folded }) => typed === folded) ? this.any : spread(agreeing, index);
    this.size = [...any].reduce((sum, posting) => sum + posting.length, 0);
  }

  /** How well a row has the word; 0 if it does not. A word in the name counts more than one in another field. */
  match(row: number): number {
    const agrees = this.agreeing[row] ?? 0;
    if (agrees > 0) return 2 * PREFIX_MATCH.written + (agrees === WRITTEN || agrees >= FIELD_BITS.name ? 1 : 0);
    const any = this.any[row] ?? 0;
    return any > 0 ? 2 * PREFIX_MATCH.folded + (any >= FIELD_BITS.name ? 1 : 0) : 0;
  }
}

/** @returns an array of the index's scratch memory, valid until its next query */
function spread(postings: ReadonlySet<PostingList>, { columns, scratch }: WordIndex): Uint8Array {
  const rows = scratch.zeroedBytes(columns.length);
  for (const posting of postings) posting.spread(rows);
  return rows;
}
