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

/** @param changes what the changes cost that make the candidate, in typos */
type OfferCandidate = (candidate: SpellingCandidate | undefined, changes: number) => void;

/**
 * The maximum number of candidates of a word: each is looked up in the lexicon for every phrase that it may be part of. With 2, two more of
 * the 209 misspelt queries of `npm run eval:keyword` fail; 10 find no more.
 */
const MAX_CANDIDATES = 5;
/** The same of completions, of which the commonest are enough: who goes on typing gets others. */
const MAX_COMPLETIONS = 3;
/** The fewest letters of a beginning that is completed: a single letter says too little. */
const MIN_LETTERS_TO_COMPLETE = 2;
/** The maximum number of words whose candidates are cached: bounds the memory for words that callers make up. */
const MAX_CACHED_WORDS = 5_000;
/**
 * A word counts as a typo of one that sounds the same if this many times fewer products have it, and a run as words without spaces if that
 * holds for each of its parts. At 30, five more fail.
 */
const MIN_RATIO_TO_TYPO = 8;

/*
 * What a change costs, in typos: one letter added, dropped, changed or swapped costs 1. A word's rarity is added, see
 * `RARITY_OF_ONE_TYPO`.
 */
/** Nobody types the keys of an input method, or the sound of a loan word, by mistake for another word. */
const [INPUT_METHOD_COST, LOANWORD_COST] = [0, 0];
/** Words that sound the same are confused more often than letters are mistyped. At 1.2, two more fail. */
const HOMOPHONE_COST = 0.6;
/** A run that joins words of the shop: a little likelier than one typo. */
const RUN_COST = 0.9;
/** A run that joins words that a title of the shop joins, too: "ao somi trang". The usual words then cost less than the title's. */
const RUN_IN_TITLE_COST = 0.5;
/** A run that was typed with the keys of an input method, too: two changes, so no likelier than one typo. At 0.3, three more fail. */
const RUN_WITH_KEYS_COST = 1;
/** The rarity that costs as much as one typo. Few words of a shop are so rare, so it mostly decides between words with as many typos. */
const RARITY_OF_ONE_TYPO = 10;

/** From this many letters on a word may have two typos: shorter ones would be near too many words. */
const [MIN_LETTERS_OF_TWO_TYPOS, MAX_TYPOS_OF_LONG, MAX_TYPOS_OF_SHORT] = [6, 2, 1];

/** The letters of a run that is split: at least two words of two letters, and at most a sentence, since the search is quadratic. */
const [MIN_LETTERS_OF_RUN, MAX_LETTERS_OF_RUN] = [4, 40];
/** The maximum number of letters of a part of a run: no word of the shop's names is longer but foreign ones. */
const MAX_LETTERS_OF_PART = 10;
/** What a part of one letter costs, in the unit of `rarity`: as much again as the rarest words, since it is rarely a word of its own. */
const SINGLE_LETTER_COST = 10;

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
    const minCount = this.count(word) * MIN_RATIO_TO_TYPO;
    return (this.bySound.get(phoneticKey(word)) ?? NO_WORDS).filter(
      (other) => other !== word && this.count(other) > minCount,
    );
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
   * Commoner words that sound the same as a known one: "khoac" for the "khoat" of a few titles, "nu" for "lữ", which
   * nobody writes. Typed tones must agree, because they tell more than letters.
   *
   * @param word lowercase, as it was typed
   * @returns folded words
   */
  homophones(word: string): string[] {
    const folded = foldVi(word);
    const homophones =
      word === folded ? this.folded.commonerHomophones(folded) : this.toned.commonerHomophones(word).map(foldVi);
    return [...new Set(homophones)].filter((homophone) => homophone !== folded);
  }

  /**
   * Returns the possible intended spellings of a folded word, most likely first, without the word itself. Shoppers misspell the
   * same words, and each new one is compared with the whole vocabulary.
   */
  readonly candidates = memoize((word) => this.candidatesOf(word), MAX_CACHED_WORDS);

  private candidatesOf(word: string): SpellingCandidate[] {
    const scored = new Map<string, Scored>();
    const offer = (candidate: SpellingCandidate | undefined, changes: number) => {
      if (!candidate || (candidate.length === 1 && candidate[0] === word)) return;
      const rarity = candidate.reduce((sum, part) => sum + this.rarity(part), 0) / candidate.length;
      const cost = changes + rarity / RARITY_OF_ONE_TYPO;
      const key = candidate.join(' ');
      if (cost < (scored.get(key)?.cost ?? Infinity)) scored.set(key, { candidate, cost });
    };
    this.offerOtherSpellings(word, offer);
    this.offerRuns(word, offer);
    this.offerTypos(word, offer);
    return [...scored.values()]
      .sort((a, b) => a.cost - b.cost)
      .slice(0, MAX_CANDIDATES)
      .map(({ candidate }) => candidate);
  }

  /** The word without the keys of an input method, its loan word, and words that sound the same. */
  private offerOtherSpellings(word: string, offer: OfferCandidate): void {
    for (const plain of withoutInputMethodKeys(word)) {
      if (this.has(plain)) offer([plain], INPUT_METHOD_COST);
      else offer(this.split(plain), RUN_WITH_KEYS_COST);
    }
    const loanword = LOANWORDS[word];
    if (loanword && this.has(loanword)) offer([loanword], LOANWORD_COST);
    for (const homophone of this.folded.bySound.get(phoneticKey(word)) ?? NO_WORDS) offer([homophone], HOMOPHONE_COST);
  }

  /** The words that the word joins. */
  private offerRuns(word: string, offer: OfferCandidate): void {
    const parts = this.split(word);
    offer(parts, RUN_COST);
    const partsOfParts = parts?.flatMap((part) => this.split(part) ?? part);
    offer(partsOfParts, RUN_IN_TITLE_COST);
  }

  /** The words that are a few typos away. */
  private offerTypos(word: string, offer: OfferCandidate): void {
    const maxTypos = word.length >= MIN_LETTERS_OF_TWO_TYPOS ? MAX_TYPOS_OF_LONG : MAX_TYPOS_OF_SHORT;
    const ownLetters = letterSet(word);
    for (const { word: known, letters } of this.folded.letterSets) {
      if (Math.abs(known.length - word.length) > maxTypos || !mayBeWithinDistance(ownLetters, letters, maxTypos))
        continue;
      const typos = editDistance(word, known, maxTypos);
      // Two-letter words only match if their letters were swapped.
      const isAlike = word.length > 2 || (known[0] === word[1] && known[1] === word[0]);
      if (typos <= maxTypos && isAlike) offer([known], typos);
    }
  }

  /**
   * @param start folded, two letters at least
   * @returns the commonest words that begin with it
   */
  completions(start: string): string[] {
    if (start.length < MIN_LETTERS_TO_COMPLETE) return [];
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
    if (run.length < MIN_LETTERS_OF_RUN || run.length > MAX_LETTERS_OF_RUN) return undefined;
    const best: (Scored | undefined)[] = [{ candidate: [], cost: 0 }];
    for (let end = 1; end <= run.length; end++) {
      for (let start = Math.max(0, end - MAX_LETTERS_OF_PART); start < end; start++) {
        const before = best[start];
        const word = run.slice(start, end);
        if (!before || word === run || !this.has(word)) continue;
        const cost = before.cost + this.rarity(word) + (word.length === 1 ? SINGLE_LETTER_COST : 0);
        if (cost < (best[end]?.cost ?? Infinity)) best[end] = { candidate: [...before.candidate, word], cost };
      }
    }
    const parts = best[run.length]?.candidate;
    // A word in common use stays whole.
    const isWord = parts?.some((part) => this.folded.count(part) < this.folded.count(run) * MIN_RATIO_TO_TYPO);
    return isWord ? undefined : parts;
  }
}
