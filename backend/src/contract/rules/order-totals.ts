import type { Vnd } from './money.js';

/** Shipping fees and the tax rate. Above the reduced threshold an order pays the reduced fee, from the free threshold on nothing. */
export interface PricingRules {
  standardFee: Vnd;
  reducedThreshold: Vnd;
  reducedFee: Vnd;
  freeThreshold: Vnd;
  taxPercent: number;
}

/** The defaults; the owner can change them. */
export const DEFAULT_PRICING: PricingRules = {
  standardFee: 0,
  reducedThreshold: 1_000_000,
  reducedFee: 100_000,
  freeThreshold: 2_000_000,
  taxPercent: 5,
};

export interface OrderTotals {
  itemsPrice: Vnd;
  shippingPrice: Vnd;
  taxPrice: Vnd;
  discount: Vnd;
  totalPrice: Vnd;
}

/** The fee for an order of `itemsPrice`: items <= 1,000,000: 0; below 2,000,000: 100,000; from there on: 0. */
export function shippingPrice(itemsPrice: Vnd, rules: PricingRules = DEFAULT_PRICING): Vnd {
  if (itemsPrice >= rules.freeThreshold) return 0;
  return itemsPrice > rules.reducedThreshold ? rules.reducedFee : rules.standardFee;
}

/**
 * Returns `percent` of `itemsPrice`, rounded half up. The percentage may have two decimals. BigInt calculates in hundredths of
 * a percent, so no total is wrong because of binary fractions.
 */
export function taxPrice(itemsPrice: Vnd, percent: number = DEFAULT_PRICING.taxPercent): Vnd {
  const hundredths = BigInt(Math.round(percent * 100));
  return Number((BigInt(itemsPrice) * hundredths + 5_000n) / 10_000n);
}

/**
 * Calculates the totals of an order, for the page and for the order itself.
 * @param lines unit price and quantity of each line
 * @param couponAmount the coupon's discount; limited to the sum it is subtracted from
 * @throws RangeError when the sum is not a safe integer
 */
export function orderTotals(
  lines: readonly { price: Vnd; qty: number }[],
  couponAmount: Vnd = 0,
  rules: PricingRules = DEFAULT_PRICING,
): OrderTotals {
  const itemsPrice = lines.reduce((sum, line) => sum + line.price * line.qty, 0);
  if (!Number.isSafeInteger(itemsPrice * 2)) throw new RangeError('The order is worth more than can be counted');
  const shipping = shippingPrice(itemsPrice, rules);
  const tax = taxPrice(itemsPrice, rules.taxPercent);
  const sum = itemsPrice + shipping + tax;
  const discount = Math.min(couponAmount, sum);
  return { itemsPrice, shippingPrice: shipping, taxPrice: tax, discount, totalPrice: sum - discount };
}
