import { overlapsSpan, type Span } from '../words/span.js';
import type { Token } from '../words/tokens.js';
import type { ShopWords } from './shop-words.js';
import { foldWithOffsets } from '../words/folded-text.js';
import { bodyMeasuresOf } from '../numbers/body-measures.js';
import { heelHeightsOf, type HeelHeight } from '../numbers/heel-heights.js';
import { readPrices, type PriceTerm } from '../numbers/prices.js';
import type { RequestedBrand } from './parsed-query.js';
import { readSizes, type SizeTerm } from '../numbers/sizes.js';

/** A brand in a text. */
export type BrandSpan = Pick<RequestedBrand, 'brand' | 'start' | 'end'>;

/** What is read in a text before its words are looked up in the lexicon. */
export interface Entities {
  prices: PriceTerm[];
  sizes: SizeTerm[];
  heights: HeelHeight[];
  /** Brands of several words. They go before the words' own meanings; a brand of one word is left for what has none. */
  brands: BrandSpan[];
  /** Whether the token at a place is part of an entity, or says nothing of a product. */
  isTaken: (at: number) => boolean;
}

/** Prices and sizes, which are read by patterns of the whole text. */
export type PricesAndSizes = Pick<Entities, 'prices' | 'sizes'>;

/** Finds the prices, sizes, heels and long brands of a text. */
export function readEntities({ prices, sizes }: PricesAndSizes, tokens: Token[], shop: ShopWords): Entities {
  const heights = heelHeightsOf(tokens);
  const brands = brandsIn(tokens, shop, (_, length) => length > 1);
  const taken = [...prices, ...sizes, ...heights, ...brands, ...bodyMeasuresOf(tokens), ...searchVerb(tokens)];
  return { prices, sizes, heights, brands, isTaken: (at) => taken.some((span) => overlapsSpan(tokens[at], span)) };
}

/** Reads prices and sizes in the folded text, and returns them with their places in the text as typed. */
export function readPricesAndSizes(text: string): PricesAndSizes {
  const { folded, written, offsets } = foldWithOffsets(text);
  const inText = <Term extends Span>(term: Term): Term => ({
    ...term,
    start: offsets[term.start] ?? 0,
    end: offsets[term.end] ?? text.length,
  });
  const prices = readPrices(folded, written);
  const sizes = readSizes(withoutSpans(folded, prices), written);
  return { prices: prices.map(inText), sizes: sizes.map(inText) };
}

/** Blanks out prices, so that they are not read as sizes: "từ 38 đến 40 nghìn". */
const withoutSpans = (text: string, spans: Span[]): string =>
  spans.reduce((rest, { start, end }) => rest.slice(0, start) + '#'.repeat(end - start) + rest.slice(end), text);

/**
 * Finds the shop's brands in a text.
 * @param isName whether the tokens from `at` on may be a name rather than words that say what they mean
 */
export function brandsIn(
  tokens: Token[],
  shop: ShopWords,
  isName: (at: number, length: number) => boolean,
): BrandSpan[] {
  const brands: BrandSpan[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const named = shop.brandAt(tokens, at);
    if (!named || !isName(at, named.length)) continue;
    const last = at + named.length - 1;
    brands.push({ brand: named.brand, start: tokens[at]?.start ?? 0, end: tokens[last]?.end ?? 0 });
    at = last;
  }
  return brands;
}

/** "tim vay" looks for a dress, "vay tim" for a violet one. */
const searchVerb = ([first, second]: Token[]) => (first?.typed === 'tim' && second ? [first] : []);
