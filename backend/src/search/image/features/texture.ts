import type { LabPixels } from './lab.js';
import { toUnit } from './pixels.js';

/** Local binary patterns that turn at most twice around their pixel, by how many bits they have; the last is all others. */
const KINDS = 10;
const STEPS = [1, 2, 4] as const;
export const TEXTURE = STEPS.length * (KINDS + 1);
/** The eight neighbours, going round. */
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
/** Less than this in lightness is no pattern but cloth. */
const FLAT = 2;

/**
 * The pattern of the cloth: histograms of local binary patterns (Ojala, Pietikäinen and Mäenpää 2002, uniform, whichever way
 * they are turned) at three sizes, over the garment only, each with how strong the pattern is.
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
