/*
 * Amounts of money as people say them: "300k", "1tr2", "nửa triệu", "1.200.000đ", "ba trăm nghìn", "2 củ rưỡi". All
 * patterns are of folded text.
 */

const DIGITS = String.raw`\d{1,3}(?:[.,]\d{3})+(?!\d)|\d+(?:[.,]\d{1,2})?(?!\d)|\d+`;
const SPOKEN: Record<string, number> = {
  mot: 1,
  hai: 2,
  ba: 3,
  bon: 4,
  tu: 4,
  nam: 5,
  lam: 5,
  sau: 6,
  bay: 7,
  tam: 8,
  chin: 9,
  muoi: 10,
};
const WORD = `(?:${Object.keys(SPOKEN).join('|')})`;
const THOUSAND = '(?:k|nghin|ngan|ng|ngh|canh)';
const MILLION = '(?:trieu|tr|cu|chai|m)';
/** The units that follow a spoken number. A letter follows digits only: "nam M" is a size, "hở sau k dây" has a "not". */
const SPOKEN_THOUSAND = '(?:nghin|ngan|canh)';
const SPOKEN_MILLION = '(?:trieu|tr|cu|chai)';
const CURRENCY = String.raw`(?:\s*(?:vnd|dong|d|₫)(?![a-z0-9]))?`;
const END = '(?![a-z0-9])';
const HALF = String.raw`(?:\s*(?:ruoi)${END})`;

/** The pattern of an amount, without capture groups. */
export const AMOUNT = [
  String.raw`nua\s+(?:trieu|cu|tr)${END}`,
  String.raw`(?:(?:${DIGITS})\s*${MILLION}|\b${WORD}\s+${SPOKEN_MILLION})(?:\s*\d{1,3}(?![\d.,]*\d|\s*(?:k|nghin|ngan|cm|kg)\b)${END}|${HALF}|\s+${WORD}(?:\s+tram)?${END}(?!\s+(?:${MILLION}|${THOUSAND}|muoi|chuc)\b)|${END})${CURRENCY}`,
  String.raw`(?:${DIGITS}|\b${WORD}\b)\s*(?:tram|xi|lit)\b(?:${HALF}|\s+(?:${WORD}\s+muoi|${WORD}\s+chuc|${WORD})\b(?=\s*(?:${THOUSAND})\b))?(?:\s*${THOUSAND}${END})?${CURRENCY}`,
  String.raw`(?:(?:${DIGITS})\s*(?:chuc\s*)?${THOUSAND}|\b${WORD}(?:\s+(?:muoi|chuc))?\s+${SPOKEN_THOUSAND})${END}${CURRENCY}`,
  String.raw`\d{1,3}(?:[.,]\d{3})+(?!\d)${CURRENCY}`,
  String.raw`\d{5,9}(?![\d])${CURRENCY}`,
].join('|');

/** A number that is an amount only next to words that say so: "dưới 300". */
export const BARE_NUMBER = String.raw`\d{1,4}(?:[.,]\d{1,2})?(?![\d.,]*[\da-z])(?!\s*(?:kg|ki|ky|cm|m|met|tuoi|phan|p|inch|lop|mau|cai|chiec|bo|doi|ngay|size|sz|%|chieu|day|qua|hop|cap|nguoi)\b)`;

/** A digit group's value: both signs divide thousands when three digits follow. */
function number(digits: string): number {
  if (digits in SPOKEN) return SPOKEN[digits] ?? 0;
  if (/^\d{1,3}([.,]\d{3})+$/.test(digits)) return Number(digits.replace(/[.,]/g, ''));
  return Number(digits.replace(',', '.'));
}

/** The amount in đồng; null for a bare number. @param text folded */
export function parseAmount(text: string): number | null {
  const amount = text.replace(/\s*(vnd|dong|d|₫)$/, '').trim();
  if (/^nua\s/.test(amount)) return 500_000;
  const parts = new RegExp(`^(${DIGITS}|${WORD}\\b)\\s*(.*)$`).exec(amount);
  if (!parts) return null;
  const [, digits = '', rest = ''] = parts;
  const first = number(digits);
  const million = new RegExp(`^${MILLION}(?![a-z])\\s*(.*)$`).exec(rest);
  if (million) return Math.round((first + tail(million[1] ?? '')) * 1e6);
  const hundred = /^(tram|xi|lit)\s*(.*)$/.exec(rest);
  if (hundred) return Math.round((first + hundredTail(hundred[2] ?? '')) * 100_000);
  const ten = /^(muoi|chuc)\s*/.test(rest) ? 10 : 1;
  if (new RegExp(`${THOUSAND}$`).test(rest)) return Math.round(first * ten * 1000);
  return rest === '' && first >= 1000 ? first : null;
}

/** Parses the part after the millions: "1tr2" is 1.2, "1tr250" 1.25, "1 triệu rưỡi" 1.5. */
function tail(rest: string): number {
  if (rest === '') return 0;
  if (rest === 'ruoi') return 0.5;
  const digits = /^\d{1,3}$/.exec(rest);
  if (digits) return Number(`0.${rest}`);
  return (SPOKEN[rest.split(/\s/)[0] ?? ''] ?? 0) / 10;
}

/** Parses the part after the hundreds: "hai trăm rưỡi" is 2.5, and so is "hai trăm năm mươi nghìn". */
function hundredTail(rest: string): number {
  if (/^ruoi/.test(rest)) return 0.5;
  return (SPOKEN[/^([a-z]+)\b/.exec(rest)?.[1] ?? ''] ?? 0) / 10;
}
