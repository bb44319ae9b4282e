import { foldVi } from '../../../catalog/text/fold.js';
import { LEXICON_WORD_COUNTS, PHRASE_TRIE, WRITTEN_WORDS } from '../lexicon/phrase-trie.js';
import { memoize } from '../words/memoize.js';
import { splitToken, toneLast, type Token } from '../words/tokens.js';
import type { Alternative } from './alternative.js';
import { isPlausibleSpelling } from './plausible-spelling.js';
import { editDistance, letterSet, mayBeWithinDistance, phoneticKey, withoutInputMethodKeys } from './spelling.js';
import { Vocabulary } from './vocabulary.js';

/*
 * What it costs to read a word as another one, in the unit of `phraseScore`: a word of a phrase scores 1, a known single word 0.45. So
 * a phrase wins over a known word while the cost is below 0.55, and of two phrases the one with the likelier words. Most of these may
 * vary by half without another result; a comment names the neighbour that makes more of the 209 misspelt queries of
 * `npm run eval:keyword` fail.
 */
/** The shop's word with the fewest changes, and how much more each next one costs: the fourth is still below 0.55. At 0.3, one more fails. */
const FIRST_CANDIDATE_COST = 0.2;
const NEXT_CANDIDATE_COST = 0.12;
/** The keys of an input method that is off: nobody types "aos" for another word than "áo". */
const INPUT_METHOD_COST = 0.1;
/** A word of the lexicon that is one letter away: between the shop's first and second candidate. */
const ONE_TYPO_COST = 0.25;
/** A word that sounds alike and that far more products have. At 0.6, above 0.55, five more fail. */
const COMMONER_HOMOPHONE_COST = 0.3;
/** A word that goes on after the last letters of the text. At 0.1, below the candidates, five more fail. */
const COMPLETION_COST = 0.3;
/** A word of the lexicon that only sounds alike: above 0.55, a known word stays what it is. */
const LEXICON_HOMOPHONE_COST = 0.6;

/** A word that more products than this have is no typo of theirs. At 0, a title's own typo is never corrected, and one more fails. */
const MAX_PRODUCTS_OF_TYPO = 2;
/** A word of fewer letters has too many words one letter away to be taken for one of them. At 6, one more fails. */
const MIN_LETTERS_OF_TYPO = 4;
/** The fewest letters of a run of words without spaces: two words of two letters. */
const MIN_LETTERS_OF_RUN = 4;
/** The maximum number of words of a text that are corrected, since each is compared with the whole vocabulary. The rest stay as typed. */
const MAX_CORRECTED_WORDS = 40;
/** The maximum number of words whose alternatives are cached: bounds the memory for words that callers make up. */
const MAX_CACHED_WORDS = 5_000;

/** Folded words of the lexicon by their sound, with and without tones. */
const lexiconBySound = new Map<string, string[]>();
for (const word of [...LEXICON_WORD_COUNTS.keys(), ...WRITTEN_WORDS]) {
  const sound = phoneticKey(word);
  lexiconBySound.set(sound, [...new Set([...(lexiconBySound.get(sound) ?? []), foldVi(word)])]);
}

/** Corrects words by the shop's vocabulary and the lexicon. */
export class SpellingCorrector {
  private readonly vocabulary: Vocabulary;
  private readonly cache = new Map<string, readonly Alternative[]>();

  /**
   * @param counts the shop's folded words, with the number of products that have each; the lexicon's are added
   * @param toned the shop's words as written
   * @param isInShop whether the shop has a word now
   */
  constructor(
    private readonly counts: Map<string, number>,
    toned: ReadonlyMap<string, number>,
    private readonly isInShop: (word: string) => boolean,
  ) {
    for (const [word, weight] of LEXICON_WORD_COUNTS) counts.set(word, (counts.get(word) ?? 0) + weight);
    this.vocabulary = new Vocabulary(counts, toned);
  }

  isKnown(word: string): boolean {
    return this.counts.has(word) || this.isInShop(word);
  }

  /** Splits words that were typed without spaces, and keeps the other tokens. */
  splitJoinedWords(text: string, tokens: readonly Token[]): Token[] {
    let left = MAX_CORRECTED_WORDS;
    return tokens.flatMap((token) => {
      if (this.isKnown(token.folded) || token.folded.length < MIN_LETTERS_OF_RUN || left-- <= 0) return token;
      const [candidate] = this.vocabulary.candidates(token.folded);
      // By the lexicon's words alone: the shop's names would allow splits into arbitrary parts.
      const isRun =
        candidate &&
        candidate.length > 1 &&
        candidate.every((part) => part.length > 1 && LEXICON_WORD_COUNTS.has(part));
      if (!isRun || wordsOneTypoAway(token.folded).length > 0) return token;
      const cut = splitToken(text, token, candidate);
      return cut.length > 1 ? cut : token;
    });
  }

  /**
   * Returns a function that gives `segmentText` the possible intended words of a token, memoized per token.
   * @param last the token that may be unfinished
   */
  alternatives(last?: Token): (token: Token) => readonly Alternative[] {
    const cache = new Map<Token, readonly Alternative[]>();
    let left = MAX_CORRECTED_WORDS;
    return (token) => {
      const cached = cache.get(token);
      if (cached) return cached;
      const alternatives = left-- > 0 ? this.cachedAlternatives(token, token === last) : [];
      cache.set(token, alternatives);
      return alternatives;
    };
  }

  /** Whether a word may be a typo, even if a few titles have it. */
  private mayBeTypo(word: string): boolean {
    return !LEXICON_WORD_COUNTS.has(word) && (this.counts.get(word) ?? 0) <= MAX_PRODUCTS_OF_TYPO;
  }

  /** The same words are typed again and again, and most of a search's time went into their alternatives. */
  private cachedAlternatives(token: Token, isLast: boolean): readonly Alternative[] {
    const key = [token.typed, token.folded, isLast, this.isKnown(token.folded)].join(' ');
    const cached = this.cache.get(key);
    if (cached) return cached;
    if (this.cache.size >= MAX_CACHED_WORDS) this.cache.clear();
    const alternatives = this.computeAlternatives(token, isLast);
    this.cache.set(key, alternatives);
    return alternatives;
  }

  private computeAlternatives(token: Token, isLast: boolean): Alternative[] {
    const { typed, folded } = token;
    const costs = new Map<string, number>();
    const offer = (words: readonly string[], costOf: (rank: number) => number) => {
      words.forEach((word, rank) => {
        const cost = costOf(rank);
        if (word === folded || cost >= (costs.get(word) ?? Infinity)) return;
        if (!isUnlikeColorByTones(token, word)) costs.set(word, cost);
      });
    };
    const isKnown = this.isKnown(folded);
    const mayBeTypo = this.mayBeTypo(folded);
    if (isKnown) offer(this.vocabulary.homophones(typed), () => COMMONER_HOMOPHONE_COST);
    if (mayBeTypo) {
      offer(this.singleCandidates(folded), (rank) => FIRST_CANDIDATE_COST + NEXT_CANDIDATE_COST * rank);
      offer(wordsOneTypoAway(folded), () => ONE_TYPO_COST);
    }
    if (!isKnown) {
      const plain = withoutInputMethodKeys(folded).filter((word) => LEXICON_WORD_COUNTS.has(word));
      offer(plain, () => INPUT_METHOD_COST);
      if (isLast) offer(this.vocabulary.completions(folded), () => COMPLETION_COST);
    }
    offer(lexiconBySound.get(phoneticKey(folded)) ?? [], () => LEXICON_HOMOPHONE_COST);
    // Typed tones are usually intended, so the sound with tones is compared as well: "giữ" sounds less like "dù".
    const soundCost = mayBeTypo ? ONE_TYPO_COST : LEXICON_HOMOPHONE_COST;
    offer(lexiconBySound.get(phoneticKey(typed)) ?? [], () => soundCost);
    return [...costs].map(([word, cost]) => ({ word, cost })).sort((a, b) => a.cost - b.cost);
  }

  /** The shop's words that a word may be a typo of, the most likely first, without those that split it. */
  private singleCandidates(folded: string): string[] {
    return this.vocabulary.candidates(folded).flatMap(([word = '', ...others]) => (others.length === 0 ? [word] : []));
  }
}

/** A word that names a colour by itself, as it is written; undefined for others. */
const colorWord = (word: string): string | undefined =>
  PHRASE_TRIE.children
    .get(word)
    ?.phrases.find(({ meanings }) => meanings.some(({ meaning }) => meaning.kind === 'color'))?.toned[0];

/** Whether a word would be taken for a colour though it has other letters: short words for things are one letter away from one. */
export const isUnlikelyColor = (token: Pick<Token, 'typed' | 'folded'>, word: string): boolean =>
  colorWord(word) !== undefined && !isPlausibleSpelling(token, word);

/** Whether the typed tones say that a word is no colour: "ghế" has another tone than "ghi", not only another letter. */
function isUnlikeColorByTones(token: Pick<Token, 'typed' | 'folded'>, word: string): boolean {
  if (token.typed === token.folded || !isUnlikelyColor(token, word)) return false;
  return editDistance(toneLast(token.typed), colorWord(word) ?? '', 1) > 1;
}

/** The words of the lexicon that `wordsOneTypoAway` may find, each with its letters, see `letterSet`. */
const LEXICON_WORDS_WITH_TYPOS = [...LEXICON_WORD_COUNTS.keys()]
  .filter(({ length }) => length >= MIN_LETTERS_OF_TYPO - 1)
  .map((word) => ({ word, letters: letterSet(word) }));

/** Words of the lexicon that are one typo away: a letter too many, too few, wrong or in its neighbour's place. */
const wordsOneTypoAway = memoize((word): readonly string[] => {
  if (word.length < MIN_LETTERS_OF_TYPO) return [];
  const letters = letterSet(word);
  return LEXICON_WORDS_WITH_TYPOS.flatMap((other) => {
    const mayBeNear = Math.abs(other.word.length - word.length) <= 1 && mayBeWithinDistance(letters, other.letters, 1);
    return mayBeNear && editDistance(word, other.word, 1) <= 1 ? other.word : [];
  });
}, MAX_CACHED_WORDS);
