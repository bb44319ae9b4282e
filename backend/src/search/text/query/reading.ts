import { FILLER_WORDS, ROOT_NODE, TONED_WORDS, type Node, type Phrase } from '../lexicon/lexicon.js';
import { toneLast, type Token } from '../tokens.js';

/** A part of a text: a known phrase or a single word. */
export interface ReadingPiece {
  /** Of the tokens, `to` excluded. */
  from: number;
  to: number;
  phrase: Phrase | null;
  /** The folded word that a word alone is taken for. */
  word: string;
  isKnown: boolean;
}

/** A possible intended word of a token. */
export interface Alternative {
  word: string;
  cost: number;
}

export interface ReadingSources {
  /** Other meanings of a token, all folded. */
  alternatives?: (token: Token) => readonly Alternative[];
  /** Whether the folded word is known. */
  isKnown?: (word: string) => boolean;
  /** Whether the token is taken by something else: a price, a size. */
  isTaken?: (place: number) => boolean;
  /** Whether people write the word with just these tones, tone last. */
  isWritten?: (word: string) => boolean;
  /** Whether a single word with other tones is another word: shops write with more care than shoppers. */
  isStrict?: boolean;
  /** Whether a kind of garment is preferred that merely sounds like what is written. */
  isBySound?: boolean;
  /** Whether a product is named with just these words: by itself none of them is taken for another. */
  isName?: boolean;
}

const KNOWN_GAIN = 0.45;
const FILLER_GAIN = 0.6;
const LONGER_GAIN = 0.15;
const OTHER_TONES = 0.35;
const OTHER_WORD = 0.75;
const NO_TONES = 0.08;
const UNSURE = 0.6;
const NEVER = 9;
const TYPE_GAIN = 0.8;
const NOTHING: readonly Alternative[] = [];

/**
 * Splits a text into the phrases that explain most of it. Prefers long phrases to several short ones, and words as typed to
 * possible corrections.
 */
export function read(tokens: readonly Token[], sources: ReadingSources = {}): ReadingPiece[] {
  const best: { gain: number; piece: ReadingPiece | null }[] = [{ gain: 0, piece: null }];
  const offer = (gain: number, piece: ReadingPiece) => {
    const before = best[piece.from];
    const sum = (before?.gain ?? 0) + gain;
    const there = best[piece.to];
    if (!there || sum > there.gain + 1e-9) best[piece.to] = { gain: sum, piece };
  };
  const isToned = tokens.some(({ typed, folded }) => typed !== folded);
  tokens.forEach((token, from) => {
    if (sources.isTaken?.(from)) return offer(0, { from, to: from + 1, phrase: null, word: '', isKnown: false });
    const isKnown = sources.isKnown?.(token.folded) ?? true;
    const others = sources.alternatives?.(token) ?? NOTHING;
    const word = isKnown ? token.folded : (others[0]?.word ?? token.folded);
    const gain = isKnown ? KNOWN_GAIN : others.length > 0 ? KNOWN_GAIN - 0.2 : 0;
    offer(gain, { from, to: from + 1, phrase: null, word, isKnown: gain > 0 });
    walk({ tokens, sources, isToned, offer, from }, ROOT_NODE, from, 0, []);
  });
  const pieces: ReadingPiece[] = [];
  for (let at = tokens.length; at > 0;) {
    const piece = best[at]?.piece;
    if (!piece) break;
    pieces.push(piece);
    at = piece.from;
  }
  return pieces.reverse();
}

interface Walk {
  tokens: readonly Token[];
  sources: ReadingSources;
  isToned: boolean;
  offer: (gain: number, piece: ReadingPiece) => void;
  from: number;
}

/** Walks all phrases that begin at `from`. `as` tells for each token so far whether it was read as typed. */
function walk(way: Walk, node: Node, at: number, cost: number, as: boolean[]): void {
  const { tokens, sources, from } = way;
  if (at > from) {
    for (const phrase of node.ends) {
      const gain = gainOf(way, phrase, as) - cost;
      if (gain > 0) way.offer(gain, { from, to: at, phrase, word: '', isKnown: true });
    }
  }
  const token = tokens[at];
  if (!token || (at > from && token.isAfterPause) || sources.isTaken?.(at)) return;
  const own = node.next.get(token.folded);
  if (own) walk(way, own, at + 1, cost, [...as, true]);
  // Filler words with tones are read as typed: "đi đà lạt" does not request a ví da.
  if (sources.isBySound && token.typed !== token.folded && FILLER_WORDS.has(toneLast(token.typed))) return;
  for (const { word, cost: more } of sources.alternatives?.(token) ?? NOTHING) {
    const next = word === token.folded ? undefined : node.next.get(word);
    if (next) walk(way, next, at + 1, cost + more, [...as, false]);
  }
}

function gainOf({ tokens, sources, isToned, from }: Walk, phrase: Phrase, as: boolean[]): number {
  const length = as.length;
  const isSmall = phrase.role === 'filler' || phrase.role === 'either';
  const alone = isSmall ? FILLER_GAIN : 1;
  let gain = alone * length + LONGER_GAIN * (length - 1) * (isSmall ? 2 : 1);
  if (phrase.role === 'not' || phrase.role === 'beside') gain += 0.05;
  // "áo thun" and "cotton", rather than an "áo" of "thun cotton".
  if (length > 1 && phrase.says[0]?.meaning.kind === 'type') gain += sources.isBySound ? TYPE_GAIN : 0.05;
  as.forEach((isOwn, place) => {
    const token = tokens[from + place];
    if (!token || (phrase.role === 'not' && length === 1 && !isSurelyNot(token, phrase, isOwn))) return (gain -= NEVER);
    if (!isOwn) return (gain -= sources.isName && length === 1 ? NEVER : 0);
    const written = phrase.toned[place] ?? '';
    if (token.typed === token.folded) {
      if (written !== token.typed) gain -= untonedCost(phrase, isToned);
      return;
    }
    const typed = toneLast(token.typed);
    if (typed === written) return;
    const isWord = TONED_WORDS.has(typed) || (sources.isWritten?.(typed) ?? false);
    gain -=
      length === 1 && (isWord || sources.isStrict || sources.isName)
        ? NEVER
        : isWord
          ? OTHER_WORD
          : isVague(phrase)
            ? UNSURE
            : OTHER_TONES;
  });
  return gain;
}

/** A single word for a style, occasion or material. */
const isVague = ({ folded, says }: Phrase) => {
  const kind = says[0]?.meaning.kind;
  return folded.length === 1 && (kind === 'style' || kind === 'occasion' || kind === 'material');
};

/** In a text with tones, a word without them is usually one that has none: "xe" is no slit skirt. */
function untonedCost(phrase: Phrase, isToned: boolean): number {
  if (!isToned) return NO_TONES;
  return isVague(phrase) ? UNSURE : NO_TONES * 2;
}

/** Chat spellings of "không", which have no tones. */
const CHAT_SPELLINGS = new Set(['ko', 'k', 'hok', 'khum']);

/** Whether a negation is certain. It is never guessed: "cho" is not read as "chớ". */
const isSurelyNot = (token: Token, { folded }: Phrase, isOwn: boolean) =>
  folded[0] === 'khong' || (isOwn && (token.typed !== token.folded || CHAT_SPELLINGS.has(folded[0] ?? '')));
