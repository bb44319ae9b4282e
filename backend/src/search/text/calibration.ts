/**
 * The percentage of right results by score, measured on the shared and the training searches of
 * `npm run eval:search -- --words`: isotonic regression, smoothed by hand to a few straight lines.
 */
const CALIBRATION: readonly [score: number, percent: number][] = [
  [0, 1],
  [0.4, 3],
  [0.65, 8],
  [0.74, 22],
  [0.81, 30],
  [0.85, 52],
  [0.9, 62],
  [0.94, 72],
  [0.965, 86],
  [0.98, 96],
  [1, 99],
];

/**
 * The chance that a person judges a result right.
 * @param score from 0 to 1
 * @returns 1 to 99, never lower for a higher score
 */
export function relevancePercent(score: number): number {
  const above = CALIBRATION.findIndex(([at]) => at >= score);
  const [low, from] = CALIBRATION[above - 1] ?? [0, 1];
  const [high, to] = CALIBRATION[above] ?? [1, 99];
  return Math.round(from + ((to - from) * (score - low)) / Math.max(high - low, 1e-9));
}
