import type { GarmentMask } from './garment.js';

const BANDS = 16;
const LOOKS = 64;
export const OUTLINE = 2 * BANDS + 1;

/**
 * Describes the shape of a garment, in either direction that it faces: its width in each of 16 bands from top to bottom, its
 * height in each from the middle outwards, and its proportions. Zeros when the garment was not found.
 * @param ratio the picture's original width by height
 */
export function outlineOf({ weights, frame, isFound }: GarmentMask, size: number, ratio: number): Float32Array {
  const outline = new Float32Array(OUTLINE);
  if (!isFound) return outline;
  const [wide, high] = [(frame.right - frame.left) * size, (frame.bottom - frame.top) * size];
  // A fixed number of samples in each band, whatever the size of the garment.
  for (let j = 0; j < LOOKS; j++) {
    const y = Math.floor(frame.top * size + ((j + 0.5) / LOOKS) * high);
    for (let i = 0; i < LOOKS; i++) {
      const x = Math.floor(frame.left * size + ((i + 0.5) / LOOKS) * wide);
      if (!weights[y * size + x]) continue;
      const fromMiddle = Math.abs((i + 0.5) / LOOKS - 0.5) * 2;
      outline[Math.floor((j / LOOKS) * BANDS)]! += BANDS / LOOKS / LOOKS;
      outline[BANDS + Math.floor(fromMiddle * BANDS)]! += BANDS / LOOKS / LOOKS;
    }
  }
  const proportions = Math.log((ratio * wide) / high);
  outline[2 * BANDS] = Math.max(-2, Math.min(2, proportions));
  return outline;
}

/** The similarity of two outlines, 0 to 1; 0 when one is missing. */
export function outlineLikeness(one: Float32Array, other: Float32Array): number {
  if (!one[0] || !other[0]) return 0;
  let away = 0;
  for (let i = 0; i < 2 * BANDS; i++) away += (one[i]! - other[i]!) ** 2;
  const proportions = one[2 * BANDS]! - other[2 * BANDS]!;
  return Math.exp(-away / 1.2 - (proportions * proportions) / 0.5);
}
