import type { PictureParts } from './describe.js';
import { mirrorEdges } from './features/edges.js';
import { toUnit } from './features/pixels.js';

/** The weight of each part of a picture's similarity. */
export interface Weights {
  /** The kind of garment, by the network. */
  kind: number;
  /** The distance in the network's vector space. */
  cut: number;
  color: number;
  /** Edges, by hand-made features, in either direction that the garment faces. */
  edges: number;
  texture: number;
}

const WITH_NETWORK: Weights = { kind: 1, cut: 0.05, color: 0.6, edges: 0, texture: 0 };
/** Without the network, the edges have to indicate the kind. */
const BY_HAND: Weights = { kind: 0, cut: 0, color: 0.16, edges: 1, texture: 0.1 };

/** Returns the weights for a picture described with or without the network. */
export const weightsFor = ({ network }: Pick<PictureParts, 'network'>): Weights => (network ? WITH_NETWORK : BY_HAND);

/** Parts of a picture that a comparison may ignore: its type or its colour. */
export type IgnorablePart = 'type' | 'color';

/**
 * Combines the parts of a picture into one vector, which a search over many pictures compares: the dot product of two is their
 * weighted similarity.
 * @param ignore parts that become zero, so that they count in no product
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

/** Combines the edges with their mirror image. */
function eitherWay(edges: Float32Array): Float32Array {
  const turned = mirrorEdges(edges);
  return toUnit(edges.map((value, i) => value + turned[i]!));
}

/** Increases the weight of a garment's minor colours. */
const softened = (share: number): number => share ** 0.75;

/** Decreases the weight of unlikely kinds: squares, normalised to a sum of 1. */
function sharpened(likely: Float32Array): Float32Array {
  const squares = likely.map((chance) => chance * chance);
  const total = squares.reduce((sum, square) => sum + square, 0);
  return squares.map((square) => square / total);
}
