import { AMOUNT, BARE, amountOf } from './amounts.js';

/** A requested price, in đồng. */
export interface PriceTerm {
  min: number | null;
  max: number | null;
  /** Whether cheaper is better, without a limit. */
  isCheap: boolean;
  /** The middle of `min` and `max` for a price that is only approximate ("about"). */
  around: number | null;
  start: number;
  end: number;
}

const ANY = `(?:${AMOUNT})|(?:${BARE})`;
const BEGIN = String.raw`(?<![a-z0-9.,])`;
const LEAD = String.raw`(?:(?:gia|muc gia|tam gia|ngan sach|tui tien|budget)\s+(?:tien\s+)?(?:la\s+|o\s+)?)?`;
/** "Not", with chat spellings: "k quá 300". */
const NO = '(?:khong|ko|k|hong|hok|khum|dung)';
const ABOUT = String.raw`(?:tam khoang|tam|khoang|co khoang|chung|quanh|xap xi|gan|co|around|about|~)(?:\s+|(?<=~))(?:gia\s*)?(?:khoang\s*|tam\s*)?`;
const BELOW = String.raw`(?:duoi|it hon|nho hon|thap hon|re hon|${NO} (?:qua|hon|tren|vuot qua|vuot|mac hon|dat hon)|toi da|max|nhieu nhat|cao nhat|chua toi|chua den|trong vong|chi co|<=?|≤|ngan sach|tui tien|budget|under|below|less than|up to|at most)(?:\s+|(?<=[=<≤]))(?:la\s*|muc\s*|gia\s*|khoang\s*|tam\s*)?`;
const ABOVE = String.raw`(?:tren|hon|it nhat|toi thieu|cao hon|lon hon|tu|min|>=?|≥|over|above|more than|at least|from)(?:\s+|(?<=[=>≥]))(?:la\s*|muc\s*|gia\s*|khoang\s*|tam\s*)?`;
const DOWN = String.raw`\s*(?:tro xuong|do xuong|do lai|tro lai|quay dau|quay xuong|xuong)(?![a-z])`;
const UP = String.raw`\s*(?:tro len|do len|tro di|do di)(?![a-z])`;
const TO = String.raw`\s*(?:den|toi|to|cho den|->|–|—|-|~|ve)\s*(?:khoang\s*)?`;

const AND = String.raw`\s*(?:va|nhung|ma|,)?\s*`;
/** "3 trăm mấy" ends the wish; "3 trăm mấy cái" counts. */
const ODD = String.raw`\s*may(?=\s*(?:$|[^a-z\s]|thoi|thui|do|nhe|nha|a(?![a-z])))`;

type Bounds = Pick<PriceTerm, 'min' | 'max' | 'around'>;
const about = (amount: number): Bounds => ({ min: amount * 0.8, max: amount * 1.2, around: amount });

/** The ways to speak of a price, what tells more before what tells less; `null` where it is none after all. */
const WAYS: [RegExp, (said: (string | undefined)[]) => Bounds | null][] = [
  [pattern(`${LEAD}${ABOVE}(${ANY})${AND}${BELOW}(${ANY})`), ([, low = '', high = '']) => range(low, high)],
  [pattern(`${LEAD}${BELOW}(${ANY})${AND}${ABOVE}(${ANY})`), ([, high = '', low = '']) => range(low, high)],
  [pattern(`${LEAD}([1-9])xx(?:xxx|k)?(?![a-z0-9])`), ([, said = '']) => within(Number(said) * 100_000)],
  [pattern(`${LEAD}(?:tam )?(${AMOUNT})${ODD}`), ([, said = '']) => bound(said, within)],
  [
    pattern(`${LEAD}(?:(?:tu|trong khoang|khoang|tam|giua)\\s*(?:gia\\s*)?)?(${ANY})${TO}(${ANY})`),
    ([, low = '', high = '']) => range(low, high),
  ],
  [pattern(`${LEAD}(?:tam khoang|tam|khoang)\\s*(${ANY})\\s+(${ANY})`), ([, low = '', high = '']) => range(low, high)],
  [
    pattern(`${LEAD}(?:khoang |tam )?(${ANY})${DOWN}`),
    ([, said = '']) => bound(said, (max) => ({ min: null, max, around: null })),
  ],
  [
    pattern(`${LEAD}(?:tu |khoang |tam )?(${ANY})${UP}`),
    ([, said = '']) => bound(said, (min) => ({ min, max: null, around: null })),
  ],
  [
    pattern(`${LEAD}(?:khong|ko) duoi\\s+(${ANY})`),
    ([, said = '']) => bound(said, (min) => ({ min, max: null, around: null })),
  ],
  [pattern(`${LEAD}${BELOW}(${ANY})`), ([, said = '']) => bound(said, (max) => ({ min: null, max, around: null }))],
  [pattern(`${LEAD}${ABOVE}(${ANY})`), ([, said = '']) => bound(said, (min) => ({ min, max: null, around: null }))],
  [pattern(`${LEAD}${ABOUT}(${ANY})`), ([, said = '']) => bound(said, about)],
  [pattern(`(?:gia|muc gia|tam gia)\\s+(?:la\\s+)?(${ANY})`), ([, said = '']) => bound(said, about)],
  [pattern(`(${AMOUNT})`), ([, said = '']) => bound(said, about)],
];
/** Without one of these no way matches: most texts are read by this pattern alone. */
const ANY_AMOUNT = new RegExp(`${ANY}|[1-9]xx`);
const CHEAP = pattern(
  `(?:(?:gia\\s+)?(?:re re|re nhat|re thoi|re|hat re|binh dan|sinh vien|mem|phai chang|hop ly|tiet kiem|tot)|${NO}\\s+(?:qua\\s+(?:mac|dat)|(?:mac|dat)\\s+(?:qua|lam|tien))|(?:gia\\s+)?vua tui tien|sale off|sale|giam gia|khuyen mai)(?![a-z])`,
);
const CHEAP_ALONE = new RegExp(`^(?:(?:gia\\s+)?(?:re|hat re|binh dan|vua tui)|gia\\s|${NO}\\s|sale|giam|khuyen)`);
/** "rẻ" is cheap, "rẽ" is not; "mắc" is dear, "mặc" is worn. */
const CHEAPLY = /rẻ|bình dân|giá|hạt dẻ|mắc|đắt|túi|sale|khuyến/;

function pattern(source: string): RegExp {
  return new RegExp(BEGIN + source, 'g');
}

/**
 * Finds the prices that a text requests.
 * @param folded the text, folded letter by letter
 * @param written the text with its tones: "rẻ" is cheap, "rễ" is not
 */
export function readPrices(folded: string, written: string): PriceTerm[] {
  const terms: PriceTerm[] = [];
  let rest = folded;
  for (const [way, mean] of ANY_AMOUNT.test(folded) ? WAYS : []) {
    for (const said of rest.matchAll(way)) {
      const bounds = /^(size|sz|co|so)\b/.test(said[0]) && !/[kđ]|tr|ng/.test(said[0]) ? null : mean([...said]);
      if (!bounds || isMeasure(rest, said.index)) continue;
      terms.push({ ...bounds, isCheap: false, start: said.index, end: said.index + said[0].trimEnd().length });
      rest = blank(rest, said.index, said[0].length);
    }
  }
  for (const said of rest.matchAll(CHEAP)) {
    const [start, end] = [said.index, said.index + said[0].length];
    const own = written.slice(start, end);
    const isCheap = own === said[0] || CHEAPLY.test(own);
    if (!isCheap || !CHEAP_ALONE.test(said[0])) continue;
    terms.push({ min: null, max: null, around: null, isCheap: true, start, end });
  }
  return terms.sort((a, b) => a.start - b.start);
}

/** "size 38-40", "cao khoảng 160", "nặng từ 50 đến 60": body measures, not amounts of money. */
function isMeasure(text: string, at: number): boolean {
  return /(?:size|sz|cao|nang|eo|nguc|mong|vong \d|so do|can nang|chieu cao|tuoi)\s*(?:la\s*|tam\s*|khoang\s*)?$/.test(
    text.slice(0, at),
  );
}

const blank = (text: string, start: number, length: number) =>
  text.slice(0, start) + '\u0000'.repeat(length) + text.slice(start + length);

/** "dưới 300" means thousands; below ten nobody can tell. */
function bare(said: string): number | null {
  const number = Number(said.replace(',', '.'));
  if (!Number.isFinite(number) || number < 10) return null;
  return number < 10_000 ? number * 1000 : number;
}

const valueOf = (said: string) => amountOf(said.trim()) ?? bare(said.trim());

function bound(said: string, mean: (amount: number) => Bounds): Bounds | null {
  const amount = valueOf(said);
  return amount !== null && amount >= 1000 ? mean(amount) : null;
}

/** "3 trăm mấy": from 300,000 to the next hundred; "1 triệu mấy" to the next million. */
function within(amount: number): Bounds {
  const step = amount % 1e6 === 0 ? 1e6 : 100_000;
  return { min: amount, max: amount + step - 1_000, around: null };
}

/** "từ 200 đến 500 nghìn", "1-2 triệu", "500 đến 1 triệu": the unit of the second is the first's, if that makes sense. */
function range(low: string, high: string): Bounds | null {
  const max = valueOf(high);
  if (max === null) return null;
  const number = Number(low.trim().replace(',', '.'));
  let min = amountOf(low.trim());
  if (min === null || (Number.isFinite(number) && number < 10_000)) {
    const unit = amountOf(high.trim()) !== null && max >= 1e6 && number < 100 ? 1e6 : 1000;
    min = number * unit;
  }
  if (!Number.isFinite(min) || min < 1000 || max < 10_000) return null;
  return { min: Math.min(min, max), max: Math.max(min, max), around: null };
}
