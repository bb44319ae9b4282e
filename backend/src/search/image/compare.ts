import { EdgeQuery } from './features/edge-query.js';
import type { PictureParts } from './describe.js';
import { outlineLikeness } from './features/outline.js';
import { dot } from './features/pixels.js';
import { vectorOf, type IgnorablePart } from './picture-vector.js';

/** Why a picture matches another, as shoppers read it. */
export type Reason = 'cùng một mẫu' | 'cùng loại' | 'cùng kiểu dáng' | 'cùng màu' | 'cùng họa tiết';

/** How one picture matches another. */
export interface PictureComparison {
  /** The ranking score, 0 to 4. */
  score: number;
  /** For people, 1 to 100: the probability that both show the same kind, see `ONE_KIND`. */
  percent: number;
  /** Their common properties, by descending weight. */
  reasons: Reason[];
}

/** A picture prepared for comparisons. */
export type Compared = PictureParts & { vector: Float32Array };

/** A query picture, prepared once for all comparisons. */
export interface PreparedQuery extends Compared {
  /** Ignored parts, which the vector omits. */
  ignore: readonly IgnorablePart[];
  edgeQuery: EdgeQuery;
}

/** Prepares a query picture. */
export const prepareQuery = (parts: PictureParts, ignore: readonly IgnorablePart[] = []): PreparedQuery => ({
  ...parts,
  vector: vectorOf(parts, ignore),
  ignore,
  edgeQuery: new EdgeQuery(parts.edges, parts.cover),
});

/** The similarity of two pictures in numbers. */
export interface Likeness extends Pick<PictureComparison, 'score'> {
  /** The probability that both are versions of one photograph, see `sameness`. */
  same: number;
}

/**
 * Computes the similarity of two pictures that the same engine described, for the ranking of many.
 * @param vectorProduct the dot product of both vectors
 */
export function rate(query: PreparedQuery, picture: PictureParts, vectorProduct: number): Likeness {
  // With ignored parts, a different colour or garment may match, so it is not the same one.
  const same = query.ignore.length > 0 ? 0 : sameness(query, picture);
  return { score: vectorProduct + bonusOf(same), same };
}

/** Explains the score of a picture. */
export function explain(query: PreparedQuery, picture: PictureParts, { score, same }: Likeness): PictureComparison {
  const reasons = reasonsOf(query, picture, same).filter(
    (reason) => !query.ignore.some((ignored) => REASONS_OF[ignored].includes(reason)),
  );
  return { score, percent: percentOf(query, score), reasons };
}

/** Compares a picture with another that the same engine described. */
export const compare = (query: PreparedQuery, picture: Compared): PictureComparison =>
  explain(query, picture, rate(query, picture, dot(query.vector, picture.vector)));

/**
 * Ranks the same garment above all similar ones; the square keeps a merely possible match low. Near 1, the logarithm of the
 * odds still orders matches, up to some 20,000 to 1: in two crops of one picture both may reach it.
 */
function bonusOf(same: number): number {
  const odds = Math.log(same / (1 - same));
  return 2 * same * same + 0.05 * Math.min(Math.max(odds, 0), 10);
}

/**
 * The probability that a judge assigns both pictures to one kind, as a logistic function of the score: its slope and offset.
 * Fitted to the 24 best matches of each of some 640 training photographs, described by networks that were not trained on their
 * contributors; docs/ai-search.md reports its accuracy.
 */
const ONE_KIND = {
  network: { all: [4.91, -3.97], withoutColor: [5.36, -3.55] },
  byHand: { all: [2.99, -4.03], withoutColor: [4.83, -5.57] },
} as const;

/** When the kind is ignored, the percentage is the share of the remaining parts that match, not the probability of one kind. */
function percentOf({ network, vector, ignore }: PreparedQuery, score: number): number {
  const [slope, start] = ONE_KIND[network ? 'network' : 'byHand'][ignore.includes('color') ? 'withoutColor' : 'all'];
  const chance = ignore.includes('type')
    ? score / (dot(vector, vector) || 1)
    : 1 / (1 + Math.exp(-slope * score - start));
  return Math.max(1, Math.min(100, Math.round(100 * chance)));
}

/** Reasons that are omitted with an ignored part. */
const REASONS_OF: Record<IgnorablePart, readonly Reason[]> = {
  type: ['cùng loại', 'cùng kiểu dáng'],
  color: ['cùng màu'],
};

/** Where the network assigns both to one kind, it is right nine times in ten. */
function reasonsOf(query: PictureParts, picture: PictureParts, same: number): Reason[] {
  const reasons: Reason[] = [];
  if (same > 0.9) reasons.push('cùng một mẫu');
  if (query.network && picture.network) {
    if (dot(query.network.likely, picture.network.likely) > 0.55) reasons.push('cùng loại');
    if (dot(query.network.vector, picture.network.vector) > 0.85) reasons.push('cùng kiểu dáng');
  } else if (outlineLikeness(query.outline, picture.outline) > 0.8) reasons.push('cùng kiểu dáng');
  if (query.color.name === picture.color.name && overlap(query.color.shades, picture.color.shades) > 0.6)
    reasons.push('cùng màu');
  if (isPatterned(query) && isPatterned(picture) && dot(query.texture, picture.texture) > 0.97)
    reasons.push('cùng họa tiết');
  return reasons;
}

/** True when the cloth has a pattern: the last number of each size is its strength. */
const isPatterned = ({ texture }: PictureParts): boolean => texture[10]! > 0.25;

/** Below this probability there is no match, and the search for the best frame is skipped. */
const MIN_SAME = 0.2;

/**
 * The probability that two photographs are versions of one: cropped, mirrored, in another light, on another background. A logistic
 * function of the evidence, fitted to training photographs; no contributor of the test set is among them.
 */
function sameness(query: PreparedQuery, picture: PictureParts): number {
  const garment = query.edgeQuery.garmentSimilarity(picture.edges);
  const texture = dot(query.texture, picture.texture);
  // Another light can change the colours completely.
  const color = Math.max(0.7, overlap(query.color.shades, picture.color.shades));
  const evidence = (garment === null ? 0 : 10.5 * garment - 5.8) + 21.7 * texture + 12.1 * color - 42.8;
  // Finding the best frame is expensive. For half of all pictures even a perfect one would not be enough.
  if (chanceOf(evidence + 16.1) < MIN_SAME) return 0;
  return chanceOf(evidence + 16.1 * query.edgeQuery.bestFrameSimilarity(picture.edges, picture.frameNorms));
}

const chanceOf = (evidence: number): number => 1 / (1 + Math.exp(-evidence));

/** The overlap of two distributions, 0 to 1: the Bhattacharyya coefficient. */
function overlap(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += Math.sqrt(a[i]! * b[i]!);
  return sum;
}
