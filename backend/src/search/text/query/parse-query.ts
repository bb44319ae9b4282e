import type { Segment } from '../segmentation/segment.js';
import type { SpellingCorrector } from '../spelling/spelling-corrector.js';
import { overlapsSpan, type Span } from '../words/span.js';
import { toneLast, tokensOf, type Token } from '../words/tokens.js';
import { chipsOf } from './chips.js';
import { correctedText } from './corrected-text.js';
import { brandsIn, readEntities, readPricesAndSizes, type BrandSpan, type Entities } from './entities.js';
import { fillerWithoutTones, hasLowConfidence } from './low-confidence.js';
import { isOfKind, materialsAsTypes, narrowest } from './meaning-terms.js';
import type { MeaningTerm, ParsedQuery, RequestedBrand, WordTerm } from './parsed-query.js';
import { intendedWords, verbatimWords } from './query-words.js';
import { segmentQuery } from './segment-query.js';
import type { ShopWords } from './shop-words.js';
import { readTerms } from './term-reader.js';

/**
 * Parses a query: first numbers and brands, then the phrases of the lexicon in what they leave, then single words. Never throws,
 * whatever the text contains.
 */
export function parseQuery(text: string, shop: ShopWords): ParsedQuery {
  const numbers = readPricesAndSizes(text);
  const corrector = shop.spellingCorrector();
  const tokens = corrector.splitJoinedWords(text, tokensOf(text));
  const entities = readEntities(numbers, tokens, shop);
  const segments = segmentsOf(tokens, entities, corrector, shop);
  const { terms, negated } = readTerms(segments, tokens, entities);
  const brands = [...entities.brands, ...brandsIn(tokens, shop, isSingleWord(segments))];
  const unexplained = unexplainedWords(segments, tokens, { entities, brands, negated });
  const isLowConfidence = hasLowConfidence(segments, tokens);
  const intended = intendedWords(segments, tokens, entities.isTaken, shop);
  const query: Omit<ParsedQuery, 'chips'> = {
    ...byKind(materialsAsTypes(terms, tokens)),
    sizes: entities.sizes.map((term) => ({ ...term, ...exclusion(negated.get(term)) })),
    heights: entities.heights,
    price: entities.prices.find(({ isCheap }) => !isCheap) ?? null,
    cheap: entities.prices.find(({ isCheap }) => isCheap) ?? null,
    brands: brands.map((brand) => requestedBrand(brand, text, { segments, tokens, negated })),
    words: isLowConfidence ? [...unexplained.known, ...fillerWithoutTones(segments, tokens)] : unexplained.known,
    intended,
    verbatim: verbatimWords(intended, segments, tokens, entities.isTaken),
    unknownCount: unexplained.unknownCount,
    correction: correctedText(text, segments, tokens, shop),
    isLowConfidence,
  };
  return { chips: chipsOf(text, query), ...query };
}

/** Splits what the entities leave into phrases of the lexicon and single words, misspelt ones corrected. */
function segmentsOf(tokens: Token[], { isTaken }: Entities, corrector: SpellingCorrector, shop: ShopWords): Segment[] {
  return segmentQuery(tokens, {
    alternatives: corrector.alternatives(tokens.at(-1)),
    isKnown: (word) => corrector.isKnown(word),
    isWritten: (word) => shop.isWritten(word),
    isTaken,
    isProductName: shop.isNameOf(tokens),
  });
}

interface Explained {
  entities: Entities;
  brands: readonly BrandSpan[];
  negated: ReadonlyMap<Segment | Span, Span>;
}

/** The words that nothing else explains: those that the shop has, and how many others there are. */
function unexplainedWords(segments: Segment[], tokens: Token[], { entities, brands, negated }: Explained) {
  const isInBrand = (at: number) => brands.some((brand) => overlapsSpan(tokens[at], brand));
  const words = segments.filter(
    (segment) =>
      segment.phrase === null && !entities.isTaken(segment.from) && !negated.has(segment) && !isInBrand(segment.from),
  );
  const known = words.filter(({ isKnown }) => isKnown).map((segment) => wordTerm(segment, tokens));
  return { known, unknownCount: words.length - known.length };
}

function wordTerm({ word, from }: Segment, tokens: Token[]): WordTerm {
  const { typed = word, folded = word } = tokens[from] ?? {};
  const hasTones = folded === word && typed !== folded;
  return { folded: word, toned: hasTones ? toneLast(typed) : null, typed };
}

/** Whether the token at a place is read as a single word: as no phrase, price or size. */
const isSingleWord = (segments: Segment[]) => (at: number) =>
  segments.some(({ from, phrase, word }) => from === at && phrase === null && word !== '');

interface ReadText {
  segments: readonly Segment[];
  tokens: readonly Token[];
  negated: ReadonlyMap<Segment | Span, Span>;
}

/** A brand with the "not" before it, which may be noted at the segment of its word. */
function requestedBrand(brand: BrandSpan, text: string, { segments, tokens, negated }: ReadText): RequestedBrand {
  const segment = segments.find(({ from }) => tokens[from]?.start === brand.start);
  return {
    ...brand,
    typed: text.slice(brand.start, brand.end),
    ...exclusion(negated.get(brand) ?? negated.get(segment ?? brand)),
  };
}

/**
 * Whether a "not" excludes a term, and then the part of the text that the term has with the "not".
 * @param span undefined without a "not"
 */
const exclusion = (span: Span | undefined) => ({ isExcluded: span !== undefined, ...span });

const byKind = (terms: MeaningTerm[]) => ({
  types: narrowest(terms.filter(isOfKind('type'))),
  colors: terms.filter(isOfKind('color')),
  genders: terms.filter(isOfKind('gender')),
  materials: terms.filter(isOfKind('material')),
  occasions: terms.filter(isOfKind('occasion')),
  styles: terms.filter(isOfKind('style')),
});
