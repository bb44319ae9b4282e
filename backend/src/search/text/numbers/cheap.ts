import { NUMBER_START, SPACE, anyOf, either, optional } from './pattern.js';
import { NOT } from './price-words.js';

/** A part of a text that asks for something cheap. */
interface CheapSpan {
  start: number;
  end: number;
}

/** "rẻ", "giá rẻ", "giá bình dân" */
const CHEAP_ALONE = optional(`gia${SPACE}`) + anyOf('re rẻ, rẻ nhất, rẻ thôi, rẻ, hạt rẻ, bình dân');
/** "giá mềm", "giá hạt dẻ": without "giá", these words say something else, and "đánh giá tốt" is well reviewed. */
const CHEAP_PRICE = `(?<!danh )gia${SPACE}` + anyOf('sinh viên, hạt dẻ, mềm, phải chăng, hợp lý, tiết kiệm, tốt');
/** "không quá mắc", "đừng đắt quá", "ko mắc tiền" */
const NOT_EXPENSIVE =
  NOT +
  SPACE +
  either(
    `qua${SPACE}${anyOf('mắc, đắt')}`, //
    `${anyOf('mắc, đắt')}${SPACE}${anyOf('quá, lắm, tiền')}`,
  );
/** "vừa túi tiền", "giá vừa túi tiền" */
const AFFORDABLE = optional(`gia${SPACE}`) + 'vua tui tien';
const ON_SALE = anyOf('sale off, sale, giảm giá, khuyến mãi');

const CHEAP = new RegExp(
  NUMBER_START + either(CHEAP_ALONE, CHEAP_PRICE, NOT_EXPENSIVE, AFFORDABLE, ON_SALE) + '(?![a-z])',
  'g',
);
/** With tones, one of these must be there: "rẻ" is cheap, "rẽ" is not; "mắc" is dear, "mặc" is worn. */
const CHEAP_SPELLINGS = /rẻ|bình dân|giá|mắc|đắt|túi|sale|khuyến/;

/**
 * Finds the requests for something cheap.
 * @param folded the text, folded letter by letter
 * @param written the text with its tones
 */
export function readCheap(folded: string, written: string): CheapSpan[] {
  return [...folded.matchAll(CHEAP)].flatMap(({ 0: text, index: start }) => {
    const end = start + text.length;
    const asWritten = written.slice(start, end);
    return asWritten === text || CHEAP_SPELLINGS.test(asWritten) ? [{ start, end }] : [];
  });
}
