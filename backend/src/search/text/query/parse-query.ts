import { chipsOf } from '../chips.js';
import { foldWithOffsets } from './folded-text.js';
import { toneLast, tokensOf, type Token } from '../tokens.js';
import type { WordIndex } from '../word-index.js';
import { correctedText } from './corrected-text.js';
import { isLowConfidence, fillerWithoutTones } from './low-confidence.js';
import { segmentQuery } from './segment-query.js';
import { isOfKind, materialsAsTypes, narrowest, readTerms } from './meaning-terms.js';
import { intendedWords, typedWords } from './query-words.js';
import { bodyMeasuresOf } from './numbers/body-measures.js';
import { heelHeightsOf } from './numbers/heel-heights.js';
import { readPrices, type PriceTerm } from './numbers/prices.js';
import type { MeaningTerm, ParsedQuery, RequestedBrand, Span, WordTerm } from './parsed-query.js';
import type { Segment } from './segment.js';
import { readSizes, type SizeTerm } from './sizes.js';

/**
 * Parses a query: first numbers and brands, then the phrases of the lexicon in what they leave, then single words. Never throws,
 * whatever the text contains.
 */
export function parseQuery(text: string, index: WordIndex): ParsedQuery {
  const { prices, sizes } = readPricesAndSizes(text);
  const correction = index.spellingCorrector();
  const tokens = correction.splitJoinedWords(text, tokensOf(text));
  const heights = heelHeightsOf(tokens);
  // A brand of several words goes before the words' own meanings; a brand of one word is left for what has none.
  const longBrands = brandsOf(tokens, index, (_, length) => length > 1);
  const taken = [...prices, ...sizes, ...heights, ...longBrands, ...bodyMeasuresOf(tokens), ...searchVerb(tokens)];
  const isTaken = (at: number) => taken.some((span) => overlaps(tokens[at], span));
  const segments = segmentQuery(tokens, {
    alternatives: correction.alternatives(tokens.at(-1)),
    isKnown: (word) => correction.has(word),
    isWritten: (word) => index.postings.isWritten(word),
    isTaken,
    isName: index.isNameOf(tokens),
  });
  const { terms, unwanted } = readTerms(segments, tokens, { isTaken, sizes, brands: longBrands });
  const brands = [...longBrands, ...brandsOf(tokens, index, isSingleWord(segments))];
  const isInBrand = (at: number) => brands.some((brand) => overlaps(tokens[at], brand));
  const wordSegments = segments.filter(
    (segment) =>
      segment.phrase === null && !isTaken(segment.from) && !unwanted.has(segment) && !isInBrand(segment.from),
  );
  const words = wordSegments.filter(({ isKnown }) => isKnown).map((segment) => wordTerm(segment, tokens));
  const isDoubtfulText = isLowConfidence(segments, tokens);
  const meant = intendedWords(segments, tokens, isTaken, index);
  const segmentAt = (at: number) => segments.find(({ from }) => tokens[from]?.start === at);
  const query: ParsedQuery = {
    chips: [],
    ...byKind(materialsAsTypes(terms, tokens)),
    sizes: sizes.map((term) => ({ ...term, ...negationOf(unwanted.get(term)) })),
    heights,
    price: prices.find(({ isCheap }) => !isCheap) ?? null,
    cheap: prices.find(({ isCheap }) => isCheap) ?? null,
    brands: brands.map((brand) => ({
      ...brand,
      typed: text.slice(brand.start, brand.end),
      ...negationOf(unwanted.get(brand) ?? unwanted.get(segmentAt(brand.start) ?? brand)),
    })),
    words: isDoubtfulText ? [...words, ...fillerWithoutTones(segments, tokens)] : words,
    meant,
    typed: typedWords(meant, segments, tokens, isTaken),
    unknown: wordSegments.filter(({ isKnown }) => !isKnown).length,
    correction: correctedText(text, segments, tokens, index),
    isDoubtful: isDoubtfulText,
  };
  return { ...query, chips: chipsOf(text, query) };
}

/** Reads prices and sizes in the flattened text, and returns them with their places in the text as typed. */
function readPricesAndSizes(text: string): { prices: PriceTerm[]; sizes: SizeTerm[] } {
  const flat = foldWithOffsets(text);
  const inText = <Term extends Span>(term: Term): Term => ({
    ...term,
    start: flat.offsets[term.start] ?? 0,
    end: flat.offsets[term.end] ?? text.length,
  });
  const prices = readPrices(flat.folded, flat.written);
  const sizes = readSizes(withoutSpans(flat.folded, prices), flat.written);
  return { prices: prices.map(inText), sizes: sizes.map(inText) };
}

/** Blanks out prices, so that they are not read as sizes: "từ 38 đến 40 nghìn". */
const withoutSpans = (text: string, spans: Span[]): string =>
  spans.reduce((rest, { start, end }) => rest.slice(0, start) + '#'.repeat(end - start) + rest.slice(end), text);

type BrandTerm = Pick<RequestedBrand, 'brand' | 'start' | 'end'>;

/**
 * Finds the shop's brands in a text.
 * @param isName whether the tokens from `at` on may be a name rather than words that say what they mean
 */
function brandsOf(tokens: Token[], index: WordIndex, isName: (at: number, length: number) => boolean): BrandTerm[] {
  const brands: BrandTerm[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const named = index.brandAt(tokens, at);
    if (!named || !isName(at, named.length)) continue;
    const last = at + named.length - 1;
    brands.push({ brand: named.brand, start: tokens[at]?.start ?? 0, end: tokens[last]?.end ?? 0 });
    at = last;
  }
  return brands;
}

/** What a "not" says of a term. @param span the part of the text that it negates; undefined without one */
const negationOf = (span: Span | undefined) => ({ not: span !== undefined, ...span });

/** "tim vay" looks for a dress, "vay tim" for a violet one. */
const searchVerb = ([first, second]: Token[]) => (first?.typed === 'tim' && second ? [first] : []);

const overlaps = (token: Token | undefined, { start, end }: Span): boolean =>
  token !== undefined && token.start < end && token.end > start;

/** Whether the token at a place is read as a single word: as no phrase, price or size. */
const isSingleWord = (segments: Segment[]) => (at: number) =>
  segments.some(({ from, phrase, word }) => from === at && phrase === null && word !== '');

function wordTerm({ word, from }: Segment, tokens: Token[]): WordTerm {
  const { typed = word, folded = word } = tokens[from] ?? {};
  const hasTones = folded === word && typed !== folded;
  return { folded: word, toned: hasTones ? toneLast(typed) : null, typed };
}

const byKind = (terms: MeaningTerm[]) => ({
  types: narrowest(terms.filter(isOfKind('type'))),
  colors: terms.filter(isOfKind('color')),
  genders: terms.filter(isOfKind('gender')),
  materials: terms.filter(isOfKind('material')),
  occasions: terms.filter(isOfKind('occasion')),
  styles: terms.filter(isOfKind('style')),
});
