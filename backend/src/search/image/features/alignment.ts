import { CELLS, DIRECTIONS, EDGES, mirrorEdges } from './edges.js';
import type { Frame } from './pixels.js';
import { dot, toUnit } from './pixels.js';

/** Crops of a picture that another one may show: all of it, or 0.9, 0.8 or 0.7 of each side, at any edge or in the middle. */
export const FRAMES: Frame[] = [1, 0.9, 0.8, 0.7].flatMap((size) => {
  const places = size === 1 ? [0] : [0, 0.5, 1].map((place) => place * (1 - size));
  return places.flatMap((top) => places.map((left) => ({ left, top, right: left + size, bottom: top + size })));
});

/** The position of each cell of a frame among the picture's cells: the four around its centre, with their weights. */
const SAMPLES = FRAMES.map(({ left, top, right, bottom }) => {
  const [columns, rows] = [between(left, right), between(top, bottom)];
  return rows.flatMap((row) => columns.map((column) => ({ row, column })));
});

function between(from: number, to: number): { low: number; part: number }[] {
  return Array.from({ length: CELLS }, (_, cell) => {
    const at = Math.min(Math.max((from + ((cell + 0.5) / CELLS) * (to - from)) * CELLS - 0.5, 0), CELLS - 1);
    const low = Math.min(Math.floor(at), CELLS - 2);
    return { low, part: at - low };
  });
}

/** Returns the norm of each frame's centred edges, by which a similarity is divided. Stored with a picture. */
export function spansOf(edges: Float32Array): Float32Array {
  return Float32Array.from(FRAMES, (_, frame) => Math.sqrt(squares(centred(framed(edges, frame)))));
}

/** Returns the edges of a frame of the picture, in as many cells. */
function framed(edges: Float32Array, frame: number): Float32Array {
  const result = new Float32Array(EDGES);
  eachSample(frame, (to, from, part) => {
    for (let i = 0; i < DIRECTIONS; i++) result[to + i]! += part * edges[from + i]!;
  });
  return result;
}

/** The transpose of `framed`: its product with a picture's edges equals that of the given edges with the picture's frame. */
function spread(edges: Float32Array, frame: number): Float32Array {
  const result = new Float32Array(EDGES);
  eachSample(frame, (to, from, part) => {
    for (let i = 0; i < DIRECTIONS; i++) result[from + i]! += part * edges[to + i]!;
  });
  return result;
}

function eachSample(frame: number, look: (to: number, from: number, part: number) => void): void {
  SAMPLES[frame]!.forEach(({ row, column }, cell) => {
    const from = (row.low * CELLS + column.low) * DIRECTIONS;
    const [below, right] = [CELLS * DIRECTIONS, DIRECTIONS];
    look(cell * DIRECTIONS, from, (1 - row.part) * (1 - column.part));
    look(cell * DIRECTIONS, from + right, (1 - row.part) * column.part);
    look(cell * DIRECTIONS, from + below, row.part * (1 - column.part));
    look(cell * DIRECTIONS, from + below + right, row.part * column.part);
  });
}

/** Subtracts the mean of each direction, because every picture has edges in all cells. */
function centred(edges: Float32Array, weights?: Float32Array): Float32Array {
  const means = new Float32Array(DIRECTIONS);
  let total = 0;
  for (let cell = 0; cell < CELLS * CELLS; cell++) {
    const weight = weights ? weights[cell]! : 1;
    total += weight;
    for (let i = 0; i < DIRECTIONS; i++) means[i]! += weight * edges[cell * DIRECTIONS + i]!;
  }
  return edges.map((value, i) => value - means[i % DIRECTIONS]! / (total || 1));
}

const squares = (values: Float32Array): number => dot(values, values);

/** The length of a sketch. */
export const SKETCH = EDGES / 2;
/** The frames with a sketch: the whole picture, and the middle of each size. */
const SKETCHED = [0, 5, 14, 23];

/** Returns the vector that a search over many pictures compares: both halves of the edges folded into one. */
export const sketchOf = (edges: Float32Array): Float32Array => folded(toUnit(centred(edges)));

/** Adds the mirrored right half of the edges to the left half. */
function folded(edges: Float32Array): Float32Array {
  const turned = mirrorEdges(edges);
  const row = CELLS * DIRECTIONS;
  return Float32Array.from({ length: SKETCH }, (_, i) => {
    const at = Math.floor(i / (row / 2)) * row + (i % (row / 2));
    return edges[at]! + turned[at]!;
  });
}

/** A picture's edges, searched for in pictures that show more than it, another background, or its mirror image. */
export class EdgeQuery {
  /** For each frame, unchanged and mirrored. */
  private readonly inFrames: { frame: number; edges: Float32Array }[];
  /** Their dot products with other pictures' sketches are large where these edges are all of that picture, or its middle. */
  readonly sketches: Float32Array[];
  private readonly onGarment: { cover: Float32Array; edges: Float32Array }[];

  /** @param cover the share of each cell that the garment covers; zeros when the garment was not found */
  constructor(edges: Float32Array, cover: Float32Array) {
    const own = toUnit(centred(edges));
    this.inFrames = [own, mirrorEdges(own)].flatMap((turned) =>
      FRAMES.map((_, frame) => ({ frame, edges: spread(turned, frame) })),
    );
    this.sketches = SKETCHED.map((frame) => folded(spread(own, frame)));
    const pair = [
      { edges, cover },
      { edges: mirrorEdges(edges), cover: mirrorCells(cover) },
    ];
    this.onGarment = cover.some((part) => part > 0) ? pair.map(({ edges: one, cover: on }) => weighed(one, on)) : [];
  }

  /** Returns the similarity with the best-fitting frame of another picture, up to 1. */
  inFrame(edges: Float32Array, spans: Float32Array): number {
    let best = -1;
    for (const one of this.inFrames) best = Math.max(best, dot(one.edges, edges) / (spans[one.frame]! || 1));
    return best;
  }

  /** Returns the similarity on the garment only, with the whole picture as the frame; null when the garment was not found. */
  onItsGarment(edges: Float32Array): number | null {
    if (this.onGarment.length === 0) return null;
    return Math.max(...this.onGarment.map((one) => dot(one.edges, edges) / (centredNorm(edges, one.cover) || 1)));
  }
}

/** Weights edges so that their product with another picture's edges counts the garment only. */
function weighed(edges: Float32Array, cover: Float32Array): { cover: Float32Array; edges: Float32Array } {
  const span = centredNorm(edges, cover) || 1;
  const own = centred(edges, cover).map((value, i) => (cover[Math.floor(i / DIRECTIONS)]! * value) / span);
  return { cover, edges: own };
}

/** Returns the norm of the `centred` edges under weights: the mean of squares less the square of the mean. */
function centredNorm(edges: Float32Array, weights: Float32Array): number {
  const sums = new Float64Array(DIRECTIONS);
  let total = 0;
  let squared = 0;
  for (let cell = 0; cell < weights.length; cell++) {
    const weight = weights[cell]!;
    if (weight === 0) continue;
    total += weight;
    for (let i = 0; i < DIRECTIONS; i++) {
      const value = edges[cell * DIRECTIONS + i]!;
      sums[i]! += weight * value;
      squared += weight * value * value;
    }
  }
  const even = sums.reduce((sum, value) => sum + value * value, 0) / (total || 1);
  return Math.sqrt(Math.max(0, squared - even));
}

const mirrorCells = (cells: Float32Array): Float32Array =>
  cells.map((_, i) => cells[i - (i % CELLS) + CELLS - 1 - (i % CELLS)]!);
