import { centred } from './centred-edges.js';
import { CELLS, DIRECTIONS, EDGES } from './edges.js';
import { dot, type Frame } from './pixels.js';

/** Crops of a picture that another one may show: all of it, or 0.9, 0.8 or 0.7 of each side, at any edge or in the middle. */
export const FRAMES: Frame[] = [1, 0.9, 0.8, 0.7].flatMap((size) => {
  const starts = size === 1 ? [0] : [0, 0.5, 1].map((place) => place * (1 - size));
  return starts.flatMap((top) => starts.map((left) => ({ left, top, right: left + size, bottom: top + size })));
});

/** Returns the norm of each frame's centred edges, by which a similarity is divided. Stored with a picture. */
export function frameNorms(edges: Float32Array): Float32Array {
  return Float32Array.from(FRAMES, (_, frame) => {
    const frameEdges = centred(cropEdges(edges, frame));
    return Math.sqrt(dot(frameEdges, frameEdges));
  });
}

/** Returns the edges of a frame of the picture, in as many cells. */
function cropEdges(edges: Float32Array, frame: number): Float32Array {
  const cropped = new Float32Array(EDGES);
  forEachSample(frame, (cell, source, weight) => {
    for (let i = 0; i < DIRECTIONS; i++) cropped[cell + i]! += weight * edges[source + i]!;
  });
  return cropped;
}

/**
 * The transpose of `cropEdges`, which puts a frame's edges back to where they are in the picture: for all `a` and `b`,
 * `dot(uncropEdges(a, frame), b)` equals `dot(a, cropEdges(b, frame))`.
 */
export function uncropEdges(edges: Float32Array, frame: number): Float32Array {
  const picture = new Float32Array(EDGES);
  forEachSample(frame, (cell, source, weight) => {
    for (let i = 0; i < DIRECTIONS; i++) picture[source + i]! += weight * edges[cell + i]!;
  });
  return picture;
}

/**
 * Visits the samples of bilinear interpolation: for each cell of a frame, the four of the picture's cells around its centre.
 * @param visit receives the places of both cells among the edges, and the weight of the latter
 */
function forEachSample(frame: number, visit: (cell: number, source: number, weight: number) => void): void {
  const [right, below] = [DIRECTIONS, CELLS * DIRECTIONS];
  SAMPLES[frame]!.forEach(({ row, column }, nth) => {
    const cell = nth * DIRECTIONS;
    const source = (row.low * CELLS + column.low) * DIRECTIONS;
    visit(cell, source, (1 - row.part) * (1 - column.part));
    visit(cell, source + right, (1 - row.part) * column.part);
    visit(cell, source + below, row.part * (1 - column.part));
    visit(cell, source + below + right, row.part * column.part);
  });
}

/** A position between two cells of a line: the first of them, and the weight of the second. */
interface Between {
  low: number;
  part: number;
}

/** For each frame, the positions of its cells' centres among the picture's cells. */
const SAMPLES: { row: Between; column: Between }[][] = FRAMES.map(({ left, top, right, bottom }) => {
  const [columns, rows] = [centresBetween(left, right), centresBetween(top, bottom)];
  return rows.flatMap((row) => columns.map((column) => ({ row, column })));
});

/** The centres of as many cells between two positions, which are fractions of the picture's side. */
function centresBetween(from: number, to: number): Between[] {
  return Array.from({ length: CELLS }, (_, cell) => {
    const centre = (from + ((cell + 0.5) / CELLS) * (to - from)) * CELLS - 0.5;
    const inside = Math.min(Math.max(centre, 0), CELLS - 1);
    const low = Math.min(Math.floor(inside), CELLS - 2);
    return { low, part: inside - low };
  });
}
