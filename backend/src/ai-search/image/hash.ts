import type { Pixels } from './pixels.js';

const SIZE = 32;
const KEPT = 8;

/** The cosines of the discrete cosine transform (type II), for the lowest frequencies. */
const COSINES = Array.from({ length: KEPT }, (_, k) =>
  Float32Array.from({ length: SIZE }, (_, x) => Math.cos((Math.PI * k * (2 * x + 1)) / (2 * SIZE))),
);

/**
 * A perceptual hash, 64 bits: whether each of a picture's 8 × 8 lowest frequencies is above their median. A picture scaled,
 * recompressed or in another light keeps nearly all of them. Of a mirrored one each odd column has turned its sign.
 * @param pixels 32 × 32
 */
export function hashesOf(pixels: Pixels): { hash: Uint8Array; mirrored: Uint8Array } {
  const light = Float32Array.from(
    { length: SIZE * SIZE },
    (_, i) => 0.299 * pixels.data[i * 3]! + 0.587 * pixels.data[i * 3 + 1]! + 0.114 * pixels.data[i * 3 + 2]!,
  );
  const waves: number[] = [];
  for (let v = 0; v < KEPT; v++) {
    for (let u = 0; u < KEPT; u++) {
      let sum = 0;
      for (let y = 0; y < SIZE; y++) {
        for (let x = 0; x < SIZE; x++) sum += light[y * SIZE + x]! * COSINES[u]![x]! * COSINES[v]![y]!;
      }
      waves.push(sum);
    }
  }
  return { hash: bitsOf(waves), mirrored: bitsOf(waves.map((wave, i) => (i % 2 ? -wave : wave))) };
}

/** The first wave is the picture's mean and says nothing of what it shows. */
function bitsOf(waves: number[]): Uint8Array {
  const median = [...waves.slice(1)].sort((a, b) => a - b)[31]!;
  return Uint8Array.from(waves, (wave, i) => (i > 0 && wave > median ? 1 : 0));
}

/** How many of the 64 bits are the same, 0 to 1. */
export function sameBits(one: Uint8Array, other: Uint8Array): number {
  let same = 0;
  for (let i = 0; i < one.length; i++) if (one[i] === other[i]) same += 1;
  return same / one.length;
}
