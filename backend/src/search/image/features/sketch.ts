import { centred } from './centred-edges.js';
import { CELLS, DIRECTIONS, EDGES, mirrorEdges } from './edges.js';
import { toUnit } from './pixels.js';

/** The length of a sketch. */
export const SKETCH_LENGTH = EDGES / 2;

/**
 * Returns the vector that a search over many pictures compares: the edges at half their length. It is the same for a picture and
 * its mirror image.
 */
export const sketchOf = (edges: Float32Array): Float32Array => foldSymmetrically(toUnit(centred(edges)));

/** Adds the mirrored right half of the edges to the left half. */
export function foldSymmetrically(edges: Float32Array): Float32Array {
  const mirrored = mirrorEdges(edges);
  const row = CELLS * DIRECTIONS;
  const half = row / 2;
  return Float32Array.from({ length: SKETCH_LENGTH }, (_, i) => {
    const at = Math.floor(i / half) * row + (i % half);
    return edges[at]! + mirrored[at]!;
  });
}
