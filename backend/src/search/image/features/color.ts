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
const MEANS = 4;
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
  const parts = mainColors(lab, weights);
  const names = new Float32Array(COLOR_NAMES.length);
  const shades = new Float32Array(ANCHORS.length);
  for (const { lab: part, share } of parts) {
    const near = ANCHORS.map(({ lab: anchor }) => Math.exp(-distance(part, anchor) / (2 * REACH * REACH)) + 1e-9);
    const total = near.reduce((sum, value) => sum + value, 0);
    near.forEach((value, i) => {
      shades[i]! += (share * value) / total;
      names[ANCHORS[i]!.index]! += (share * value) / total;
    });
  }
  const [main] = parts;
  const best = names.indexOf(Math.max(...names));
  return { name: COLOR_NAMES[best]!, hex: hexOf(main!.lab), names, shades };
}

interface Part {
  lab: [number, number, number];
  share: number;
}

/** Finds the garment's main colours by k-means, largest first. */
function mainColors(lab: LabPixels, weights: Float32Array): Part[] {
  const picked = byLightness(lab, weights);
  let parts: Part[] = Array.from({ length: MEANS }, (_, i) => {
    const pixel = picked[Math.floor(((i + 0.5) / MEANS) * picked.length)]! * 3;
    return { lab: [lab[pixel]!, lab[pixel + 1]!, lab[pixel + 2]!], share: 0 };
  });
  for (let round = 0; round < ROUNDS; round++) {
    const sums = parts.map(() => [0, 0, 0, 0]);
    for (const pixel of picked) {
      const seen: Part['lab'] = [lab[pixel * 3]!, lab[pixel * 3 + 1]!, lab[pixel * 3 + 2]!];
      let nearest = 0;
      let least = Infinity;
      parts.forEach((part, i) => {
        const away = distance(seen, part.lab);
        if (away >= least) return;
        nearest = i;
        least = away;
      });
      const sum = sums[nearest]!;
      const weight = weights[pixel]!;
      for (let i = 0; i < 3; i++) sum[i]! += seen[i]! * weight;
      sum[3]! += weight;
    }
    const total = sums.reduce((all, sum) => all + sum[3]!, 0);
    parts = parts.map((part, i) => {
      const [l, a, b, weight] = sums[i]! as [number, number, number, number];
      return weight > 0 ? { lab: [l / weight, a / weight, b / weight], share: weight / total } : { ...part, share: 0 };
    });
  }
  return parts.sort((one, other) => other.share - one.share);
}

/** Returns the pixels with a weight, dark ones first. */
function byLightness(lab: LabPixels, weights: Float32Array): number[] {
  const most = weights.reduce((a, b) => Math.max(a, b), 0);
  const picked: number[] = [];
  weights.forEach((weight, pixel) => {
    if (weight > most * 0.1) picked.push(pixel);
  });
  return picked.sort((a, b) => lab[a * 3]! - lab[b * 3]!);
}

const distance = (one: readonly number[], other: readonly number[]): number =>
  (one[0]! - other[0]!) ** 2 + (one[1]! - other[1]!) ** 2 + (one[2]! - other[2]!) ** 2;

function hexOf([l, a, b]: Part['lab']): string {
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
