import { AMOUNT, BARE_NUMBER } from './amounts.js';
import { GAP, NUMBER_START, SPACE, WORD_END, anyOf, captured, either, optional } from './pattern.js';
import { about, atLeast, atMost, between, byAmount, upToNextStep, type PriceBounds } from './price-bounds.js';
import { ABOUT, AND, AND_SOMETHING, AT_LEAST, AT_MOST, OR_LESS, OR_MORE, PRICE_LABEL, TO } from './price-words.js';

/** A pattern of folded text, and the bounds that its groups say: null where it is no price after all. */
export interface PricePattern {
  pattern: RegExp;
  boundsOf: (groups: (string | undefined)[]) => PriceBounds | null;
}

/** "300k", and next to words for a price "300". */
const ANY_PRICE = either(AMOUNT, BARE_NUMBER);
const PRICE = captured(ANY_PRICE);
const CERTAIN_PRICE = captured(AMOUNT);

/** "từ giá", "trong khoảng": before the lower bound of a range. */
const BEFORE_RANGE = optional(anyOf('từ, trong khoảng, khoảng, tầm, giữa') + GAP + optional(`gia${GAP}`));

/** The ways to speak of a price, the specific before the general: the first that matches takes its part of the text. */
export const PRICE_PATTERNS: readonly PricePattern[] = [
  // "trên 200k nhưng dưới 400k"
  priceAfterLabel([AT_LEAST, PRICE, AND, AT_MOST, PRICE], between),
  // "dưới 400k nhưng trên 200k"
  priceAfterLabel([AT_MOST, PRICE, AND, AT_LEAST, PRICE], (high, low) => between(low, high)),
  // "2xx", "3xxk": from 200,000 to the next hundred thousand
  priceAfterLabel([captured('[1-9]'), 'xx', optional('xxx|k'), WORD_END], (digit) =>
    upToNextStep(Number(digit) * 100_000),
  ),
  // "tầm 3 trăm mấy"
  priceAfterLabel([optional('tam '), CERTAIN_PRICE, AND_SOMETHING], byAmount(upToNextStep)),
  // "từ 200 đến 500 nghìn", "200-300k"
  priceAfterLabel([BEFORE_RANGE, PRICE, TO, PRICE], between),
  // "tầm 300 400k"
  priceAfterLabel([anyOf('tầm khoảng, tầm, khoảng'), GAP, PRICE, SPACE, PRICE], between),
  // "300k trở xuống"
  priceAfterLabel([optional('khoang |tam '), PRICE, OR_LESS], byAmount(atMost)),
  // "từ 300k trở lên"
  priceAfterLabel([optional('tu |khoang |tam '), PRICE, OR_MORE], byAmount(atLeast)),
  // "không dưới 200k"
  priceAfterLabel([anyOf('không, ko'), ' duoi', SPACE, PRICE], byAmount(atLeast)),
  // "dưới 300k"
  priceAfterLabel([AT_MOST, PRICE], byAmount(atMost)),
  // "trên 300k"
  priceAfterLabel([AT_LEAST, PRICE], byAmount(atLeast)),
  // "khoảng 300k"
  priceAfterLabel([ABOUT, PRICE], byAmount(about)),
  // "giá là 300"
  price([anyOf('giá, mức giá, tầm giá'), SPACE, optional(`la${SPACE}`), PRICE], byAmount(about)),
  // "300k"
  price([CERTAIN_PRICE], byAmount(about)),
];

/** Without a match of this, no price pattern matches: most texts are read by this one alone. */
export const ANY_AMOUNT = new RegExp(either(String.raw`(?<!\d)${ANY_PRICE}`, '[1-9]xx'));

/** @param boundsOf receives the amounts that the pieces capture, as they are written */
function price(
  pieces: readonly string[],
  boundsOf: (first: string, second: string) => PriceBounds | null,
): PricePattern {
  return {
    pattern: new RegExp(NUMBER_START + pieces.join(''), 'g'),
    boundsOf: ([, first = '', second = '']) => boundsOf(first, second),
  };
}

/** The same, perhaps after "giá" or "ngân sách". */
function priceAfterLabel(pieces: readonly string[], boundsOf: Parameters<typeof price>[1]): PricePattern {
  return price([PRICE_LABEL, ...pieces], boundsOf);
}
