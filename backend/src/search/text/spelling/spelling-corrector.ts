import { foldVi } from '../../../catalog/text/fold.js';
import { editDistance, phoneticKey, letterSet, mayBeWithinDistance, withoutInputMethodKeys } from './spelling.js';
import { Vocabulary } from './vocabulary.js';
import { LEXICON_WORDS, ROOT_NODE, WRITTEN_WORDS } from '../lexicon/lexicon.js';
import { isPlausibleSpelling } from './plausible-spelling.js';
import { memoize } from '../words/memoize.js';
import type { Alternative } from './alternative.js';
import { splitToken, toneLast, type Token } from '../words/tokens.js';

// The costs of taking a word for another one, see `phraseScore`: the less likely, the more.
/** The shop writes a word both ways. */
const TWIN = 0.3;
/** The shop's word with the fewest changes, and how much more each next one costs. */
const CANDIDATE = 0.2;
const NEXT_CANDIDATE = 0.12;
const BY_SOUND = 0.6;
const NEAR = 0.25;
const UNFINISHED = 0.3;
/** A word that this few products have may be a typo in them. */
const RARE = 2;
/** Words shorter than this have too many neighbours. */
const SHORT = 4;
/** The maximum number of words per text that are checked for typos. The rest stay as typed. */
const MAX_CORRECTED = 40;
/** Bounds the memory for words that callers make up. */
const MAX_CACHED = 5_000;

/** Folded words of the lexicon by their sound, with and without tones. */
const bySound = new Map<string, string[]>();
for (const word of [...LEXICON_WORDS.keys(), ...WRITTEN_WORDS]) {
  const sound = phoneticKey(word);
  bySound.set(sound, [...new Set([...(bySound.get(sound) ?? []), foldVi(word)])]);
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
    for (const [word, weight] of LEXICON_WORDS) counts.set(word, (counts.get(word) ?? 0) + weight);
    this.vocabulary = new Vocabulary(counts, toned);
  }

  has(word: string): boolean {
    return this.counts.has(word) || this.isInShop(word);
  }

  /** Splits words that were typed without spaces, and keeps the other tokens. */
  splitJoinedWords(text: string, tokens: readonly Token[]): Token[] {
    let left = MAX_CORRECTED;
    return tokens.flatMap((token) => {
      if (this.has(token.folded) || token.folded.length < 4 || left-- <= 0) return token;
      const [candidate] = this.vocabulary.candidates(token.folded);
      const isRun = candidate && candidate.length > 1 && candidate.every((part) => part.length > 1 && isCommon(part));
      if (!isRun || nearWords(token.folded).length > 0) return token;
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
    let left = MAX_CORRECTED;
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
    return !LEXICON_WORDS.has(word) && (this.counts.get(word) ?? 0) <= RARE;
  }

  /** The same words are typed again and again, and most of a search's time went into their alternatives. */
  private cachedAlternatives(token: Token, isLast: boolean): readonly Alternative[] {
    const key = [token.typed, token.folded, isLast, this.has(token.folded)].join(' ');
    const cached = this.cache.get(key);
    if (cached) return cached;
    if (this.cache.size >= MAX_CACHED) this.cache.clear();
    const alternatives = this.computeAlternatives(token, isLast);
    this.cache.set(key, alternatives);
    return alternatives;
  }

  private computeAlternatives(token: Token, isLast: boolean): Alternative[] {
    const { typed, folded } = token;
    const costs = new Map<string, number>();
    const offer = (word: string, cost: number) => {
      if (word === folded || cost >= (costs.get(word) ?? Infinity)) return;
      if (!isUnlikeColorByTones(token, word)) costs.set(word, cost);
    };
    const isSlip = this.mayBeTypo(folded);
    if (this.has(folded)) {
      for (const twin of this.vocabulary.homophones(typed)) offer(twin, TWIN);
    }
    if (isSlip) {
      const candidates = this.vocabulary.candidates(folded).filter((candidate) => candidate.length === 1);
      candidates.forEach(([word = ''], rank) => offer(word, CANDIDATE + NEXT_CANDIDATE * rank));
      for (const near of nearWords(folded)) offer(near, NEAR);
    }
    if (!this.has(folded)) {
      for (const plain of withoutInputMethodKeys(folded)) if (LEXICON_WORDS.has(plain)) offer(plain, CANDIDATE / 2);
      if (isLast) for (const completion of this.vocabulary.completions(folded)) offer(completion, UNFINISHED);
    }
    for (const homophone of bySound.get(phoneticKey(folded)) ?? []) offer(homophone, BY_SOUND);
    // Typed tones are usually intended, so the sound with tones is compared as well: "giữ" sounds less like "dù".
    for (const homophone of bySound.get(phoneticKey(typed)) ?? []) offer(homophone, isSlip ? NEAR : BY_SOUND);
    return [...costs].map(([word, cost]) => ({ word, cost })).sort((a, b) => a.cost - b.cost);
  }
}

/** A word that names a colour by itself, as it is written; undefined for others. */
const colorWord = (word: string): string | undefined =>
  ROOT_NODE.next.get(word)?.ends.find(({ says }) => says.some(({ meaning }) => meaning.kind === 'color'))?.toned[0];

/** Whether a word would be taken for a colour though it has other letters: short words for things are one letter away from one. */
export const isUnlikelyColor = (token: Pick<Token, 'typed' | 'folded'>, word: string): boolean =>
  colorWord(word) !== undefined && !isPlausibleSpelling(token, word);

/** Whether the typed tones say that a word is no colour: "ghế" has another tone than "ghi", not only another letter. */
function isUnlikeColorByTones(token: Pick<Token, 'typed' | 'folded'>, word: string): boolean {
  if (token.typed === token.folded || !isUnlikelyColor(token, word)) return false;
  return editDistance(toneLast(token.typed), colorWord(word) ?? '', 1) > 1;
}

/** Whether the lexicon has the word. Shop names would allow splits into arbitrary parts. */
const isCommon = (word: string) => LEXICON_WORDS.has(word);

/** Words of the lexicon that may be misspelt, each with its letters, see `letterSet`. */
const LONG_WORDS = [...LEXICON_WORDS.keys()]
  .filter(({ length }) => length >= SHORT - 1)
  .map((word) => ({ word, letters: letterSet(word) }));

/** Words of the lexicon that are one typo away: a letter too many, too few, wrong or in its neighbour's place. */
const nearWords = memoize((word): readonly string[] => {
  if (word.length < SHORT) return [];
  const letters = letterSet(word);
  return LONG_WORDS.flatMap((other) => {
    const mayBeNear = Math.abs(other.word.length - word.length) <= 1 && mayBeWithinDistance(letters, other.letters, 1);
    return mayBeNear && editDistance(word, other.word, 1) <= 1 ? other.word : [];
  });
}, MAX_CACHED);
