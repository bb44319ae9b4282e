import { CELLS, DIRECTIONS } from './edges.js';

/**
 * Subtracts the mean of each direction: every picture has edges in all cells, so without that all would be similar.
 * @param weights of the cells; without them all count the same
 */
export function centred(edges: Float32Array, weights?: Float32Array): Float32Array {
  const sums = new Float32Array(DIRECTIONS);
  let total = 0;
  for (let cell = 0; cell < CELLS * CELLS; cell++) {
    const weight = weights ? weights[cell]! : 1;
    total += weight;
    for (let i = 0; i < DIRECTIONS; i++) sums[i]! += weight * edges[cell * DIRECTIONS + i]!;
  }
  return edges.map((value, i) => value - sums[i % DIRECTIONS]! / (total || 1));
}

/**
 * Returns the norm of the `centred` edges under weights, in one pass and without an allocation of their size: for each direction,
 * the sum of squares less what the mean accounts for.
 */
export function centredNorm(edges: Float32Array, weights: Float32Array): number {
  const sums = new Float64Array(DIRECTIONS);
  let total = 0;
  let squares = 0;
  for (let cell = 0; cell < weights.length; cell++) {
    const weight = weights[cell]!;
    if (weight === 0) continue;
    total += weight;
    for (let i = 0; i < DIRECTIONS; i++) {
      const value = edges[cell * DIRECTIONS + i]!;
      sums[i]! += weight * value;
      squares += weight * value * value;
    }
  }
  const ofMeans = sums.reduce((sum, value) => sum + value * value, 0) / (total || 1);
  // Rounding may take it below zero.
  return Math.sqrt(Math.max(0, squares - ofMeans));
}
