import { foldVi } from '../../../catalog/text/fold.js';
import { memoize } from '../words/memoize.js';
import {
  LOANWORDS,
  editDistance,
  phoneticKey,
  letterSet,
  mayBeWithinDistance,
  withoutInputMethodKeys,
} from './spelling.js';

/** A spelling suggestion: one word, or several that were typed together. */
export type SpellingCandidate = string[];

interface Scored {
  candidate: SpellingCandidate;
  cost: number;
}

const MAX_RUN_LENGTH = 40;
const MAX_WORD_LENGTH = 10;
const MAX_CANDIDATES = 5;
const MAX_COMPLETIONS = 3;
/** Bounds the memory for words that callers make up. */
const MAX_REMEMBERED = 5_000;
/** A word this many times rarer than one that sounds the same counts as a typo. */
const FAR_RARER = 8;
const NO_WORDS: readonly string[] = [];

/** Words with their product counts, also searchable by sound. */
class WordCounts {
  readonly bySound = new Map<string, string[]>();
  /** Each word with its letters, see `letterSet`. */
  readonly letterSets: { word: string; letters: number }[] = [];

  constructor(readonly counts: ReadonlyMap<string, number>) {
    for (const word of counts.keys()) {
      this.letterSets.push({ word, letters: letterSet(word) });
      const sound = phoneticKey(word);
      const alike = this.bySound.get(sound);
      if (alike) alike.push(word);
      else this.bySound.set(sound, [word]);
    }
  }

  count(word: string): number {
    return this.counts.get(word) ?? 0;
  }

  /** Far more common words that sound the same. */
  commonerHomophones(word: string): string[] {
    const rare = this.count(word) * FAR_RARER;
    return (this.bySound.get(phoneticKey(word)) ?? NO_WORDS).filter((twin) => twin !== word && this.count(twin) > rare);
  }
}

/** The catalogue's words, with spelling suggestions for unknown ones. */
export class Vocabulary {
  private readonly folded: WordCounts;
  private readonly toned: WordCounts;
  private readonly total: number;

  /**
   * @param folded the folded words of names, brands and categories, with the number of products that have each
   * @param toned the words of names as they are written
   */
  constructor(folded: ReadonlyMap<string, number>, toned: ReadonlyMap<string, number>) {
    this.folded = new WordCounts(folded);
    this.toned = new WordCounts(toned);
    this.total = [...folded.values()].reduce((sum, count) => sum + count, 0);
  }

  /** @param word folded */
  has(word: string): boolean {
    return this.folded.count(word) > 0;
  }

  /**
   * Alternatives of a known word: "khoac" for the "khoat" of a few titles, "nu" for "lữ", which
   * nobody writes. Typed tones must agree, because they tell more than letters.
   *
   * @param word lowercase, as it was typed
   * @returns folded words
   */
  homophones(word: string): string[] {
    const folded = foldVi(word);
    const twins =
      word === folded ? this.folded.commonerHomophones(folded) : this.toned.commonerHomophones(word).map(foldVi);
    return [...new Set(twins)].filter((twin) => twin !== folded);
  }

  /**
   * Returns the possible intended spellings of a folded word, most likely first, without the word itself. Shoppers misspell the
   * same words, and each new one is compared with the whole vocabulary.
   */
  readonly candidates = memoize((word) => this.candidatesOf(word), MAX_REMEMBERED);

  private candidatesOf(word: string): SpellingCandidate[] {
    const scored = new Map<string, Scored>();
    const offer = (candidate: SpellingCandidate | undefined, slip: number) => {
      if (!candidate || (candidate.length === 1 && candidate[0] === word)) return;
      const rarity = candidate.reduce((sum, part) => sum + this.rarity(part), 0) / candidate.length;
      const cost = slip + rarity / 10;
      const key = candidate.join(' ');
      if (cost < (scored.get(key)?.cost ?? Infinity)) scored.set(key, { candidate, cost });
    };
    for (const plain of withoutInputMethodKeys(word)) {
      if (this.has(plain)) offer([plain], 0);
      else offer(this.split(plain), 1);
    }
    const loan = LOANWORDS[word];
    if (loan && this.has(loan)) offer([loan], 0);
    for (const twin of this.folded.bySound.get(phoneticKey(word)) ?? NO_WORDS) offer([twin], 0.6);
    const parts = this.split(word);
    offer(parts, 0.9);
    // "ao somi trang": a title joined two words that are usually separate.
    offer(
      parts?.flatMap((part) => this.split(part) ?? part),
      0.5,
    );
    const reach = word.length >= 6 ? 2 : 1;
    const own = letterSet(word);
    for (const { word: known, letters } of this.folded.letterSets) {
      if (Math.abs(known.length - word.length) > reach || !mayBeWithinDistance(own, letters, reach)) continue;
      const slips = editDistance(word, known, reach);
      // Two-letter words only match if their letters were swapped.
      const isAlike = word.length > 2 || (known[0] === word[1] && known[1] === word[0]);
      if (slips <= reach && isAlike) offer([known], slips);
    }
    return [...scored.values()]
      .sort((a, b) => a.cost - b.cost)
      .slice(0, MAX_CANDIDATES)
      .map(({ candidate }) => candidate);
  }

  /**
   * @param start folded, two letters at least
   * @returns the commonest words that begin with it
   */
  completions(start: string): string[] {
    if (start.length < 2) return [];
    return this.folded.letterSets
      .filter(({ word }) => word.startsWith(start) && word !== start)
      .map(({ word }) => word)
      .sort((a, b) => this.folded.count(b) - this.folded.count(a))
      .slice(0, MAX_COMPLETIONS);
  }

  /** A word's rarity: the logarithm of its average distance in the catalogue, in words. */
  private rarity(word: string): number {
    return Math.log((this.total + 1) / (this.folded.count(word) || 0.5));
  }

  /** The most likely way to split a run into known words, if any: "aothunnam" into "ao thun nam". */
  private split(run: string): SpellingCandidate | undefined {
    if (run.length < 4 || run.length > MAX_RUN_LENGTH) return undefined;
    const best: (Scored | undefined)[] = [{ candidate: [], cost: 0 }];
    for (let end = 1; end <= run.length; end++) {
      for (let start = Math.max(0, end - MAX_WORD_LENGTH); start < end; start++) {
        const before = best[start];
        const word = run.slice(start, end);
        if (!before || word === run || !this.has(word)) continue;
        // A single letter is rarely a word of its own.
        const cost = before.cost + this.rarity(word) + (word.length === 1 ? 10 : 0);
        if (cost < (best[end]?.cost ?? Infinity)) best[end] = { candidate: [...before.candidate, word], cost };
      }
    }
    const parts = best[run.length]?.candidate;
    // A word in common use stays whole.
    const isWord = parts?.some((part) => this.folded.count(part) < this.folded.count(run) * FAR_RARER);
    return isWord ? undefined : parts;
  }
}
