import { SPOKEN_DIGITS } from './number-words.js';
import { GAP, SPACE, WORD_END, WORD_START, anyOf, either, optional } from './pattern.js';

/*
 * Amounts of money as people say them: "300k", "1tr2", "nửa triệu", "1.200.000đ", "ba trăm nghìn", "2 củ rưỡi". All
 * patterns are of folded text.
 */

// Numbers.
/** "1.200.000", "300,000" */
const GROUPED_DIGITS = String.raw`\d{1,3}(?:[.,]\d{3})+(?!\d)`;
/** "300", "1,5" */
const DECIMAL = String.raw`\d+(?:[.,]\d{1,2})?(?!\d)`;
const DIGITS = either(GROUPED_DIGITS, DECIMAL, String.raw`\d+`);
/** "ba", "năm" */
const SPOKEN_DIGIT = either(...Object.keys(SPOKEN_DIGITS));

// Units.
const THOUSAND = anyOf('k, nghìn, ngàn, ngh, ng, cành');
const MILLION = anyOf('triệu, tr, củ, chai, m');
const HUNDRED = anyOf('trăm, xị, lít');
const TEN = anyOf('mươi, chục');
/** The units that follow a spoken number. A letter follows digits only: "nam M" is a size, "hở sau k dây" has a "not". */
const SPOKEN_THOUSAND = anyOf('nghìn, ngàn, cành');
const SPOKEN_MILLION = anyOf('triệu, tr, củ, chai');
const CURRENCY_SIGN = anyOf('vnd, đồng, đ, ₫');
const CURRENCY = optional(`${GAP}${CURRENCY_SIGN}${WORD_END}`);

// What follows a unit.
/** "rưỡi" */
const AND_A_HALF = `${GAP}ruoi${WORD_END}`;
/** The "2" of "1tr2", the "250" of "1tr250"; but no amount or measure of its own, as in "1tr 300k" and "1tr 50kg". */
const DIGITS_AFTER_MILLION = String.raw`\s*\d{1,3}(?![\d.,]*\d|\s*(?:k|nghin|ngan|cm|kg)\b)${WORD_END}`;
/** The "hai" of "một triệu hai", the "hai trăm" of "một triệu hai trăm"; but not the "hai" of "hai chục nghìn". */
const SPOKEN_AFTER_MILLION =
  `${SPACE}${SPOKEN_DIGIT}${optional(`${SPACE}tram`)}${WORD_END}` +
  `(?!${SPACE}${either(MILLION, THOUSAND, TEN)}${WORD_START})`;
/** The "năm mươi", "mười lăm" or "hai mươi lăm" before "nghìn", as in "hai trăm năm mươi nghìn". */
const TENS_AFTER_HUNDRED =
  SPACE +
  either(
    `muoi${optional(`${SPACE}${SPOKEN_DIGIT}`)}`, //
    `${SPOKEN_DIGIT}${optional(`${SPACE}${TEN}${optional(`${SPACE}${SPOKEN_DIGIT}`)}`)}`,
  ) +
  `${WORD_START}(?=${GAP}${THOUSAND}${WORD_START})`;

// Amounts.
/** "nửa triệu" */
const HALF_A_MILLION = `nua${SPACE}${anyOf('triệu, củ, tr')}${WORD_END}`;
/** "2 triệu", "hai củ", "1tr2", "2 triệu rưỡi", "một triệu hai" */
const MILLIONS =
  either(`${DIGITS}${GAP}${MILLION}`, `${WORD_START}${SPOKEN_DIGIT}${SPACE}${SPOKEN_MILLION}`) +
  either(DIGITS_AFTER_MILLION, AND_A_HALF, SPOKEN_AFTER_MILLION, WORD_END) +
  CURRENCY;
/** "3 trăm", "hai xị rưỡi", "ba trăm năm mươi nghìn" */
const HUNDREDS =
  either(DIGITS, `${WORD_START}${SPOKEN_DIGIT}${WORD_START}`) +
  `${GAP}${HUNDRED}${WORD_START}` +
  optional(either(AND_A_HALF, TENS_AFTER_HUNDRED)) +
  optional(`${GAP}${THOUSAND}${WORD_END}`) +
  CURRENCY;
/** "300k", "30 chục nghìn", "sáu chục nghìn" */
const THOUSANDS =
  either(
    `${DIGITS}${GAP}${optional(`chuc${GAP}`)}${THOUSAND}`,
    `${WORD_START}${SPOKEN_DIGIT}${optional(`${SPACE}${TEN}`)}${SPACE}${SPOKEN_THOUSAND}`,
  ) +
  WORD_END +
  CURRENCY;
/** "1.200.000đ" */
const GROUPED_DONG = `${GROUPED_DIGITS}${CURRENCY}`;
/** "250000" */
const PLAIN_DONG = String.raw`\d{5,9}(?!\d)${CURRENCY}`;

/** The pattern of an amount. */
export const AMOUNT = either(HALF_A_MILLION, MILLIONS, HUNDREDS, THOUSANDS, GROUPED_DONG, PLAIN_DONG);

/** What numbers count or measure instead of money: "3 cái", "160 cm". */
const OTHER_UNIT = anyOf(
  'kg, kí, ký, cm, m, mét, tuổi, phân, p, inch, lớp, màu, cái, chiếc, bộ, đôi, ngày, size, sz, chiều, dây, quả, hộp, cặp, người',
);
/** A number that is an amount only next to words that say so: "dưới 300". */
export const BARE_NUMBER = String.raw`\d{1,4}(?:[.,]\d{1,2})?(?![\d.,]*[\da-z])(?!\s*${either('%', `${OTHER_UNIT}\\b`)})`;

// The parts of a matched amount.
const CURRENCY_AT_END = new RegExp(`${GAP}${CURRENCY_SIGN}$`);
const LEADING_NUMBER = new RegExp(`^(${DIGITS}|${SPOKEN_DIGIT}${WORD_START})${GAP}(.*)$`);
const LEADING_MILLION = new RegExp(`^${MILLION}(?![a-z])${GAP}(.*)$`);
const LEADING_HUNDRED = new RegExp(`^${HUNDRED}${GAP}(.*)$`);
const LEADING_TEN = new RegExp(`^${TEN}${GAP}`);
const THOUSAND_AT_END = new RegExp(`${THOUSAND}$`);

/**
 * The amount that a text says, in đồng; null for a bare number.
 * @param text folded
 */
export function parseAmount(text: string): number | null {
  const amount = text.replace(CURRENCY_AT_END, '').trim();
  if (/^nua\s/.test(amount)) return 500_000;
  const parts = LEADING_NUMBER.exec(amount);
  if (!parts) return null;
  const [, digits = '', rest = ''] = parts;
  const first = numberOfDigits(digits);
  const afterMillion = LEADING_MILLION.exec(rest)?.[1];
  if (afterMillion !== undefined) return Math.round((first + partOfMillion(afterMillion)) * 1e6);
  const afterHundred = LEADING_HUNDRED.exec(rest)?.[1];
  if (afterHundred !== undefined) return Math.round((first + partOfHundred(afterHundred)) * 100_000);
  const tens = LEADING_TEN.test(rest) ? 10 : 1;
  if (THOUSAND_AT_END.test(rest)) return Math.round(first * tens * 1000);
  return rest === '' && first >= 1000 ? first : null;
}

/** The value of digits or of a spoken digit. Both signs divide thousands when three digits follow: "1.200" is "1,200". */
function numberOfDigits(digits: string): number {
  if (digits in SPOKEN_DIGITS) return SPOKEN_DIGITS[digits] ?? 0;
  if (/^\d{1,3}([.,]\d{3})+$/.test(digits)) return Number(digits.replace(/[.,]/g, ''));
  return Number(digits.replace(',', '.'));
}

/** What follows a million, as a share of it: "1tr2" is 1.2, "1tr250" 1.25, "1 triệu rưỡi" 1.5. */
function partOfMillion(rest: string): number {
  if (rest === '') return 0;
  if (rest === 'ruoi') return 0.5;
  if (/^\d{1,3}$/.test(rest)) return Number(`0.${rest}`);
  return (SPOKEN_DIGITS[rest.split(/\s/)[0] ?? ''] ?? 0) / 10;
}

/** What follows a hundred thousand, as a share of it: "hai trăm rưỡi" is 2.5, "hai trăm mười lăm nghìn" 2.15. */
function partOfHundred(rest: string): number {
  if (rest.startsWith('ruoi')) return 0.5;
  const [first = '', second = '', third = ''] = rest.split(/\s+/);
  const digitOf = (word: string) => SPOKEN_DIGITS[word] ?? 0;
  if (first === 'muoi') return (10 + digitOf(second)) / 100;
  const ones = new RegExp(`^${TEN}$`).test(second) ? digitOf(third) : 0;
  return (digitOf(first) * 10 + ones) / 100;
}
