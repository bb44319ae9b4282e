import { SAME_COLOR, backgroundColors, distancesFrom } from './background.js';
import type { LabPixels } from './lab.js';
import { centralParts, centrality, isInMiddle, majorityFilter, rimOf, type Mask } from './masks.js';
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

/** Light and shadow change a background's lightness more than its colour. */
const LIGHTNESS = 0.6;

/**
 * Finds the garment of a square picture from the picture's rim: the rim's colours belong to the background, unless the middle
 * contains more of them. On a background too busy for this, `isFound` is false.
 */
export function findGarment(lab: LabPixels, size: number): GarmentMask {
  const colors = lab.map((value, i) => (i % 3 === 0 ? value * LIGHTNESS : value));
  const rim = rimOf(size);
  const distances = distancesFrom(backgroundColors(colors, rim, size), colors);
  const limit = maxBackgroundDistance(distances, rim);
  const isAway = Uint8Array.from(distances, (distance) => (distance > limit ? 1 : 0));
  const isSmooth = majorityFilter(majorityFilter(isAway, size), size);
  const mask = centralParts(isSmooth, size);
  if (!isPlausible(mask, rim, size)) return centralWeights(distances, size);
  return { weights: Float32Array.from(mask), frame: boundsOf(mask, size), isFound: true };
}

/** The distance up to which a pixel is background: somewhat more than most of the rim, and at least `SAME_COLOR`. */
function maxBackgroundDistance(distances: Float32Array, rim: number[]): number {
  const ofRim = rim.map((pixel) => distances[pixel]!).sort((a, b) => a - b);
  return Math.max(SAME_COLOR, ofRim[Math.floor(ofRim.length * 0.8)]! * 1.4);
}

/** A garment fills a part of the picture, and its middle more than its rim. */
function isPlausible(mask: Mask, rim: number[], size: number): boolean {
  let [covered, middleCovered, middle] = [0, 0, 0];
  mask.forEach((value, pixel) => {
    covered += value;
    if (!isInMiddle(pixel, size)) return;
    middle += 1;
    middleCovered += value;
  });
  const share = covered / mask.length;
  const rimShare = rim.reduce((sum, pixel) => sum + mask[pixel]!, 0) / rim.length;
  return share > 0.06 && share < 0.85 && middleCovered / middle > 0.35 && rimShare < Math.min(0.4, share);
}

function boundsOf(mask: Mask, size: number): Frame {
  let [left, top, right, bottom] = [size, size, 0, 0];
  mask.forEach((value, pixel) => {
    if (!value) return;
    const [x, y] = [pixel % size, Math.floor(pixel / size)];
    left = Math.min(left, x);
    right = Math.max(right, x + 1);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y + 1);
  });
  return { left: left / size, top: top / size, right: right / size, bottom: bottom / size };
}

/** Weights for a busy background: pixels in the middle whose colours are rare at the rim. */
function centralWeights(distances: Float32Array, size: number): GarmentMask {
  const weights = Float32Array.from(distances, (distance, pixel) => {
    const central = centrality(pixel, size);
    return central * central * Math.min(1, 0.25 + distance / 40);
  });
  return { weights, frame: { left: 0.08, top: 0.08, right: 0.92, bottom: 0.92 }, isFound: false };
}
