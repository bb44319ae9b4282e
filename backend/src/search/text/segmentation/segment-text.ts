import { FILLER_WORDS, PHRASE_TRIE, type TrieNode } from '../lexicon/phrase-trie.js';
import type { Alternative } from '../spelling/alternative.js';
import { toneLast, type Token } from '../words/tokens.js';
import { phraseScore } from './phrase-score.js';
import type { Segment, SegmentationInput, SegmentationOptions } from './segment.js';

/** The segments of a text's beginning with the highest score. */
interface BestPath {
  score: number;
  last: Segment | null;
}

interface Lattice extends SegmentationInput {
  /** For each place in the text, the best path that ends there. Undefined where none ends. */
  best: (BestPath | undefined)[];
}

/**
 * The scores of single words: known as typed, and known after a correction. A word of a phrase scores about 1, see `phraseScore`; a phrase
 * that is typed with other tones should still win over a known word, and a known word over a correction.
 */
const KNOWN_WORD_SCORE = 0.45;
const CORRECTED_WORD_SCORE = 0.25;
/** Scores this close are equal, and the segments that were found first stay. */
const ROUNDING_ERROR = 1e-9;
const NO_ALTERNATIVES: readonly Alternative[] = [];

/**
 * Splits a text into the phrases that explain most of it, and single words between them. Prefers long phrases to several short
 * ones, and words as typed to possible corrections.
 *
 * It is the Viterbi algorithm on a word lattice, as in the segmenters of Chinese and Japanese (jieba, MeCab): each segment is an
 * edge from its first token to its last, with a score. The path with the highest sum of scores is built from left to right.
 */
export function segmentText(tokens: readonly Token[], options: SegmentationOptions = {}): Segment[] {
  const hasTones = tokens.some(({ typed, folded }) => typed !== folded);
  const lattice: Lattice = { tokens, options, hasTones, best: [{ score: 0, last: null }] };
  tokens.forEach((token, from) => {
    if (options.isTaken?.(from)) {
      offer(lattice, 0, { from, to: from + 1, phrase: null, word: '', isKnown: false });
      return;
    }
    offerWord(lattice, token, from);
    offerPhrases(lattice, from, PHRASE_TRIE, 0, []);
  });
  return bestSegments(lattice);
}

/** Keeps a segment if it makes the best path to its end. */
function offer({ best }: Lattice, score: number, segment: Segment): void {
  const sum = (best[segment.from]?.score ?? 0) + score;
  const present = best[segment.to];
  if (!present || sum > present.score + ROUNDING_ERROR) best[segment.to] = { score: sum, last: segment };
}

/** Offers a token as a single word, corrected if it is unknown. */
function offerWord(lattice: Lattice, token: Token, from: number): void {
  const { options } = lattice;
  const isKnown = options.isKnown?.(token.folded) ?? true;
  const correction = (options.alternatives?.(token) ?? NO_ALTERNATIVES)[0]?.word;
  const word = isKnown ? token.folded : (correction ?? token.folded);
  const score = isKnown ? KNOWN_WORD_SCORE : correction === undefined ? 0 : CORRECTED_WORD_SCORE;
  offer(lattice, score, { from, to: from + 1, phrase: null, word, isKnown: score > 0 });
}

/**
 * Offers all phrases that begin at `from`: walks down the lexicon's trie along the tokens and their alternatives.
 * @param node the trie's node of the words read so far
 * @param cost of the alternatives among them
 * @param asTyped for each of them, whether it is the typed word, not an alternative
 */
function offerPhrases(lattice: Lattice, from: number, node: TrieNode, cost: number, asTyped: boolean[]): void {
  const { tokens, options } = lattice;
  const at = from + asTyped.length;
  if (at > from) {
    for (const phrase of node.phrases) {
      const score = phraseScore(lattice, phrase, from, asTyped) - cost;
      if (score > 0) offer(lattice, score, { from, to: at, phrase, word: '', isKnown: true });
    }
  }
  const token = tokens[at];
  if (!token || (at > from && token.isAfterPause) || options.isTaken?.(at)) return;
  const nextAsTyped = node.children.get(token.folded);
  if (nextAsTyped) offerPhrases(lattice, from, nextAsTyped, cost, [...asTyped, true]);
  // Filler words with tones are read as typed: "đi đà lạt" does not request a ví da.
  if (options.prefersTypesBySound && token.typed !== token.folded && FILLER_WORDS.has(toneLast(token.typed))) return;
  for (const alternative of options.alternatives?.(token) ?? NO_ALTERNATIVES) {
    const next = alternative.word === token.folded ? undefined : node.children.get(alternative.word);
    if (next) offerPhrases(lattice, from, next, cost + alternative.cost, [...asTyped, false]);
  }
}

/** Follows the best path back from the end of the text. */
function bestSegments({ tokens, best }: Lattice): Segment[] {
  const segments: Segment[] = [];
  let last = best[tokens.length]?.last;
  while (last) {
    segments.push(last);
    last = best[last.from]?.last;
  }
  return segments.reverse();
}
