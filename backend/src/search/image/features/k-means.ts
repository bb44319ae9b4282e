import type { LabPixels } from './lab.js';

/** A colour: lightness, a and b. */
export type LabColor = [number, number, number];

/** A cluster of pixels of similar colour. */
export interface ColorCluster {
  /** The mean colour of its pixels. */
  centre: LabColor;
  /** The part of the weight of all pixels that it has, 0 to 1. */
  share: number;
}

const CLUSTERS = 4;
const ROUNDS = 8;

/**
 * Clusters pixels by their colour, with weighted k-means (Lloyd 1982).
 * @param pixels not none; the first centres are taken from them at equal steps, so their order decides where it begins
 * @param weightOf how much a pixel counts
 * @returns four clusters, which may be empty, in the order of their first centres
 */
export function clusterColors(
  lab: LabPixels,
  pixels: readonly number[],
  weightOf: (pixel: number) => number,
): ColorCluster[] {
  let clusters = Array.from({ length: CLUSTERS }, (_, i): ColorCluster => {
    const first = pixels[Math.floor(((i + 0.5) / CLUSTERS) * pixels.length)]!;
    return { centre: colorAt(lab, first), share: 0 };
  });
  for (let round = 0; round < ROUNDS; round++) {
    const sums = clusters.map(() => [0, 0, 0, 0]);
    for (const pixel of pixels) {
      const color = colorAt(lab, pixel);
      const weight = weightOf(pixel);
      const sum = sums[nearestCluster(color, clusters).index]!;
      for (let i = 0; i < 3; i++) sum[i]! += color[i]! * weight;
      sum[3]! += weight;
    }
    const total = sums.reduce((all, sum) => all + sum[3]!, 0);
    clusters = clusters.map(({ centre }, i) => {
      const [l, a, b, weight] = sums[i] as [number, number, number, number];
      return weight > 0
        ? { centre: [l / weight, a / weight, b / weight], share: weight / total }
        : { centre, share: 0 };
    });
  }
  return clusters;
}

/** Returns the place of the cluster whose centre is nearest to a colour, and the square of its distance. */
export function nearestCluster(
  color: LabColor,
  clusters: readonly Pick<ColorCluster, 'centre'>[],
): { index: number; squared: number } {
  let index = 0;
  let squared = Infinity;
  clusters.forEach(({ centre }, i) => {
    const distance = squaredDistance(color, centre);
    if (distance >= squared) return;
    index = i;
    squared = distance;
  });
  return { index, squared };
}

/** Returns the colour of a pixel. */
export const colorAt = (lab: LabPixels, pixel: number): LabColor => [
  lab[pixel * 3]!,
  lab[pixel * 3 + 1]!,
  lab[pixel * 3 + 2]!,
];

/** Returns the square of the distance of two colours. */
export const squaredDistance = (a: LabColor, b: LabColor): number =>
  (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2;
