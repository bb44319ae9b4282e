import {
  clusterColors,
  colorAt,
  nearestCluster,
  squaredDistance,
  type ColorCluster,
  type LabColor,
} from './k-means.js';
import { isInMiddle } from './masks.js';

/** Colours closer than this in L*a*b* look the same. */
export const SAME_COLOR = 9;
/** A smaller share of the rim is an accident, not the background. */
const MIN_SHARE = 0.03;
/** A colour with more of the picture's middle than this, and more than of the rim, belongs to a garment that reaches the rim. */
const MAX_MIDDLE = 0.25;

/**
 * Returns the colours of the background: the main ones of the rim, without those of a garment that extends over the rim.
 * @param colors three numbers per pixel, with the lightness weakened @param rim the pixels there @param size the picture's side
 */
export function backgroundColors(colors: Float32Array, rim: number[], size: number): LabColor[] {
  const clusters = clusterColors(colors, rim, () => 1);
  const middleShares = sharesOfMiddle(colors, clusters, size);
  const background = clusters.filter(
    ({ share }, i) => share >= MIN_SHARE && middleShares[i]! <= Math.max(MAX_MIDDLE, share),
  );
  return (background.length > 0 ? background : clusters).map(({ centre }) => centre);
}

/** Returns the distance of each pixel from the nearest of some colours. */
export function distancesFrom(background: LabColor[], colors: Float32Array): Float32Array {
  const distances = new Float32Array(colors.length / 3);
  for (let pixel = 0; pixel < distances.length; pixel++) {
    const own = colorAt(colors, pixel);
    let nearest = Infinity;
    for (const color of background) nearest = Math.min(nearest, squaredDistance(own, color));
    distances[pixel] = Math.sqrt(nearest);
  }
  return distances;
}

/** The share of the picture's middle that has each of the colours. */
function sharesOfMiddle(colors: Float32Array, clusters: ColorCluster[], size: number): number[] {
  const counts = clusters.map(() => 0);
  let total = 0;
  for (let pixel = 0; pixel < size * size; pixel++) {
    if (!isInMiddle(pixel, size)) continue;
    total += 1;
    const { index, squared } = nearestCluster(colorAt(colors, pixel), clusters);
    if (squared < SAME_COLOR * SAME_COLOR) counts[index]! += 1;
  }
  return counts.map((count) => count / total);
}
