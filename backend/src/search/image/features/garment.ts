import type { LabPixels } from './lab.js';
import type { Frame } from './pixels.js';

/** The location of the garment in a picture. */
export interface GarmentMask {
  /** For each pixel, the probability that it belongs to the garment, 0 to 1. */
  weights: Float32Array;
  /** The bounding rectangle. */
  frame: Frame;
  /** True when the garment was separated from its background; otherwise the weights only favour the middle. */
  isFound: boolean;
}

const RIM = 3;
const GROUNDS = 4;
const ROUNDS = 8;
/** The minimum distance from the background in L*a*b*, however uniform that is. */
const MIN_AWAY = 9;
/** Light and shadow change a background's lightness more than its colour. */
const LIGHTNESS = 0.6;

/**
 * Finds the garment of a square picture from the picture's rim: the rim's colours belong to the background, unless the middle
 * contains more of them. On a background too busy for this, `isFound` is false.
 */
export function findGarment(lab: LabPixels, size: number): GarmentMask {
  const seen = lab.map((value, i) => (i % 3 === 0 ? value * LIGHTNESS : value));
  const rim = rimOf(size);
  const grounds = groundsOf(seen, rim, size);
  const away = distances(seen, grounds);
  const own = rim.map((pixel) => away[pixel]!).sort((a, b) => a - b);
  const limit = Math.max(MIN_AWAY, own[Math.floor(own.length * 0.8)]! * 1.4);
  const mask = largestPart(
    smooth(
      smooth(
        Uint8Array.from(away, (value) => (value > limit ? 1 : 0)),
        size,
      ),
      size,
    ),
    size,
  );
  return isPlausible(mask, size)
    ? { weights: Float32Array.from(mask), frame: frameOf(mask, size), isFound: true }
    : leaning(away, size);
}

const rimOf = (size: number): number[] =>
  Array.from({ length: size * size }, (_, i) => i).filter((i) => {
    const [x, y] = [i % size, Math.floor(i / size)];
    return x < RIM || y < RIM || x >= size - RIM || y >= size - RIM;
  });

const isMiddle = (i: number, size: number): boolean => {
  const [x, y] = [(i % size) / size, Math.floor(i / size) / size];
  return x > 0.3 && x < 0.7 && y > 0.25 && y < 0.75;
};

/** Clusters the rim's colours by k-means, without those of a garment that extends over the rim. */
function groundsOf(seen: Float32Array, rim: number[], size: number): number[][] {
  let centres = Array.from({ length: GROUNDS }, (_, i) => {
    const pixel = rim[Math.floor(((i + 0.5) / GROUNDS) * rim.length)]! * 3;
    return [seen[pixel]!, seen[pixel + 1]!, seen[pixel + 2]!];
  });
  const nearest = (pixel: number): [number, number] => {
    let best = 0;
    let least = Infinity;
    centres.forEach((centre, i) => {
      const distance = squares(seen, pixel, centre);
      if (distance >= least) return;
      best = i;
      least = distance;
    });
    return [best, least];
  };
  let shares: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const sums = centres.map(() => [0, 0, 0, 0]);
    for (const pixel of rim) {
      const sum = sums[nearest(pixel)[0]]!;
      for (let i = 0; i < 3; i++) sum[i]! += seen[pixel * 3 + i]!;
      sum[3]! += 1;
    }
    centres = centres.map((centre, i) =>
      sums[i]![3]! > 0 ? centre.map((_, k) => sums[i]![k]! / sums[i]![3]!) : centre,
    );
    shares = sums.map((sum) => sum[3]! / rim.length);
  }
  const inMiddle = centres.map(() => 0);
  let middle = 0;
  for (let pixel = 0; pixel < size * size; pixel++) {
    if (!isMiddle(pixel, size)) continue;
    middle += 1;
    const [best, distance] = nearest(pixel);
    if (distance < MIN_AWAY * MIN_AWAY) inMiddle[best]! += 1;
  }
  const kept = centres.filter((_, i) => shares[i]! >= 0.03 && inMiddle[i]! / middle <= Math.max(0.25, shares[i]!));
  return kept.length > 0 ? kept : centres;
}

function squares(seen: Float32Array, pixel: number, centre: number[]): number {
  const at = pixel * 3;
  return (seen[at]! - centre[0]!) ** 2 + (seen[at + 1]! - centre[1]!) ** 2 + (seen[at + 2]! - centre[2]!) ** 2;
}

/** Computes the distance of each pixel from the nearest centre. */
function distances(seen: Float32Array, centres: number[][]): Float32Array {
  const result = new Float32Array(seen.length / 3);
  for (let pixel = 0; pixel < result.length; pixel++) {
    let least = Infinity;
    for (const centre of centres) least = Math.min(least, squares(seen, pixel, centre));
    result[pixel] = Math.sqrt(least);
  }
  return result;
}

/** Majority filter over 5 × 5 pixels. */
function smooth(mask: Uint8Array, size: number): Uint8Array {
  const result = new Uint8Array(mask.length);
  const inside = (value: number) => Math.min(Math.max(value, 0), size - 1);
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      let sum = 0;
      for (let j = -2; j <= 2; j++) {
        for (let i = -2; i <= 2; i++) sum += mask[inside(y + j) * size + inside(x + i)]!;
      }
      result[y * size + x] = sum > 12 ? 1 : 0;
    }
  }
  return result;
}

/** Keeps the most central connected part and adjacent parts of at least a fifth of its size (a pair of shoes); fills holes. */
function largestPart(mask: Uint8Array, size: number): Uint8Array {
  const parts = partsOf(mask, size, 1).map((pixels) => ({ pixels, rank: rankOf(pixels, size) }));
  const best = Math.max(0, ...parts.map(({ rank }) => rank));
  const result = new Uint8Array(mask.length);
  for (const { pixels, rank } of parts) if (rank >= best / 5) for (const pixel of pixels) result[pixel] = 1;
  // A region that does not reach the picture's edge is a hole.
  for (const pixels of partsOf(result, size, 0)) {
    const isOpen = pixels.some((i) => i < size || i >= size * (size - 1) || i % size === 0 || i % size === size - 1);
    if (!isOpen && pixels.length < mask.length / 20) for (const pixel of pixels) result[pixel] = 1;
  }
  return result;
}

const rankOf = (pixels: number[], size: number): number => pixels.reduce((sum, i) => sum + middleness(i, size), 0);

/** Returns 1 in the middle of the picture, decreasing towards the edges. */
function middleness(i: number, size: number): number {
  const [x, y] = [(i % size) / size - 0.5, Math.floor(i / size) / size - 0.5];
  return Math.exp(-(x * x + y * y) / 0.12);
}

function partsOf(mask: Uint8Array, size: number, value: 0 | 1): number[][] {
  const done = new Uint8Array(mask.length);
  const parts: number[][] = [];
  for (let start = 0; start < mask.length; start++) {
    if (done[start] || mask[start] !== value) continue;
    done[start] = 1;
    const pixels = [start];
    for (let at = 0; at < pixels.length; at++) {
      const i = pixels[at]!;
      const x = i % size;
      for (const next of [x > 0 ? i - 1 : -1, x < size - 1 ? i + 1 : -1, i - size, i + size]) {
        if (next < 0 || next >= mask.length || done[next] || mask[next] !== value) continue;
        done[next] = 1;
        pixels.push(next);
      }
    }
    parts.push(pixels);
  }
  return parts;
}

/** A garment fills a part of the picture, and its middle more than its rim. */
function isPlausible(mask: Uint8Array, size: number): boolean {
  const rim = rimOf(size);
  let [all, middle, middles] = [0, 0, 0];
  mask.forEach((value, i) => {
    all += value;
    if (!isMiddle(i, size)) return;
    middles += 1;
    middle += value;
  });
  const edge = rim.reduce((sum, i) => sum + mask[i]!, 0) / rim.length;
  const share = all / mask.length;
  return share > 0.06 && share < 0.85 && middle / middles > 0.35 && edge < Math.min(0.4, share);
}

function frameOf(mask: Uint8Array, size: number): Frame {
  let [left, top, right, bottom] = [size, size, 0, 0];
  mask.forEach((value, i) => {
    if (!value) return;
    const [x, y] = [i % size, Math.floor(i / size)];
    left = Math.min(left, x);
    right = Math.max(right, x + 1);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y + 1);
  });
  return { left: left / size, top: top / size, right: right / size, bottom: bottom / size };
}

/** Weights for a busy background: pixels in the middle whose colours are rare at the rim. */
function leaning(away: Float32Array, size: number): GarmentMask {
  const weights = Float32Array.from(away, (value, i) => {
    const near = middleness(i, size);
    return near * near * Math.min(1, 0.25 + value / 40);
  });
  return { weights, frame: { left: 0.08, top: 0.08, right: 0.92, bottom: 0.92 }, isFound: false };
}
