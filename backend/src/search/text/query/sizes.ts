/** A requested size. */
export interface SizeTerm {
  /** Alternatives, as `sizeOf` returns them. */
  sizes: string[];
  start: number;
  end: number;
}

const LETTERS = ['XS', 'S', 'M', 'L', 'XL', '2XL', '3XL', '4XL', '5XL'];
/** All sizes that are told apart, each a bit of a number. */
export const SIZE_WORDS = [...LETTERS, 'FREESIZE', ...Array.from({ length: 22 }, (_, index) => String(26 + index))];

/** One way to write a size: "xxl" and "2XL" are one, "Size 41" is "41". @returns null for what is none of `SIZE_WORDS` */
export function sizeOf(written: string): string | null {
  const size = written
    .normalize('NFC')
    .toUpperCase()
    .replace(/^(SIZE|SZ|CỠ|SỐ)\s*/u, '')
    .replace(/[\s-]/g, '')
    .replace(/^(X{2,5})L$/, (_, exes: string) => `${exes.length}XL`)
    .replace(/^(FREE|ONESIZE|OS|F|1SIZE)$/, 'FREESIZE');
  return SIZE_WORDS.includes(size) ? size : null;
}

const SIZE = String.raw`(?:free\s?size|[2-5]xl|x{0,5}l|xs|s|m|(?:2[6-9]|3\d|4[0-7]))(?![a-z0-9])`;
const EACH_SIZE = new RegExp(SIZE, 'g');
/** Sizes after a word for them: "size M hoặc L", "cỡ 38-40". */
const NAMED_SIZES = new RegExp(
  String.raw`(?<![a-z0-9])(?:size|sai|sz|co|so|kich co|kich thuoc)\s*:?\s*(${SIZE}(?:\s*(?:-|/|,|hoac|hay|va|den|toi)?\s*${SIZE})*)`,
  'g',
);
/** Words for a size, with tones: "co" may be "có", which is none. */
const SIZE_NAMES = ['size', 'sai', 'sz', 'cỡ', 'số', 'kích', 'co', 'so'];
/** Sizes that nothing else is written like. */
const CERTAIN_SIZE = /(?<![a-z0-9])(free\s?size|[2-5]xl|x{1,5}l|xs)(?![a-z0-9])/g;
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
  for (const match of folded.matchAll(NAMED_SIZES)) {
    const name = /^[^\s\d:]+/.exec(written.slice(match.index))?.[0] ?? '';
    if (SIZE_NAMES.includes(name)) add(match.index, match.index + match[0].length, match[1] ?? '');
  }
  for (const match of folded.matchAll(CERTAIN_SIZE)) add(match.index, match.index + match[0].length, match[0]);
  for (const match of folded.matchAll(LAST_SIZE)) add(match.index, match.index + match[0].trimEnd().length, match[0]);
  return terms.sort((a, b) => a.start - b.start);
}

/** The sizes in a list or a range: "38-40" has 39, too. */
function sizesIn(text: string): string[] {
  const sizes = text.match(EACH_SIZE)?.flatMap((size) => sizeOf(size) ?? []) ?? [];
  const [first, last] = [Number(sizes[0]), Number(sizes.at(-1))];
  const isRange = sizes.length === 2 && /\d\s*(-|den|toi)\s*\d/.test(text) && last > first;
  if (!isRange) return [...new Set(sizes)];
  return SIZE_WORDS.filter((size) => Number(size) >= first && Number(size) <= last);
}
