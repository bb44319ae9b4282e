import { parseAmount } from './amounts.js';

/** A requested range, in đồng; an open side is null. */
export interface PriceBounds {
  min: number | null;
  max: number | null;
  /** The middle of `min` and `max` for a price that is only approximate ("about"). */
  around: number | null;
}

/** In đồng: no amount below is a price, and no upper limit below that one. */
const MIN_PRICE = 1_000;
const MIN_LIMIT = 10_000;
/** How far a price may be from the one that "about" names, as a share of it. */
const TOLERANCE = 0.2;

/** "khoảng 250k" */
export const about = (amount: number): PriceBounds => ({
  min: amount * (1 - TOLERANCE),
  max: amount * (1 + TOLERANCE),
  around: amount,
});

/** "dưới 300k" */
export const atMost = (max: number): PriceBounds => ({ min: null, max, around: null });

/** "trên 300k" */
export const atLeast = (min: number): PriceBounds => ({ min, max: null, around: null });

/** "3 trăm mấy": from 300,000 to the next hundred thousand; "1 triệu mấy" to the next million. */
export function upToNextStep(amount: number): PriceBounds {
  const step = amount % 1e6 === 0 ? 1e6 : 100_000;
  return { min: amount, max: amount + step - 1_000, around: null };
}

/**
 * Bounds by a single amount.
 * @returns a function of the amount as it is written, folded, which gives null for what is no price
 */
export function byAmount(boundsOf: (amount: number) => PriceBounds): (text: string) => PriceBounds | null {
  return (text) => {
    const amount = priceOf(text);
    return amount !== null && amount >= MIN_PRICE ? boundsOf(amount) : null;
  };
}

/**
 * "từ 200 đến 500 nghìn", "1-2 triệu", "500 đến 1 triệu": a bare first amount takes the second's unit, if that makes sense.
 * @returns null for what is no price
 */
export function between(low: string, high: string): PriceBounds | null {
  const max = priceOf(high);
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

const priceOf = (text: string): number | null => parseAmount(text.trim()) ?? parseBareNumber(text.trim());

/** "dưới 300" means thousands; below ten nobody can tell. */
function parseBareNumber(text: string): number | null {
  const number = Number(text.replace(',', '.'));
  if (!Number.isFinite(number) || number < 10) return null;
  return number < 10_000 ? number * 1000 : number;
}
