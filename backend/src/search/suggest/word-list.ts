import type { ProductFacts } from '../text/products/product-facts.js';
import { LEXICON_WORD_COUNTS } from '../text/lexicon/phrase-trie.js';
import { tokensOf } from '../text/words/tokens.js';

/** The maximum number of new words that are searched one by one before the list is sorted again. */
const MAX_FRESH = 200;
/** The maximum number of words for one prefix: a shop may have thousands of article codes. */
const MAX_WORDS = 400;

/** The words of the lexicon and of the shop's names, brands, categories and colours, searchable by prefix. */
export class WordList {
  /** Folded words, each with its spellings in names. */
  private readonly written = new Map<string, string[]>();
  private sorted: string[] = [];
  private fresh: string[] = [];

  constructor() {
    for (const word of LEXICON_WORD_COUNTS.keys()) this.add(word);
  }

  /** Adds the words of a product. Words of removed products stay, which is harmless: they match no product. */
  learn({ name, category, brand, colors }: ProductFacts): void {
    for (const { folded, typed } of tokensOf(name)) this.add(folded, typed);
    for (const text of [category, brand, colors.join(', ')]) for (const { folded } of tokensOf(text)) this.add(folded);
  }

  /** Its contents, for `restore`. */
  dump(): [folded: string, spellings: string[]][] {
    return [...this.written];
  }

  restore(dump: readonly [folded: string, spellings: string[]][]): void {
    for (const [folded, spellings] of dump) {
      this.add(folded);
      for (const typed of spellings) this.add(folded, typed);
    }
  }

  /** @param word folded */
  has(word: string): boolean {
    return this.written.has(word);
  }

  /** The spellings of a folded word in names, with tones. */
  spellings(word: string): readonly string[] {
    return this.written.get(word) ?? [];
  }

  /** The folded words with this prefix. */
  startingWith(start: string): string[] {
    if (this.fresh.length > MAX_FRESH) {
      this.sorted = [...this.written.keys()].sort();
      this.fresh = [];
    }
    const matches = this.fresh.filter((word) => word.startsWith(start));
    for (let at = this.placeOf(start); matches.length < MAX_WORDS; at++) {
      const word = this.sorted[at];
      if (!word?.startsWith(start)) break;
      matches.push(word);
    }
    return matches;
  }

  isStart(start: string): boolean {
    return (
      (this.sorted[this.placeOf(start)]?.startsWith(start) ?? false) ||
      this.fresh.some((word) => word.startsWith(start))
    );
  }

  private add(folded: string, typed?: string): void {
    let spellings = this.written.get(folded);
    if (!spellings) {
      this.written.set(folded, (spellings = []));
      this.fresh.push(folded);
    }
    if (typed !== undefined && !spellings.includes(typed)) spellings.push(typed);
  }

  /** The place of the first word that does not sort before this one. */
  private placeOf(word: string): number {
    let [low, high] = [0, this.sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.sorted[middle] ?? '') < word) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
