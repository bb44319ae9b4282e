import { EdgeQuery } from './features/alignment.js';
import type { PictureParts } from './describe.js';
import { mirrorEdges } from './features/edges.js';
import { outlineLikeness } from './features/outline.js';
import { dot, toUnit } from './features/pixels.js';

/** How much each part of a likeness counts. */
export interface Weights {
  /** That both show the same kind of garment, by the network. */
  kind: number;
  /** That both lie near one another in the network's space. */
  cut: number;
  color: number;
  /** Edges, by hand-made rules, whichever way the garment faces. */
  edges: number;
  texture: number;
}

const WITH_NETWORK: Weights = { kind: 1, cut: 0.05, color: 0.6, edges: 0, texture: 0 };
/** Without the network the edges have to say what kind it is. */
const BY_HAND: Weights = { kind: 0, cut: 0, color: 0.16, edges: 1, texture: 0.1 };

/** The weights for a picture described with the network, or without it. */
export const weightsFor = ({ network }: Pick<PictureParts, 'network'>): Weights => (network ? WITH_NETWORK : BY_HAND);

/** Parts of a picture that a comparison may ignore: its type or its colour. */
export type IgnorablePart = 'type' | 'color';

/**
 * A picture as one vector: the product of two is how alike they are, part by part as the weights say. What a search over
 * many pictures compares.
 * @param ignore is zero in it, so that it counts in no product
 */
export function vectorOf(
  parts: PictureParts,
  ignore: readonly IgnorablePart[] = [],
  weights = weightsFor(parts),
): Float32Array {
  const { color, network, edges, texture } = parts;
  const pieces: [Float32Array | undefined, number, IgnorablePart | null][] = [
    [network ? sharpened(network.likely) : undefined, weights.kind, 'type'],
    [network?.vector, weights.cut, 'type'],
    [color.names.map(softened), weights.color / 2, 'color'],
    [color.shades.map(softened), weights.color / 2, 'color'],
    [weights.edges > 0 ? eitherWay(edges) : undefined, weights.edges, 'type'],
    [texture, weights.texture, null],
  ];
  return Float32Array.from(
    pieces.flatMap(([piece, weight, part]) => {
      if (!piece || weight <= 0) return [];
      const root = part && ignore.includes(part) ? 0 : Math.sqrt(weight);
      return Array.from(piece, (value) => value * root);
    }),
  );
}

/** Edges whichever way the garment faces. */
function eitherWay(edges: Float32Array): Float32Array {
  const turned = mirrorEdges(edges);
  return toUnit(edges.map((value, i) => value + turned[i]!));
}

/** Leaves more to a garment's lesser colours. */
const softened = (share: number): number => share ** 0.75;

/** Leaves less to unlikely kinds: the squares, together 1 again. */
function sharpened(likely: Float32Array): Float32Array {
  const squares = likely.map((chance) => chance * chance);
  const total = squares.reduce((sum, square) => sum + square, 0);
  return squares.map((square) => square / total);
}

/** Why one picture was found for another, as shoppers read it. */
export type Reason = 'cùng một mẫu' | 'cùng loại' | 'cùng kiểu dáng' | 'cùng màu' | 'cùng hoạ tiết';

/** How one picture matches another. */
export interface PictureComparison {
  /** Orders matches, the best first; 0 to 4. */
  score: number;
  /** For people, 1 to 100: how likely both are of one kind, see `ONE_KIND`. */
  percent: number;
  /** What both have in common, by descending weight. */
  reasons: Reason[];
}

/** A picture laid out to be compared with. */
export type Compared = PictureParts & { vector: Float32Array };

/** A picture that is asked for, laid out once for all that it is compared with. */
export interface PreparedQuery extends Compared {
  /** Ignored parts, which its vector leaves out. */
  ignore: readonly IgnorablePart[];
  found: EdgeQuery;
}

/** Lays a picture out that is asked for. */
export const prepareQuery = (parts: PictureParts, ignore: readonly IgnorablePart[] = []): PreparedQuery => ({
  ...parts,
  vector: vectorOf(parts, ignore),
  ignore,
  found: new EdgeQuery(parts.edges, parts.cover),
});

/** How one picture matches another, in numbers. */
export interface Likeness extends Pick<PictureComparison, 'score'> {
  /** That both are states of one photograph, see `sameness`. */
  same: number;
}

/**
 * How alike a picture is to another that the same engine described: what orders many of them.
 * @param alike the product of both vectors
 */
export function rate(one: PreparedQuery, other: PictureParts, alike: number): Likeness {
  // In another colour, or as another garment, it is not the same one.
  const same = one.ignore.length > 0 ? 0 : sameness(one, other);
  return { score: alike + worthOf(same), same };
}

/** Explains the score of a picture. */
export function explain(one: PreparedQuery, other: PictureParts, { score, same }: Likeness): PictureComparison {
  const reasons = reasonsOf(one, other, same).filter(
    (reason) => !one.ignore.some((left) => SAYS[left].includes(reason)),
  );
  return { score, percent: percentOf(one, score), reasons };
}

/** Compares a picture with another that the same engine described. */
export const compare = (one: PreparedQuery, other: Compared): PictureComparison =>
  explain(one, other, rate(one, other, dot(one.vector, other.vector)));

/**
 * The same garment comes before all that are only alike; squared, so that one that may be the same hardly does. Near 1 the
 * logarithm of the odds still tells which of two is likelier, up to some 20,000 to 1: in two cuts of one line both may be it.
 */
function worthOf(same: number): number {
  const odds = Math.log(same / (1 - same));
  return 2 * same * same + 0.05 * Math.min(Math.max(odds, 0), 10);
}

/**
 * How likely a judge calls both of one kind, as a logistic of the score: its slope and where it starts. Fitted to the 24 best of
 * each of some 640 photographs that are learnt from, described by networks that had not learnt from their contributors;
 * docs/ai-search.md says how well it holds.
 */
const ONE_KIND = {
  network: { all: [4.91, -3.97], withoutColor: [5.36, -3.55] },
  byHand: { all: [2.99, -4.03], withoutColor: [4.83, -5.57] },
} as const;

/** Where the kind is not to count it says nothing of it, but how much of what counts is there. */
function percentOf({ network, vector, ignore }: PreparedQuery, score: number): number {
  const [slope, start] = ONE_KIND[network ? 'network' : 'byHand'][ignore.includes('color') ? 'withoutColor' : 'all'];
  const chance = ignore.includes('type')
    ? score / (dot(vector, vector) || 1)
    : 1 / (1 + Math.exp(-slope * score - start));
  return Math.max(1, Math.min(100, Math.round(100 * chance)));
}

/** Reasons that are dropped with an ignored part. */
const SAYS: Record<IgnorablePart, readonly Reason[]> = { type: ['cùng loại', 'cùng kiểu dáng'], color: ['cùng màu'] };

/** Where the network says that both are of one kind, it is right nine times in ten. */
function reasonsOf(one: PictureParts, other: PictureParts, same: number): Reason[] {
  const reasons: Reason[] = [];
  if (same > 0.9) reasons.push('cùng một mẫu');
  if (one.network && other.network) {
    if (dot(one.network.likely, other.network.likely) > 0.55) reasons.push('cùng loại');
    if (dot(one.network.vector, other.network.vector) > 0.85) reasons.push('cùng kiểu dáng');
  } else if (outlineLikeness(one.outline, other.outline) > 0.8) reasons.push('cùng kiểu dáng');
  if (one.color.name === other.color.name && overlap(one.color.shades, other.color.shades) > 0.6)
    reasons.push('cùng màu');
  if (isPatterned(one) && isPatterned(other) && dot(one.texture, other.texture) > 0.97) reasons.push('cùng hoạ tiết');
  return reasons;
}

/** Whether the cloth has a pattern: its strength is the last number of each size. */
const isPatterned = ({ texture }: PictureParts): boolean => texture[10]! > 0.25;

/** In less than this there is nothing of a match, and nothing more is looked for. */
const MIN_SAME = 0.2;

/**
 * Near 0 for two photographs, towards 1 for two states of one: cut, turned, in another light, before another ground. Fitted to
 * photographs that the network learns from, by contributors of whom none are judged.
 */
function sameness(one: PreparedQuery, other: PictureParts): number {
  const onGarment = one.found.onItsGarment(other.edges);
  const texture = dot(one.texture, other.texture);
  // Another light may change the colours altogether.
  const color = Math.max(0.7, overlap(one.color.shades, other.color.shades));
  const evidence = (onGarment === null ? 0 : 10.5 * onGarment - 5.8) + 21.7 * texture + 12.1 * color - 42.8;
  // The frame that fits best is dear to find. Of half of all pictures it would not matter if it fitted wholly.
  if (chanceOf(evidence + 16.1) < MIN_SAME) return 0;
  return chanceOf(evidence + 16.1 * one.found.inFrame(other.edges, other.spans));
}

const chanceOf = (evidence: number): number => 1 / (1 + Math.exp(-evidence));

/** How much two distributions have in common, 0 to 1. */
function overlap(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < one.length; i++) sum += Math.sqrt(one[i]! * other[i]!);
  return sum;
}
