import { segmentText } from '../text/segmentation/segment-text.js';
import type { WordIndex } from '../text/word-index.js';
import { ROW_FLAGS } from '../text/rows/columns.js';
import { GARMENT_COLORS } from '../text/lexicon/colors.js';
import { impliedBy } from '../text/lexicon/meanings.js';
import { GENDERS, MATERIALS, OCCASIONS } from '../text/lexicon/attributes.js';
import { STYLES } from '../text/lexicon/styles.js';
import { GARMENT_TYPES } from '../text/lexicon/types.js';
import type { Meaning } from '../text/lexicon/meaning.js';
import { CERTAINTY } from '../text/products/codes.js';
import type { PostingList } from '../text/rows/postings.js';
import { matchOfText, offeredWords, type OfferedWord, type TypedWord } from './typed-words.js';

/** A keyword that may be suggested. */
export interface QueryOffer {
  text: string;
  words: readonly OfferedWord[];
  /** See `matchOfText`. */
  match: number;
  /** Breaks ties of `match`; higher comes first. */
  weight: number;
}

interface Term {
  text: string;
  words: readonly OfferedWord[];
  meaning: Meaning;
}

/** @param count the number of names per meaning: searches understand the later ones, but suggestions leave them out */
const termsOf = (meanings: readonly Meaning[], count: number): Term[] =>
  meanings.flatMap((meaning) =>
    meaning.terms.slice(0, count).map((text) => ({ text, words: offeredWords(text), meaning })),
  );

const TYPES = termsOf(GARMENT_TYPES, Infinity);
const DETAILS = [...termsOf(GENDERS, 1), ...termsOf([...GARMENT_COLORS, ...MATERIALS, ...OCCASIONS, ...STYLES], 3)];
/** The details to suggest after a finished word. */
const NEXT = termsOf([...GENDERS, ...GARMENT_COLORS], 1);

/** The maximum number of keywords tried, and of products checked for each. */
const MAX_TRIED = 8;
const MAX_ROWS = 2_000;

/**
 * Suggests garment types that the shop has. The lexicon's labels come first, then names that occur in the shop's product names;
 * other names are used only if there are none of these.
 */
export function typeQueries(words: readonly TypedWord[], index: WordIndex): QueryOffer[] {
  const offers = bestTerms(words, TYPES, index).map((offer) => {
    const isLabel = offer.text === offer.meaning.label;
    return { ...offer, weight: isLabel ? index.size + offer.weight : index.postings.namesWith(offer.words) };
  });
  const usual = offers.filter(({ weight }) => weight > 0);
  return (usual.length > 0 ? usual : offers).sort((a, b) => b.match - a.match || b.weight - a.weight);
}

/**
 * Completes a type with a detail: "váy đ…" to "váy đỏ" and "váy đi làm", "áo thun" to "áo thun nam".
 * @returns completions that match at least one product
 */
export function detailQueries(words: readonly TypedWord[], index: WordIndex, count: number): QueryOffer[] {
  const last = words.at(-1);
  if (!last) return [];
  const completions = [
    ...goOn(words.slice(0, -1), [last], DETAILS, index, count),
    ...goOn(words, [], NEXT, index, count),
  ];
  return completions.slice(0, count);
}

function goOn(
  begun: readonly TypedWord[],
  next: readonly TypedWord[],
  details: readonly Term[],
  index: WordIndex,
  count: number,
): QueryOffer[] {
  const head = headOf(begun);
  if (!head) return [];
  // A type that implies a gender, as a dress does, needs no gender.
  const genders = head.meanings.flatMap(impliedBy).filter(({ kind }) => kind === 'gender');
  const kinds = new Set([...head.meanings, ...genders].map(({ kind }) => kind));
  const offers: QueryOffer[] = [];
  let tried = 0;
  for (const { text, words, meaning, match, weight } of bestTerms(next, details, index)) {
    if (offers.length === count || tried === MAX_TRIED) break;
    if (kinds.has(meaning.kind)) continue;
    tried += 1;
    if (!isSome(index, [...head.meanings, meaning])) continue;
    offers.push({ text: `${head.text} ${text}`, words: [...head.words, ...words], match, weight });
  }
  return offers;
}

/** The words' meanings and their spelling in the lexicon; null unless they are a type, with or without details. */
function headOf(words: readonly TypedWord[]): { text: string; words: OfferedWord[]; meanings: Meaning[] } | null {
  if (words.length === 0) return null;
  const tokens = words.map(([form], place) => ({
    typed: form?.typed ?? '',
    folded: form?.folded ?? '',
    start: place,
    end: place + 1,
    isAfterPause: false,
  }));
  const phrases = segmentText(tokens).map(({ phrase }) => (phrase?.role === 'meaning' ? phrase : null));
  if (phrases.some((phrase) => phrase === null)) return null;
  const meanings = phrases.flatMap((phrase) => phrase?.meanings[0]?.meaning ?? []);
  if (!meanings.some(({ kind }) => kind === 'type')) return null;
  const text = phrases.flatMap((phrase) => phrase?.written ?? []).join(' ');
  return { text, words: offeredWords(text), meanings };
}

/** The best matching term of each meaning that the shop has; the first one among equals. */
function bestTerms(words: readonly TypedWord[], terms: readonly Term[], index: WordIndex): (QueryOffer & Term)[] {
  const best = new Map<Meaning, QueryOffer & Term>();
  for (const term of terms) {
    const match = words.length === 0 ? 1 : matchOfText(words, term.words);
    if (match === 0 || match <= (best.get(term.meaning)?.match ?? 0)) continue;
    const posting = index.postings.ofMeaning(term.meaning);
    if (posting && isAny(index, posting)) best.set(term.meaning, { ...term, match, weight: posting.length });
  }
  return [...best.values()].sort((a, b) => b.match - a.match || b.weight - a.weight);
}

const hasProduct = (index: WordIndex, row: number) => ((index.columns.flags[row] ?? 0) & ROW_FLAGS.product) !== 0;

function isAny(index: WordIndex, posting: PostingList): boolean {
  return some(posting, (row, how) => how > CERTAINTY.described && hasProduct(index, row));
}

/** Whether one of the first `MAX_ROWS` products of the rarest meaning has all of the meanings. */
function isSome(index: WordIndex, meanings: readonly Meaning[]): boolean {
  const postings = meanings
    .flatMap((meaning) => index.postings.ofMeaning(meaning) ?? [])
    .sort((a, b) => a.length - b.length);
  const [rarest, ...others] = postings;
  if (!rarest || postings.length < meanings.length) return false;
  return some(
    rarest,
    (row, how) =>
      how > CERTAINTY.described &&
      hasProduct(index, row) &&
      others.every((other) => other.payloadOf(row) > CERTAINTY.described),
  );
}

function some(posting: PostingList, isSo: (row: number, how: number) => boolean): boolean {
  let left = MAX_ROWS;
  let isFound = false;
  posting.some((row) => {
    isFound = isSo(row, posting.payloadOf(row));
    return isFound || --left === 0;
  });
  return isFound;
}
