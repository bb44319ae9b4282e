import { isInMiddle } from './masks.js';

/** A colour of the picture: lightness (weakened), a and b. */
type Color = number[];

const CLUSTERS = 4;
const ROUNDS = 8;
/** Colours closer than this in L*a*b* look the same. */
export const SAME_COLOR = 9;
/** A smaller share of the rim is an accident, not the background. */
const MIN_SHARE = 0.03;
/** A colour with more of the picture's middle than this, and more than of the rim, belongs to a garment that reaches the rim. */
const MAX_MIDDLE = 0.25;

/**
 * Returns the colours of the background: those of the rim, clustered by k-means (Lloyd 1982), without those of a garment that
 * extends over the rim.
 * @param colors three numbers per pixel @param rim the pixels there @param size the picture's side
 */
export function backgroundColors(colors: Float32Array, rim: number[], size: number): Color[] {
  let centres: Color[] = Array.from({ length: CLUSTERS }, (_, i) => {
    const first = rim[Math.floor(((i + 0.5) / CLUSTERS) * rim.length)]! * 3;
    return [colors[first]!, colors[first + 1]!, colors[first + 2]!];
  });
  let shares: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const sums = sumsByCluster(colors, rim, centres);
    centres = centres.map((centre, i) => {
      const [l, a, b, count] = sums[i]!;
      return count! > 0 ? [l! / count!, a! / count!, b! / count!] : centre;
    });
    shares = sums.map(([, , , count]) => count! / rim.length);
  }
  const middleShares = sharesOfMiddle(colors, centres, size);
  const background = centres.filter(
    (_, i) => shares[i]! >= MIN_SHARE && middleShares[i]! <= Math.max(MAX_MIDDLE, shares[i]!),
  );
  return background.length > 0 ? background : centres;
}

/** Returns the distance of each pixel from the nearest of some colours. */
export function distancesFrom(background: Color[], colors: Float32Array): Float32Array {
  const distances = new Float32Array(colors.length / 3);
  for (let pixel = 0; pixel < distances.length; pixel++) {
    let nearest = Infinity;
    for (const color of background) nearest = Math.min(nearest, squaredDistance(colors, pixel, color));
    distances[pixel] = Math.sqrt(nearest);
  }
  return distances;
}

/** For each centre, the sum of the colours of the pixels that are nearest to it, and their number. */
function sumsByCluster(colors: Float32Array, pixels: number[], centres: Color[]): number[][] {
  const sums = centres.map(() => [0, 0, 0, 0]);
  for (const pixel of pixels) {
    const sum = sums[nearestCentre(colors, pixel, centres).index]!;
    for (let i = 0; i < 3; i++) sum[i]! += colors[pixel * 3 + i]!;
    sum[3]! += 1;
  }
  return sums;
}

/** The share of the picture's middle that has each of the colours. */
function sharesOfMiddle(colors: Float32Array, centres: Color[], size: number): number[] {
  const counts = centres.map(() => 0);
  let total = 0;
  for (let pixel = 0; pixel < size * size; pixel++) {
    if (!isInMiddle(pixel, size)) continue;
    total += 1;
    const { index, squared } = nearestCentre(colors, pixel, centres);
    if (squared < SAME_COLOR * SAME_COLOR) counts[index]! += 1;
  }
  return counts.map((count) => count / total);
}

function nearestCentre(colors: Float32Array, pixel: number, centres: Color[]): { index: number; squared: number } {
  let index = 0;
  let squared = Infinity;
  centres.forEach((centre, i) => {
    const distance = squaredDistance(colors, pixel, centre);
    if (distance >= squared) return;
    index = i;
    squared = distance;
  });
  return { index, squared };
}

function squaredDistance(colors: Float32Array, pixel: number, color: Color): number {
  const at = pixel * 3;
  return (colors[at]! - color[0]!) ** 2 + (colors[at + 1]! - color[1]!) ** 2 + (colors[at + 2]! - color[2]!) ** 2;
}
