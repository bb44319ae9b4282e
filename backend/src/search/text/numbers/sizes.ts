/** A requested size. */
export interface SizeTerm {
  /** Alternatives, as `nameOfSize` writes them. */
  sizes: string[];
  start: number;
  end: number;
}

const LETTERS = ['XS', 'S', 'M', 'L', 'XL', '2XL', '3XL', '4XL', '5XL'];
/** The usual sizes, each a bit of a number. */
export const COMMON_SIZES = [...LETTERS, 'FREESIZE', ...Array.from({ length: 22 }, (_, index) => String(26 + index))];

/** One way to write a size: "xxl" and "2XL" are one, "Size 41" is "41". */
const nameOfSize = (written: string): string =>
  written
    .normalize('NFC')
    .toUpperCase()
    .replace(/^(SIZE|SZ|CỠ|SỐ)\s*/u, '')
    .replace(/[\s-]/g, '')
    .replace(/^(X{2,9})L$/, (_, exes: string) => `${exes.length}XL`)
    .replace(/^(FREE|ONESIZE|OS|F|1SIZE)$/, 'FREESIZE');

/** A size as `nameOfSize` writes it. @returns null for what is none of `COMMON_SIZES` */
export function sizeOf(written: string): string | null {
  const size = nameOfSize(written);
  return COMMON_SIZES.includes(size) ? size : null;
}

/** The bit of a size as `sizeOf` writes it; 0 for none of `COMMON_SIZES`. */
export const sizeBit = (size: string | null) => (size === null ? 0 : Math.floor(2 ** COMMON_SIZES.indexOf(size)));

/** A size that is none of `COMMON_SIZES`, but that texts request: "25", "110", "6XL". @returns null for others */
export function rareSizeOf(written: string): string | null {
  const size = nameOfSize(written);
  return !COMMON_SIZES.includes(size) && /^(?:\d{1,3}|[6-9]XL)$/.test(size) ? size : null;
}

const END = '(?![a-z0-9])';
/** After the weight or the age of a person, or a range of them: "size 50-60kg", "size 5-6 tuổi". */
const OF_BODY = String.raw`(?:\s*(?:[-–~]|den|toi)\s*\d{1,3})?\s*(?:kg|ki|ky|t|tuoi|thang)${END}`;
const USUAL = String.raw`free\s?size|[2-9]xl|x{0,9}l|xs|s|m|(?:2[6-9]|3\d|4[0-7])(?!${OF_BODY})`;
/** What other numbers measure instead: "size 110 cm". */
const UNIT = 'cm|m|met|phan|p|inch|x|%';
/** What they count in a list: "size M, 2 cái"; but "size 25 màu xanh" is a size. */
const COUNTED = 'cai|chiec|bo|doi|ao|quan|dam|vay|mau|lop|day';
const SIZE = `(?:${USUAL})${END}`;
/** A size, or any number that is not followed by one of these words. */
const sizeBut = (words: string) => String.raw`(?:${USUAL}|\d{1,3}(?![.,]\d|${OF_BODY}|\s*(?:${words})${END}))${END}`;
const ANY_SIZE = sizeBut(UNIT);
const EACH_SIZE = new RegExp(ANY_SIZE, 'g');
const UP_TO = String.raw`\s*(?:[-–~]|den|toi)\s*`;
const OR = String.raw`\s*(?:/|,|hoac|hay|va)\s*`;
const LISTED_SIZE = `(?:${UP_TO}${ANY_SIZE}|${OR}${sizeBut(`${UNIT}|${COUNTED}`)}|\\s+${SIZE})`;
/** Sizes after words for them, "size M hoặc L", "cỡ 38-40", with the words as written: "co" may be "có", which is none. */
const NAMED_SIZES: readonly [pattern: RegExp, names: readonly string[]][] = [
  // After these, any number is a size: "size 110".
  [sizesAfter('size|sz|co', `${ANY_SIZE}${LISTED_SIZE}*`), ['size', 'sz', 'cỡ']],
  [
    sizesAfter('sai|co|so|kich co|kich thuoc', `${SIZE}(?:(?:${UP_TO}|${OR}|\\s*)${SIZE})*`),
    ['sai', 'số', 'kích', 'co', 'so'],
  ],
];
/** Children's sizes are heights in centimetres, from 60 in steps of 10. */
const [MIN_CHILDREN_SIZE, CHILDREN_SIZE_STEP] = [60, 10];
/** The maximum number of steps in a range: one of more means its two ends. All sizes of shoes and trousers are in one of 22. */
const MAX_STEPS_IN_RANGE = 25;
/** Sizes that nothing else is written like. */
const CERTAIN_SIZE = /(?<![a-z0-9])(free\s?size|[2-9]xl|x{1,9}l|xs)(?![a-z0-9])/g;
/** Any size at the end of a text: "áo thun nam l". */
const LAST_SIZE = /(?<=\s)([sml]|2[6-9]|3\d|4[0-7])\s*$/g;

/**
 * Finds the sizes that a text requests.
 * @param folded the text, folded letter by letter
 * @param written the text with its tones: "cỡ" is a size, "có" is not
 */
export function readSizes(folded: string, written: string): SizeTerm[] {
  const terms: SizeTerm[] = [];
  const add = (start: number, end: number, text: string) => {
    if (terms.some((term) => start < term.end && end > term.start)) return;
    const sizes = sizesIn(text);
    if (sizes.length > 0) terms.push({ sizes, start, end });
  };
  for (const [pattern, names] of NAMED_SIZES) {
    for (const match of folded.matchAll(pattern)) {
      const name = /^[^\s\d:]+/.exec(written.slice(match.index))?.[0] ?? '';
      if (names.includes(name)) add(match.index, match.index + match[0].length, match[1] ?? '');
    }
  }
  for (const match of folded.matchAll(CERTAIN_SIZE)) add(match.index, match.index + match[0].length, match[0]);
  for (const match of folded.matchAll(LAST_SIZE)) add(match.index, match.index + match[0].trimEnd().length, match[0]);
  return terms.sort((a, b) => a.start - b.start);
}

/** The sizes in a list or a range: "38-40" has 39, too, and "90-110" has 100. */
function sizesIn(text: string): string[] {
  const sizes = text.match(EACH_SIZE)?.map(nameOfSize) ?? [];
  const [first, last] = [Number(sizes[0]), Number(sizes.at(-1))];
  const isRange = sizes.length === 2 && new RegExp(String.raw`\d${UP_TO}\d`).test(text) && last > first;
  const step = first >= MIN_CHILDREN_SIZE ? CHILDREN_SIZE_STEP : 1;
  const count = Math.ceil((last - first) / step);
  if (!isRange || count > MAX_STEPS_IN_RANGE) return [...new Set(sizes)];
  return [...Array.from({ length: count }, (_, nth) => String(first + nth * step)), String(last)];
}

function sizesAfter(names: string, sizes: string): RegExp {
  return new RegExp(String.raw`(?<![a-z0-9])(?:${names})\s*:?\s*(${sizes})`, 'g');
}
