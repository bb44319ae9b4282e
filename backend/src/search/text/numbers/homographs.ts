import { masked } from './mask.js';
import { PRICE_WORD_SPELLINGS } from './number-words.js';
import { anyOf } from './pattern.js';

/*
 * Folded, many number words are other words, too: "nam" is "năm" (five) and a man, "ngan" is "ngàn" (thousand) and "ngắn"
 * (short). The price patterns read folded text, so what is no number is masked first.
 */

const NUMBER_WORDS = new RegExp(String.raw`\b(?:${Object.keys(PRICE_WORD_SPELLINGS).join('|')})\b`, 'g');
/** Words of the price patterns: "từ 200k", "ngân sách". Before a unit they would be numbers: "tầm trăm rưỡi". */
const WORDS_BEFORE_PRICES = new Set(['từ', 'tầm', 'ngân']);
const UNIT_NEXT = new RegExp(
  String.raw`^\s+${anyOf('trăm, xị, lít, mươi, chục, nghìn, ngàn, cành, triệu, tr, củ, chai')}\b`,
);
/** Without tones, these are a number before a plain unit only: "quan nam ngan" are short trousers, "ba cu" a grandmother. */
const AMBIGUOUS_NUMBER = new RegExp(
  String.raw`\b${anyOf('ba, tư, năm, lăm, sáu, bảy, tám')}(?=\s+${anyOf('ngàn, củ, chai')}\b)`,
  'g',
);

/** A person's height, where no word says that it is a price: "nữ 1m55 50kg", "1m6 - 1m7". */
const HEIGHT =
  /(?<![a-z0-9.,])(?:1\s?m\s?[3-9]\d?|2\s?m\s?(?:0\d?|1))(?![a-z0-9]|[.,]\d|\s*(?:vnd|dong|d|₫)(?![a-z0-9]))/g;
/** "Gia đình" is a family. */
const PRICE_WORD = /\b(?:gia(?! dinh\b)|ngan sach|tui tien|budget)\b/;

/**
 * Masks the words that are no numbers and the heights that are no prices. The text keeps its length.
 * @param folded the text, folded letter by letter
 * @param written the text with its tones
 */
export function maskHomographs(folded: string, written: string): string {
  const numbers = hasTones(folded, written) ? maskByTones(folded, written) : folded.replace(AMBIGUOUS_NUMBER, masked);
  return numbers.replace(HEIGHT, (height, at: number) =>
    PRICE_WORD.test(clauseBefore(numbers, at)) ? height : masked(height),
  );
}

/** The part of a text before a position, from the last comma, semicolon or digit on. */
function clauseBefore(text: string, at: number): string {
  let start = at;
  while (start > 0 && !/[,;\d]/.test(text.charAt(start - 1))) start--;
  return text.slice(start, at);
}

/** Whether a text is written with tones; "đ" alone may be the currency. */
const hasTones = (folded: string, written: string) => written.replaceAll('đ', 'd') !== folded;

const maskByTones = (folded: string, written: string) =>
  folded.replace(NUMBER_WORDS, (word, at: number) => {
    const end = at + word.length;
    const asWritten = written.slice(at, end);
    const isNumber = PRICE_WORD_SPELLINGS[word]?.includes(asWritten);
    const isBeforePrice = WORDS_BEFORE_PRICES.has(asWritten) && !UNIT_NEXT.test(folded.slice(end));
    return isNumber || isBeforePrice ? word : masked(word);
  });
