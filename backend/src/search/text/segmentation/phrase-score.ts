import { TONED_WORDS, type Phrase } from '../lexicon/phrase-trie.js';
import { toneLast, type Token } from '../words/tokens.js';
import type { SegmentationInput } from './segment.js';

/*
 * The scores and costs of phrases, in the score of one word that carries a meaning. They were found by trying them on the queries of
 * the evaluation, see docs/ai-search.md; what they decide is which of two readings of a text wins.
 */

/** The score of each word of a phrase. A filler scores less, so that a meaning of the same words wins. */
const MEANING_WORD_SCORE = 1;
const FILLER_WORD_SCORE = 0.6;
/** For each word after the first: a long phrase explains more than several short ones. Twice that for fillers, whose words score less. */
const NEXT_WORD_SCORE = 0.15;
/** Lets a negation or "worn with" win over a filler or meaning of the same words, and decides nothing else. */
const NEGATION_SCORE = 0.05;
/** "áo thun" and "cotton", rather than an "áo" of "thun cotton", which have as many words: it only has to break the tie. */
const LONG_TYPE_SCORE = 0.05;
/** Instead of the former, where types by their sound are preferred: outweighs a known word and a filler that sound alike. */
const LONG_TYPE_BY_SOUND_SCORE = 0.8;

/** More than any phrase scores: such a word forbids the phrase. */
const FORBIDDEN = 9;
/** The typed tones make another word that exists. Below the score of a word, so that a long phrase may still win. */
const OTHER_WORD_COST = 0.75;
/** The typed tones make no word that is known: a typo, likely. */
const OTHER_TONES_COST = 0.35;
/** Other or missing tones of a single word for a style, occasion or material: such short words are often others. */
const VAGUE_PHRASE_COST = 0.6;
/** No tones are typed, as many people write: the phrase still wins over a known word, but one with the typed tones first. */
const MISSING_TONES_COST = 0.08;

/**
 * Scores a phrase of the lexicon as the reading of some tokens: what it explains, less a cost for each word that is typed in another way.
 * @param from the first token
 * @param asTyped for each token whether it is read as typed, not as an alternative
 * @returns a score that is not positive for a phrase that is not intended
 */
export function phraseScore(
  text: SegmentationInput,
  phrase: Phrase,
  from: number,
  asTyped: readonly boolean[],
): number {
  let score = explainedScore(phrase, text.options.prefersTypesBySound ?? false);
  for (let place = 0; place < asTyped.length; place++) {
    score -= wordCost(text, phrase, from, place, asTyped[place] ?? false);
  }
  return score;
}

/** What a phrase explains: its words, whatever was typed. */
function explainedScore({ role, folded: { length }, meanings }: Phrase, prefersTypesBySound: boolean): number {
  const isFiller = role === 'filler' || role === 'conjunction';
  let score =
    (isFiller ? FILLER_WORD_SCORE : MEANING_WORD_SCORE) * length + NEXT_WORD_SCORE * (length - 1) * (isFiller ? 2 : 1);
  if (role === 'negation' || role === 'wornWith') score += NEGATION_SCORE;
  if (length > 1 && meanings[0]?.meaning.kind === 'type')
    score += prefersTypesBySound ? LONG_TYPE_BY_SOUND_SCORE : LONG_TYPE_SCORE;
  return score;
}

/** What a word of the phrase loses, because the token differs from it. */
function wordCost(text: SegmentationInput, phrase: Phrase, from: number, place: number, isAsTyped: boolean): number {
  const { tokens, options, hasTones } = text;
  const token = tokens[from + place];
  const isSingle = phrase.folded.length === 1;
  if (!token || (phrase.role === 'negation' && isSingle && !isSurelyNot(token, phrase, isAsTyped))) return FORBIDDEN;
  if (!isAsTyped) return options.isProductName && isSingle ? FORBIDDEN : 0;
  const toned = phrase.toned[place] ?? '';
  if (token.typed !== token.folded) return otherToneCost(text, phrase, toneLast(token.typed), toned);
  return token.typed === toned ? 0 : missingToneCost(phrase, hasTones);
}

/** Costs of typed tones that differ from the phrase's. Both words with their tone last. */
function otherToneCost({ options }: SegmentationInput, phrase: Phrase, typed: string, toned: string): number {
  if (typed === toned) return 0;
  const isWord = TONED_WORDS.has(typed) || (options.isWritten?.(typed) ?? false);
  if (phrase.folded.length === 1 && (isWord || options.isStrictAboutTones || options.isProductName)) return FORBIDDEN;
  if (isWord) return OTHER_WORD_COST;
  return isVague(phrase) ? VAGUE_PHRASE_COST : OTHER_TONES_COST;
}

/** In a text with tones, a word without them is usually one that has none: "xe" is no slit skirt. */
function missingToneCost(phrase: Phrase, hasTones: boolean): number {
  if (!hasTones) return MISSING_TONES_COST;
  return isVague(phrase) ? VAGUE_PHRASE_COST : MISSING_TONES_COST * 2;
}

/** A single word for a style, occasion or material. */
function isVague({ folded, meanings }: Phrase): boolean {
  const kind = meanings[0]?.meaning.kind;
  return folded.length === 1 && (kind === 'style' || kind === 'occasion' || kind === 'material');
}

/** Chat spellings of "không", which have no tones. */
const CHAT_SPELLINGS = new Set(['ko', 'k', 'hok', 'khum']);

/** Whether a negation is certain. It is never guessed: "cho" is not read as "chớ". */
const isSurelyNot = (token: Token, { folded }: Phrase, isAsTyped: boolean) =>
  folded[0] === 'khong' || (isAsTyped && (token.typed !== token.folded || CHAT_SPELLINGS.has(folded[0] ?? '')));
