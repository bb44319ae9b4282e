import { clusterColors, squaredDistance, type ColorCluster, type LabColor } from './k-means.js';
import { labOfHex } from './lab.js';
import type { LabPixels } from './lab.js';

/** The colours that shoppers distinguish, by the names in the shop. */
export type ColorName = keyof typeof SHADES;

/** Each colour with the shades in which cloth and photographs show it. */
const SHADES = {
  đen: ['#050505', '#151518', '#232224', '#302e30', '#3b3838', '#464344'],
  xám: ['#4d4d4e', '#666665', '#7d7c7b', '#969593', '#adaba8'],
  trắng: ['#c6c6c6', '#d6d4d2', '#e6e6e6', '#f8f8f8'],
  be: ['#c9b69c', '#dcc8a8', '#b8a286', '#e8dcc4'],
  nâu: ['#4a342b', '#6b4a35', '#7d604c', '#966f4e', '#594a41'],
  đỏ: ['#5a1a24', '#7d222e', '#a32029', '#c8302f', '#d8463f'],
  hồng: ['#c05a82', '#dd7b9a', '#e8a5b4', '#d98a84', '#a8456b', '#ecc6c8'],
  cam: ['#d8582e', '#ea7a30', '#c4602f'],
  vàng: ['#d9a32e', '#e9c84a', '#b58a2b', '#f0dc86'],
  'xanh lá': ['#24462f', '#3b6b47', '#5b7250', '#5fa877', '#94bfa0', '#6c7444', '#1f7a68'],
  'xanh dương': ['#2f5d9c', '#3a79b8', '#5f93bd', '#90b4d2', '#5d7690', '#26a0bd', '#3c55a5', '#9aa9bf', '#6a7588'],
  'xanh navy': ['#171c2c', '#222a40', '#2c3852', '#35415f', '#1f2c5c', '#25262f', '#2e313e'],
  tím: ['#43294a', '#5e3a6e', '#80609c', '#aa96c4'],
} as const satisfies Record<string, readonly string[]>;

export const COLOR_NAMES = Object.keys(SHADES) as ColorName[];

const ANCHORS = COLOR_NAMES.flatMap((name, index) => SHADES[name].map((hex) => ({ index, lab: labOfHex(hex) })));
/** The radius within which a colour counts as a shade, in L*a*b*. */
const REACH = 7;

/** The colours of a garment. */
export interface ColorFeatures {
  /** The colour of the largest part of the garment: its name and its value. */
  name: ColorName;
  hex: string;
  /** For each of COLOR_NAMES, the share of the garment that may be called so. */
  names: Float32Array;
  /** The same by shade. */
  shades: Float32Array;
}

/** Extracts the colours of a picture; each pixel counts by the probability that it belongs to the garment. */
export function colorOf(lab: LabPixels, weights: Float32Array): ColorFeatures {
  const colors = mainColors(lab, weights);
  const names = new Float32Array(COLOR_NAMES.length);
  const shades = new Float32Array(ANCHORS.length);
  for (const color of colors) {
    const near = ANCHORS.map(({ lab: anchor }) => likeness(color.centre, anchor));
    const total = near.reduce((sum, value) => sum + value, 0);
    near.forEach((value, i) => {
      shades[i]! += (color.share * value) / total;
      names[ANCHORS[i]!.index]! += (color.share * value) / total;
    });
  }
  const [main] = colors;
  const best = names.indexOf(Math.max(...names));
  return { name: COLOR_NAMES[best]!, hex: hexOf(main!.centre), names, shades };
}

/** Finds the garment's main colours, largest first. */
const mainColors = (lab: LabPixels, weights: Float32Array): ColorCluster[] =>
  clusterColors(lab, byLightness(lab, weights), (pixel) => weights[pixel]!).sort((a, b) => b.share - a.share);

/** Returns the pixels with a weight, dark ones first. */
function byLightness(lab: LabPixels, weights: Float32Array): number[] {
  const highest = weights.reduce((a, b) => Math.max(a, b), 0);
  const pixels: number[] = [];
  weights.forEach((weight, pixel) => {
    if (weight > highest * 0.1) pixels.push(pixel);
  });
  return pixels.sort((a, b) => lab[a * 3]! - lab[b * 3]!);
}

/** How likely people call two colours the same: a bell curve of their distance, above 0 for the division. */
const likeness = (a: LabColor, b: LabColor): number => Math.exp(-squaredDistance(a, b) / (2 * REACH * REACH)) + 1e-9;

/** Converts L*a*b* to `#rrggbb`, the inverse of `labOfHex`. */
function hexOf([l, a, b]: LabColor): string {
  const y = (l + 16) / 116;
  const cube = (value: number) => (value > 6 / 29 ? value ** 3 : 3 * (6 / 29) ** 2 * (value - 4 / 29));
  const [x, light, z] = [cube(y + a / 500) * 0.95047, cube(y), cube(y - b / 200) * 1.08883];
  const channels = [
    3.2404542 * x - 1.5371385 * light - 0.4985314 * z,
    -0.969266 * x + 1.8760108 * light + 0.041556 * z,
    0.0556434 * x - 0.2040259 * light + 1.0572252 * z,
  ].map((value) => {
    const within = Math.min(Math.max(value, 0), 1);
    return Math.round(255 * (within <= 0.0031308 ? 12.92 * within : 1.055 * within ** (1 / 2.4) - 0.055));
  });
  return `#${Buffer.from(channels).toString('hex')}`;
}
