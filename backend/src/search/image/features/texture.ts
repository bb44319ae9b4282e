import type { LabPixels } from './lab.js';
import { toUnit } from './pixels.js';

/** Local binary patterns with at most two transitions, by their number of bits; the last kind is all others. */
const KINDS = 10;
const STEPS = [1, 2, 4] as const;
export const TEXTURE = STEPS.length * (KINDS + 1);
/** The eight neighbours in circular order. */
const ROUND = [
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
  STEPS.forEach((step, place) => {
    const kinds = new Float32Array(KINDS);
    const around = ROUND.map(([i, j]) => (j * size + i) * step);
    let strength = 0;
    let total = 0;
    for (let y = step; y < size - step; y++) {
      for (let x = step; x < size - step; x++) {
        const weight = weights[y * size + x]!;
        if (weight < 0.05) continue;
        const own = lab[(y * size + x) * 3]!;
        let bits = 0;
        let turns = 0;
        let before = -1;
        let first = 0;
        for (const away of around) {
          const other = lab[(y * size + x + away) * 3]!;
          const bit = other > own + FLAT ? 1 : 0;
          strength += (weight * Math.abs(other - own)) / 8;
          bits += bit;
          if (before < 0) first = bit;
          else if (bit !== before) turns += 1;
          before = bit;
        }
        if (before !== first) turns += 1;
        kinds[turns <= 2 ? bits : KINDS - 1]! += weight;
        total += weight;
      }
    }
    kinds.forEach((value, i) => (texture[place * (KINDS + 1) + i] = Math.sqrt(value / (total || 1))));
    texture[place * (KINDS + 1) + KINDS] = Math.min(1.5, strength / (total || 1) / 12);
  });
  return toUnit(texture);
}
