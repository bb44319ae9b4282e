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
const CLUSTERS = 4;
const ROUNDS = 8;

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
    const near = ANCHORS.map(({ lab: anchor }) => likeness(color.lab, anchor));
    const total = near.reduce((sum, value) => sum + value, 0);
    near.forEach((value, i) => {
      shades[i]! += (color.share * value) / total;
      names[ANCHORS[i]!.index]! += (color.share * value) / total;
    });
  }
  const [main] = colors;
  const best = names.indexOf(Math.max(...names));
  return { name: COLOR_NAMES[best]!, hex: hexOf(main!.lab), names, shades };
}

type Lab = [number, number, number];

/** A main colour, and the share of the garment that has it. */
interface MainColor {
  lab: Lab;
  share: number;
}

/** Finds the garment's main colours by weighted k-means (Lloyd 1982), largest first. */
function mainColors(lab: LabPixels, weights: Float32Array): MainColor[] {
  const pixels = byLightness(lab, weights);
  let colors: MainColor[] = Array.from({ length: CLUSTERS }, (_, i) => {
    const start = pixels[Math.floor(((i + 0.5) / CLUSTERS) * pixels.length)]!;
    return { lab: colorAt(lab, start), share: 0 };
  });
  for (let round = 0; round < ROUNDS; round++) {
    const sums = colors.map(() => [0, 0, 0, 0]);
    for (const pixel of pixels) {
      const color = colorAt(lab, pixel);
      const weight = weights[pixel]!;
      const sum = sums[nearestTo(color, colors)]!;
      for (let i = 0; i < 3; i++) sum[i]! += color[i]! * weight;
      sum[3]! += weight;
    }
    const total = sums.reduce((all, sum) => all + sum[3]!, 0);
    colors = colors.map((color, i) => {
      const [l, a, b, weight] = sums[i]! as [number, number, number, number];
      return weight > 0 ? { lab: [l / weight, a / weight, b / weight], share: weight / total } : { ...color, share: 0 };
    });
  }
  return colors.sort((a, b) => b.share - a.share);
}

const colorAt = (lab: LabPixels, pixel: number): Lab => [lab[pixel * 3]!, lab[pixel * 3 + 1]!, lab[pixel * 3 + 2]!];

function nearestTo(color: Lab, colors: MainColor[]): number {
  let nearest = 0;
  let least = Infinity;
  colors.forEach((other, i) => {
    const squared = squaredDistance(color, other.lab);
    if (squared >= least) return;
    nearest = i;
    least = squared;
  });
  return nearest;
}

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
const likeness = (a: Lab, b: Lab): number => Math.exp(-squaredDistance(a, b) / (2 * REACH * REACH)) + 1e-9;

const squaredDistance = (a: Lab, b: Lab): number => (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2;

/** Converts L*a*b* to `#rrggbb`, the inverse of `labOfHex`. */
function hexOf([l, a, b]: Lab): string {
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
