import type { LabPixels } from './lab.js';
import { toUnit } from './pixels.js';

/** Local binary patterns with at most two transitions, by their number of bits; the last kind is all others. */
const KINDS = 10;
/** The distances of the compared neighbours, in pixels: fine, middle and coarse patterns. */
const STEPS = [1, 2, 4] as const;
/** The numbers of each step: the histogram, and the strength. */
const PER_STEP = KINDS + 1;
export const TEXTURE = STEPS.length * PER_STEP;
/** The eight neighbours in circular order. */
const NEIGHBOURS = [
  [-1, -1],
  [0, -1],
  [1, -1],
  [1, 0],
  [1, 1],
  [0, 1],
  [-1, 1],
  [-1, 0],
] as const;
/** A smaller difference in lightness is plain cloth, not a pattern. */
const FLAT = 2;

/**
 * Describes the pattern of the cloth: histograms of local binary patterns (Ojala, Pietikäinen and Mäenpää 2002, uniform and
 * rotation-invariant) at three sizes, on the garment only, each with the strength of the pattern.
 */
export function textureOf(lab: LabPixels, weights: Float32Array, size: number): Float32Array {
  const texture = new Float32Array(TEXTURE);
  STEPS.forEach((step, nth) => {
    const { histogram, strength, total } = patternsAt(step, lab, weights, size);
    histogram.forEach((value, kind) => (texture[nth * PER_STEP + kind] = Math.sqrt(value / (total || 1))));
    texture[nth * PER_STEP + KINDS] = Math.min(1.5, strength / (total || 1) / 12);
  });
  return toUnit(texture);
}

/** The weight of each kind of pattern, the sum of the differences to neighbours, and the weight of all pixels. */
function patternsAt(step: number, lab: LabPixels, weights: Float32Array, size: number) {
  const histogram = new Float32Array(KINDS);
  const offsets = NEIGHBOURS.map(([x, y]) => (y * size + x) * step);
  let strength = 0;
  let total = 0;
  for (let y = step; y < size - step; y++) {
    for (let x = step; x < size - step; x++) {
      const pixel = y * size + x;
      const weight = weights[pixel]!;
      if (weight < 0.05) continue;
      const lightness = lab[pixel * 3]!;
      let bits = 0;
      let transitions = 0;
      let first = -1;
      let previous = -1;
      for (const offset of offsets) {
        const neighbour = lab[(pixel + offset) * 3]!;
        const bit = neighbour > lightness + FLAT ? 1 : 0;
        strength += (weight * Math.abs(neighbour - lightness)) / 8;
        bits += bit;
        if (first < 0) first = bit;
        else if (bit !== previous) transitions += 1;
        previous = bit;
      }
      if (previous !== first) transitions += 1;
      histogram[transitions <= 2 ? bits : KINDS - 1]! += weight;
      total += weight;
    }
  }
  return { histogram, strength, total };
}
