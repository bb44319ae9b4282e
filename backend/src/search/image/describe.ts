import { frameNorms } from './features/frames.js';
import { colorOf } from './features/color.js';
import type { ColorFeatures } from './features/color.js';
import { CELLS, edgesOf } from './features/edges.js';
import { findGarment } from './features/garment.js';
import type { GarmentMask } from './features/garment.js';
import { labOf } from './features/lab.js';
import { NETWORK_SIDE } from './network.js';
import type { GarmentNetwork, Reading } from './network.js';
import { outlineOf } from './features/outline.js';
import { resample } from './features/pixels.js';
import type { Frame, Pixels } from './features/pixels.js';
import { textureOf } from './features/texture.js';

/** The side of the square, in pixels, to which pictures are scaled for the description. */
export const DESCRIBED_SIDE = 256;
const MASK_SIDE = 64;

/** The features of a described picture. */
export interface PictureParts {
  /** The colours of the garment only. */
  color: ColorFeatures;
  /** The directions of its edges, see edges.ts. */
  edges: Float32Array;
  /** The norms of its frames, see frames.ts. */
  frameNorms: Float32Array;
  /** The share of each cell that the garment covers; zeros when the garment was not found. */
  cover: Float32Array;
  outline: Float32Array;
  texture: Float32Array;
  /** Null when the network could not be loaded. */
  network: Reading | null;
}

/**
 * Describes a picture.
 * @param pixels 256 × 256
 * @param ratio width by height, before it was scaled to a square
 */
export async function describePicture(
  pixels: Pixels,
  ratio: number,
  network: GarmentNetwork | null,
): Promise<PictureParts> {
  const whole = resample(pixels, NETWORK_SIDE);
  const small = labOf(resample(pixels, MASK_SIDE));
  const garment = findGarment(small, MASK_SIDE);
  const views = garment.isFound ? [whole, resample(pixels, NETWORK_SIDE, withMargin(garment.frame))] : [whole];
  const edges = edgesOf(whole);
  return {
    color: colorOf(small, garment.weights),
    edges,
    frameNorms: frameNorms(edges),
    cover: coverOf(garment),
    outline: outlineOf(garment, MASK_SIDE, ratio),
    texture: textureOf(labOf(whole), doubled(garment.weights), NETWORK_SIDE),
    network: network && (await network.read(views)),
  };
}

function coverOf({ weights, isFound }: GarmentMask): Float32Array {
  const cover = new Float32Array(CELLS * CELLS);
  const side = MASK_SIDE / CELLS;
  if (!isFound) return cover;
  weights.forEach((weight, i) => {
    const [x, y] = [i % MASK_SIDE, Math.floor(i / MASK_SIDE)];
    cover[Math.floor(y / side) * CELLS + Math.floor(x / side)]! += weight / (side * side);
  });
  return cover;
}

/** Adds a margin of background, as photographs of garments usually have. */
function withMargin({ left, top, right, bottom }: Frame): Frame {
  const [wide, high] = [(right - left) * 0.12, (bottom - top) * 0.12];
  return {
    left: Math.max(0, left - wide),
    top: Math.max(0, top - high),
    right: Math.min(1, right + wide),
    bottom: Math.min(1, bottom + high),
  };
}

/** Doubles the resolution of 64 × 64 weights. */
function doubled(weights: Float32Array): Float32Array {
  const result = new Float32Array(NETWORK_SIDE * NETWORK_SIDE);
  for (let y = 0; y < NETWORK_SIDE; y++) {
    for (let x = 0; x < NETWORK_SIDE; x++) result[y * NETWORK_SIDE + x] = weights[(y >> 1) * MASK_SIDE + (x >> 1)]!;
  }
  return result;
}
