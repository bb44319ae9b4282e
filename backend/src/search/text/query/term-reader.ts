import type { Kind } from '../lexicon/meaning.js';
import type { Phrase } from '../lexicon/phrase-trie.js';
import type { Segment } from '../segmentation/segment.js';
import { overlapsSpan, type Span } from '../words/span.js';
import type { Token } from '../words/tokens.js';
import { isRequestedType } from './meaning-terms.js';
import type { MeaningTerm } from './parsed-query.js';

interface ReadTerms {
  terms: MeaningTerm[];
  /** Words in no lexicon ("không hở"), sizes and brands that a "not" negates, each with its part of the text. */
  negated: ReadonlyMap<Segment | Span, Span>;
}

/** What was read in a text before its phrases. */
interface Taken {
  /** Whether the token at a place is taken. */
  isTaken: (at: number) => boolean;
  sizes: readonly Span[];
  brands: readonly Span[];
}

/** Turns the phrases of a text into terms. "not", "or" and "worn with" apply to what comes after them. */
export function readTerms(segments: Segment[], tokens: Token[], taken: Taken): ReadTerms {
  const reader = new TermReader(tokens, taken);
  for (const segment of segments) reader.read(segment);
  return reader;
}

/** The maximum number of words between a "not" and what it negates. */
const MAX_WORDS_TO_NEGATED = 3;
const OR = new Set(['hoac', 'hay', 'or']);
/** Words for "not" that also end a question: "còn áo này không size M" looks for a size. */
const QUESTION = new Set(['khong', 'ko', 'k', 'hok', 'khum', 'hong', 'hem']);

/** A "not" that applies to the following words. */
interface Negation {
  /** Where the "not" begins in the text. */
  start: number;
  /** How many more words it passes over. */
  wordsLeft: number;
  /** What it has negated so far: it goes on with more of the same kind, as in "không đen, trắng". Null for nothing yet. */
  kind: Kind | 'words' | null;
  /** Whether it is a question before a size. */
  isQuestion: boolean;
  /** What it negated first: the part of the text with the "not", and where that begins without it. */
  first: { span: Span; startWithoutNot: number } | null;
}

/** Reads a text's segments from left to right. */
class TermReader implements ReadTerms {
  readonly terms: MeaningTerm[] = [];
  readonly negated = new Map<Segment | Span, Span>();
  private negation: Negation | null = null;
  /** Whether a "worn with" comes before: what follows describes another garment. */
  private isWornWith = false;
  /** Whether an "or" comes directly before. */
  private isAlternative = false;

  constructor(
    private readonly tokens: Token[],
    private readonly taken: Taken,
  ) {}

  read(segment: Segment): void {
    const { phrase, from } = segment;
    const token = this.tokens[from];
    if (token?.isAfterPause) this.endAtPause();
    if (phrase?.role !== 'meaning') this.isAlternative = isOr(phrase);
    switch (phrase?.role) {
      case 'negation':
        this.negation = negationBy(phrase, token?.start ?? 0);
        break;
      case 'wornWith':
        // Only after a requested type: "Đi với mẹ mua áo dài" names it later.
        this.isWornWith = this.terms.some(isRequestedType);
        break;
      case 'meaning':
        this.addTerms(phrase, from);
        break;
      case 'conjunction':
        break;
      default:
        this.passOver(segment);
    }
  }

  /** Punctuation ends a "worn with", and a "not" that has negated nothing yet. */
  private endAtPause(): void {
    if (this.negation?.kind === null) this.negation = null;
    this.isWornWith = false;
  }

  /** Adds a term for each meaning of a phrase that begins at the token `at`. */
  private addTerms(phrase: Phrase, at: number): void {
    for (const { meaning, from, to } of phrase.meanings) {
      const start = this.tokens[at + from]?.start ?? 0;
      const end = this.tokens[at + to - 1]?.end ?? start;
      if (this.negation && this.negation.kind !== null && this.negation.kind !== meaning.kind) this.negation = null;
      if (this.isWornWith && meaning.kind === 'type') continue;
      const term: MeaningTerm = {
        meanings: [meaning],
        isExcluded: this.negation !== null,
        isAlternative: this.isAlternative,
        // "áo" of "áo dài tay" and "dài tay" have words of their own; words of two meanings are both.
        words: phrase.folded.slice(from, to),
        start,
        end,
      };
      this.terms.push(term);
      this.negate(term, meaning.kind);
      this.isAlternative = false;
    }
  }

  /**
   * Notes that the "not" before a part of the text negates it. A single negated part includes the "not", so that removing its chip removes
   * both. Of several the first one reaches to the second, which keeps the "not": "không lấy màu đen và trắng".
   * @param span is changed
   */
  private negate(span: Span, kind: NonNullable<Negation['kind']>): void {
    const { negation } = this;
    if (!negation) return;
    const { first } = negation;
    negation.kind = kind;
    if (!first) {
      negation.first = { span, startWithoutNot: span.start };
      span.start = negation.start;
    } else if (first.span.start !== first.startWithoutNot && span.start > first.startWithoutNot) {
      first.span.start = first.startWithoutNot;
      first.span.end = span.start;
    }
  }

  /**
   * Notes that the "not" negates a word, a size or a brand.
   * @param place its part of the text; a size or a brand of several words comes once for each word
   */
  private negateUnlisted(unlisted: Segment | Span, place: Span | undefined): void {
    if (this.negated.has(unlisted) || !place) return;
    const span = { start: place.start, end: place.end };
    this.negated.set(unlisted, span);
    this.negate(span, 'words');
  }

  /** A filler, a word in no lexicon, a price, a size or a brand: a "not" negates the word, or passes over it, or ends. */
  private passOver(segment: Segment): void {
    const { negation } = this;
    if (!negation) return;
    const token = this.tokens[segment.from];
    const size = spanOf(this.taken.sizes, token);
    const sizeOrBrand = size ?? spanOf(this.taken.brands, token);
    const isWord = segment.phrase === null && !this.taken.isTaken(segment.from);
    if (size && negation.isQuestion) {
      this.negation = null;
    } else if ((isWord || sizeOrBrand) && (negation.kind === null || negation.kind === 'words')) {
      this.negateUnlisted(sizeOrBrand ?? segment, sizeOrBrand ?? token);
    } else if (negation.kind !== null) {
      this.negation = null;
    }
    negation.wordsLeft -= segment.to - segment.from;
    if (negation.wordsLeft < 0) this.negation = null;
  }
}

/** The "not" that a phrase says. @param start where it begins in the text */
const negationBy = (phrase: Phrase, start: number): Negation => ({
  start,
  wordsLeft: MAX_WORDS_TO_NEGATED,
  kind: null,
  isQuestion: QUESTION.has(phrase.folded.join(' ')),
  first: null,
});

/** The part of the text that a token is in. */
const spanOf = (spans: readonly Span[], token: Token | undefined): Span | undefined =>
  spans.find((span) => overlapsSpan(token, span));

const isOr = (phrase: Phrase | null): boolean => phrase?.role === 'conjunction' && OR.has(phrase.folded[0] ?? '');
