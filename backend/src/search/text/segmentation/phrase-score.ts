import { TONED_WORDS, type Phrase } from '../lexicon/lexicon.js';
import { toneLast, type Token } from '../words/tokens.js';
import type { SegmentationInput } from './segment.js';

// What a phrase gains. The numbers were found by trying them on the queries of the evaluation, see docs/ai-search.md.
const MEANING_WORD = 1;
const FILLER_WORD = 0.6;
/** For each word after the first: a long phrase explains more than several short ones. */
const LONGER = 0.15;
const NEGATION = 0.05;
/** "áo thun" and "cotton", rather than an "áo" of "thun cotton". */
const LONG_TYPE = 0.05;
const LONG_TYPE_BY_SOUND = 0.8;

// What it loses for each word that is not written as the lexicon writes it.
const NEVER = 9;
/** The typed tones make another word that exists. */
const OTHER_WORD = 0.75;
const OTHER_TONES = 0.35;
const VAGUE_PHRASE = 0.6;
const NO_TONES = 0.08;

/**
 * Scores a phrase of the lexicon as the reading of some tokens: what it explains, less what was typed in another way.
 * @param from the first token
 * @param asTyped for each token whether it is read as typed, not as an alternative
 * @returns a score that is not positive for a phrase that is not meant
 */
export function phraseScore(
  text: SegmentationInput,
  phrase: Phrase,
  from: number,
  asTyped: readonly boolean[],
): number {
  let score = explained(phrase, text.options.isBySound ?? false);
  for (let place = 0; place < asTyped.length; place++) {
    score -= wordCost(text, phrase, from, place, asTyped[place] ?? false);
  }
  return score;
}

function explained({ role, folded: { length }, says }: Phrase, isBySound: boolean): number {
  const isFiller = role === 'filler' || role === 'conjunction';
  let score = (isFiller ? FILLER_WORD : MEANING_WORD) * length + LONGER * (length - 1) * (isFiller ? 2 : 1);
  if (role === 'negation' || role === 'wornWith') score += NEGATION;
  if (length > 1 && says[0]?.meaning.kind === 'type') score += isBySound ? LONG_TYPE_BY_SOUND : LONG_TYPE;
  return score;
}

/** What a word of the phrase loses, because the token differs from it. */
function wordCost(text: SegmentationInput, phrase: Phrase, from: number, place: number, isAsTyped: boolean): number {
  const { tokens, options, hasTones } = text;
  const token = tokens[from + place];
  const isSingle = phrase.folded.length === 1;
  if (!token || (phrase.role === 'negation' && isSingle && !isSurelyNot(token, phrase, isAsTyped))) return NEVER;
  if (!isAsTyped) return options.isName && isSingle ? NEVER : 0;
  const toned = phrase.toned[place] ?? '';
  if (token.typed !== token.folded) return otherToneCost(text, phrase, toneLast(token.typed), toned);
  return token.typed === toned ? 0 : missingToneCost(phrase, hasTones);
}

/** Costs of typed tones that differ from the phrase's. Both words with their tone last. */
function otherToneCost({ options }: SegmentationInput, phrase: Phrase, typed: string, toned: string): number {
  if (typed === toned) return 0;
  const isWord = TONED_WORDS.has(typed) || (options.isWritten?.(typed) ?? false);
  if (phrase.folded.length === 1 && (isWord || options.isStrict || options.isName)) return NEVER;
  if (isWord) return OTHER_WORD;
  return isVague(phrase) ? VAGUE_PHRASE : OTHER_TONES;
}

/** In a text with tones, a word without them is usually one that has none: "xe" is no slit skirt. */
function missingToneCost(phrase: Phrase, hasTones: boolean): number {
  if (!hasTones) return NO_TONES;
  return isVague(phrase) ? VAGUE_PHRASE : NO_TONES * 2;
}

/** A single word for a style, occasion or material. */
function isVague({ folded, says }: Phrase): boolean {
  const kind = says[0]?.meaning.kind;
  return folded.length === 1 && (kind === 'style' || kind === 'occasion' || kind === 'material');
}

/** Chat spellings of "không", which have no tones. */
const CHAT_SPELLINGS = new Set(['ko', 'k', 'hok', 'khum']);

/** Whether a negation is certain. It is never guessed: "cho" is not read as "chớ". */
const isSurelyNot = (token: Token, { folded }: Phrase, isAsTyped: boolean) =>
  folded[0] === 'khong' || (isAsTyped && (token.typed !== token.folded || CHAT_SPELLINGS.has(folded[0] ?? '')));
