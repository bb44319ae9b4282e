import type { Phrase } from '../lexicon/lexicon.js';
import type { Kind } from '../lexicon/meaning.js';
import { overlapsSpan, type Span } from '../words/span.js';
import type { Token } from '../words/tokens.js';
import { isRequestedType } from './meaning-terms.js';
import type { MeaningTerm } from './parsed-query.js';
import type { Segment } from '../segmentation/segment.js';

interface ReadTerms {
  terms: MeaningTerm[];
  /** Words in no lexicon ("không hở"), sizes and brands that a "not" negates, each with its part of the text. */
  unwanted: ReadonlyMap<Segment | Span, Span>;
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
const REACH = 3;
const OR = new Set(['hoac', 'hay', 'or']);
/** Words for "not" that also end a question: "còn áo này không size M" looks for a size. */
const QUESTION = new Set(['khong', 'ko', 'k', 'hok', 'khum', 'hong', 'hem']);

/** A "not" that applies to the following words. */
interface Negation {
  /** Where the "not" begins in the text. */
  start: number;
  /** How many more words it passes over. */
  reach: number;
  /** What it has negated so far: it goes on with more of the same kind, as in "không đen, trắng". Null for nothing yet. */
  kind: Kind | 'words' | null;
  /** Whether it is a question before a size. */
  isQuestion: boolean;
  /** The part of the text of what it negated first, and where that would begin without the "not". */
  first: { span: Span; own: number } | null;
}

/** Reads a text's segments from left to right. */
class TermReader implements ReadTerms {
  readonly terms: MeaningTerm[] = [];
  readonly unwanted = new Map<Segment | Span, Span>();
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
    if (token?.isAfterPause) this.pause();
    if (phrase?.role !== 'meaning') this.isAlternative = isOr(phrase);
    switch (phrase?.role) {
      case 'negation':
        this.negation = {
          start: token?.start ?? 0,
          reach: REACH,
          kind: null,
          isQuestion: QUESTION.has(phrase.folded.join(' ')),
          first: null,
        };
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
  private pause(): void {
    if (this.negation?.kind === null) this.negation = null;
    this.isWornWith = false;
  }

  /** Adds a term for each meaning of a phrase that begins at the token `from`. */
  private addTerms(phrase: Phrase, from: number): void {
    for (const { meaning, from: first, to: last } of phrase.says) {
      const start = this.tokens[from + first]?.start ?? 0;
      const end = this.tokens[from + last - 1]?.end ?? start;
      if (this.negation && this.negation.kind !== null && this.negation.kind !== meaning.kind) this.negation = null;
      if (this.isWornWith && meaning.kind === 'type') continue;
      const term: MeaningTerm = {
        meanings: [meaning],
        not: this.negation !== null,
        or: this.isAlternative,
        // "áo" of "áo dài tay" and "dài tay" have words of their own; words of two meanings are both.
        words: phrase.folded.slice(first, last),
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
   */
  private negate(span: Span, kind: NonNullable<Negation['kind']>): void {
    const { negation } = this;
    if (!negation) return;
    const { first } = negation;
    negation.kind = kind;
    if (!first) {
      negation.first = { span, own: span.start };
      span.start = negation.start;
    } else if (first.span.start !== first.own && span.start > first.own) {
      first.span.start = first.own;
      first.span.end = span.start;
    }
  }

  /** @param place its part of the text; a size or a brand of several words comes once for each word */
  private exclude(unwanted: Segment | Span, place: Span | undefined): void {
    if (this.unwanted.has(unwanted) || !place) return;
    const span = { start: place.start, end: place.end };
    this.unwanted.set(unwanted, span);
    this.negate(span, 'words');
  }

  /** A filler, a word in no lexicon, a price, a size or a brand: a "not" negates the word, or passes over it, or ends. */
  private passOver(segment: Segment): void {
    const { negation } = this;
    if (!negation) return;
    const token = this.tokens[segment.from];
    const size = spanOf(this.taken.sizes, token);
    const named = size ?? spanOf(this.taken.brands, token);
    const isWord = segment.phrase === null && !this.taken.isTaken(segment.from);
    if (size && negation.isQuestion) {
      this.negation = null;
    } else if ((isWord || named) && (negation.kind === null || negation.kind === 'words')) {
      this.exclude(named ?? segment, named ?? token);
    } else if (negation.kind !== null) {
      this.negation = null;
    }
    negation.reach -= segment.to - segment.from;
    if (negation.reach < 0) this.negation = null;
  }
}

/** The part of the text that a token is in. */
const spanOf = (spans: readonly Span[], token: Token | undefined): Span | undefined =>
  spans.find((span) => overlapsSpan(token, span));

const isOr = (phrase: Phrase | null): boolean => phrase?.role === 'conjunction' && OR.has(phrase.folded[0] ?? '');
