// @ts-check

/** @typedef {{ median: number, min: number, max: number }} Spread */

/**
 * @param {number[]} values at least one
 * @returns {number} the one in the middle; of an even number, the mean of the two in the middle
 */
export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (/** @type {number} */ index) => /** @type {number} */ (sorted[Math.floor(index)]);
  return (at((sorted.length - 1) / 2) + at(sorted.length / 2)) / 2;
}

/**
 * @param {number[]} values at least one
 * @returns {Spread}
 */
export function spread(values) {
  return { median: median(values), min: Math.min(...values), max: Math.max(...values) };
}

/**
 * @param {number[]} values
 * @param {number} share of them, from 0 to 1
 * @returns {number} the value that this share of them does not exceed; NaN without values
 */
export function percentile(values, share) {
  return values.toSorted((a, b) => a - b)[Math.floor(share * (values.length - 1))] ?? NaN;
}
