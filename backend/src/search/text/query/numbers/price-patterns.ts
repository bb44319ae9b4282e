import { AMOUNT, BARE_NUMBER, parseAmount } from './amounts.js';

// The words around amounts, folded. They are put together to the patterns below.
const ANY = `(?:${AMOUNT})|(?:${BARE_NUMBER})`;
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

/** In đồng: no amount below is a price, and no upper limit below that one. */
const MIN_PRICE = 1_000;
const MIN_LIMIT = 10_000;

/** A requested range, in đồng; an open side is null. */
export interface PriceBounds {
  min: number | null;
  max: number | null;
  /** The middle of `min` and `max` for a price that is only approximate ("about"). */
  around: number | null;
}

/** A pattern of folded text, and the bounds that its groups say: null where it is no price after all. */
export interface PricePattern {
  pattern: RegExp;
  boundsOf: (groups: (string | undefined)[]) => PriceBounds | null;
}

/** The ways to speak of a price, the specific before the general: the first that matches takes its part of the text. */
export const PRICE_PATTERNS: readonly PricePattern[] = [
  way(`${LEAD}${ABOVE}(${ANY})${AND}${BELOW}(${ANY})`, between),
  way(`${LEAD}${BELOW}(${ANY})${AND}${ABOVE}(${ANY})`, (high, low) => between(low, high)),
  // "2xx", "3xxk": from 200,000 to the next hundred thousand.
  way(`${LEAD}([1-9])xx(?:xxx|k)?(?![a-z0-9])`, (digit) => upToNextStep(Number(digit) * 100_000)),
  way(`${LEAD}(?:tam )?(${AMOUNT})${ODD}`, one(upToNextStep)),
  way(`${LEAD}(?:(?:tu|trong khoang|khoang|tam|giua)\\s*(?:gia\\s*)?)?(${ANY})${TO}(${ANY})`, between),
  way(`${LEAD}(?:tam khoang|tam|khoang)\\s*(${ANY})\\s+(${ANY})`, between),
  way(`${LEAD}(?:khoang |tam )?(${ANY})${DOWN}`, one(atMost)),
  way(`${LEAD}(?:tu |khoang |tam )?(${ANY})${UP}`, one(atLeast)),
  way(`${LEAD}(?:khong|ko) duoi\\s+(${ANY})`, one(atLeast)),
  way(`${LEAD}${BELOW}(${ANY})`, one(atMost)),
  way(`${LEAD}${ABOVE}(${ANY})`, one(atLeast)),
  way(`${LEAD}${ABOUT}(${ANY})`, one(about)),
  way(`(?:gia|muc gia|tam gia)\\s+(?:la\\s+)?(${ANY})`, one(about)),
  way(`(${AMOUNT})`, one(about)),
];

/** Without a match of this, no price pattern matches: most texts are read by this one alone. */
export const ANY_AMOUNT = new RegExp(`${ANY}|[1-9]xx`);
/** A request for something cheap. */
export const CHEAP = pattern(
  `(?:(?:gia\\s+)?(?:re re|re nhat|re thoi|re|hat re|binh dan|sinh vien|mem|phai chang|hop ly|tiet kiem|tot)|${NO}\\s+(?:qua\\s+(?:mac|dat)|(?:mac|dat)\\s+(?:qua|lam|tien))|(?:gia\\s+)?vua tui tien|sale off|sale|giam gia|khuyen mai)(?![a-z])`,
);
/** The same where no other words must tell that a price is meant: "mềm" alone is soft, "giá mềm" is cheap. */
export const CHEAP_ALONE = new RegExp(
  `^(?:(?:gia\\s+)?(?:re|hat re|binh dan|vua tui)|gia\\s|${NO}\\s|sale|giam|khuyen)`,
);
/** "rẻ" is cheap, "rẽ" is not; "mắc" is dear, "mặc" is worn. */
export const CHEAP_WITH_TONES = /rẻ|bình dân|giá|hạt dẻ|mắc|đắt|túi|sale|khuyến/;

function pattern(source: string): RegExp {
  return new RegExp(BEGIN + source, 'g');
}

/** @param boundsOf receives the amounts that the pattern's groups match */
function way(source: string, boundsOf: (first: string, second: string) => PriceBounds | null): PricePattern {
  return { pattern: pattern(source), boundsOf: ([, first = '', second = '']) => boundsOf(first, second) };
}

/** Bounds by a single amount. */
function one(boundsOf: (amount: number) => PriceBounds): (text: string) => PriceBounds | null {
  return (text) => {
    const amount = valueOf(text);
    return amount !== null && amount >= MIN_PRICE ? boundsOf(amount) : null;
  };
}

function about(amount: number): PriceBounds {
  return { min: amount * 0.8, max: amount * 1.2, around: amount };
}

function atMost(max: number): PriceBounds {
  return { min: null, max, around: null };
}

function atLeast(min: number): PriceBounds {
  return { min, max: null, around: null };
}

/** "3 trăm mấy": from 300,000 to the next hundred thousand; "1 triệu mấy" to the next million. */
function upToNextStep(amount: number): PriceBounds {
  const step = amount % 1e6 === 0 ? 1e6 : 100_000;
  return { min: amount, max: amount + step - 1_000, around: null };
}

/** "từ 200 đến 500 nghìn", "1-2 triệu", "500 đến 1 triệu": a bare first amount takes the second's unit, if that makes sense. */
function between(low: string, high: string): PriceBounds | null {
  const max = valueOf(high);
  if (max === null) return null;
  const number = Number(low.trim().replace(',', '.'));
  let min = parseAmount(low.trim());
  if (min === null || (Number.isFinite(number) && number < 10_000)) {
    const isInMillions = parseAmount(high.trim()) !== null && max >= 1e6 && number < 100;
    min = number * (isInMillions ? 1e6 : 1000);
  }
  if (!Number.isFinite(min) || min < MIN_PRICE || max < MIN_LIMIT) return null;
  return { min: Math.min(min, max), max: Math.max(min, max), around: null };
}

function valueOf(text: string): number | null {
  return parseAmount(text.trim()) ?? bareAmount(text.trim());
}

/** "dưới 300" means thousands; below ten nobody can tell. */
function bareAmount(text: string): number | null {
  const number = Number(text.replace(',', '.'));
  if (!Number.isFinite(number) || number < 10) return null;
  return number < 10_000 ? number * 1000 : number;
}
