import { CELLS, DIRECTIONS, EDGES, mirrorEdges } from './edges.js';
import type { Frame } from './pixels.js';
import { dot, toUnit } from './pixels.js';

/** Crops of a picture that another may show: all of it, or 0.9, 0.8 or 0.7 of each side, from any edge or the middle. */
export const FRAMES: Frame[] = [1, 0.9, 0.8, 0.7].flatMap((size) => {
  const places = size === 1 ? [0] : [0, 0.5, 1].map((place) => place * (1 - size));
  return places.flatMap((top) => places.map((left) => ({ left, top, right: left + size, bottom: top + size })));
});

/** Where each of the cells of a frame lies among those of the whole: the four around its middle, and how much of each. */
const LOOKS = FRAMES.map(({ left, top, right, bottom }) => {
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

/** Of each frame's edges how far they are from even, which is what a likeness is divided by. Kept with a picture. */
export function spansOf(edges: Float32Array): Float32Array {
  return Float32Array.from(FRAMES, (_, frame) => Math.sqrt(squares(uneven(framed(edges, frame)))));
}

/** The edges that a frame of the picture has, in as many cells. */
function framed(edges: Float32Array, frame: number): Float32Array {
  const result = new Float32Array(EDGES);
  eachLook(frame, (to, from, part) => {
    for (let i = 0; i < DIRECTIONS; i++) result[to + i]! += part * edges[from + i]!;
  });
  return result;
}

/** The other way: such that its product with a picture's edges is that of these with the edges of the picture's frame. */
function spread(edges: Float32Array, frame: number): Float32Array {
  const result = new Float32Array(EDGES);
  eachLook(frame, (to, from, part) => {
    for (let i = 0; i < DIRECTIONS; i++) result[from + i]! += part * edges[to + i]!;
  });
  return result;
}

function eachLook(frame: number, look: (to: number, from: number, part: number) => void): void {
  LOOKS[frame]!.forEach(({ row, column }, cell) => {
    const from = (row.low * CELLS + column.low) * DIRECTIONS;
    const [below, right] = [CELLS * DIRECTIONS, DIRECTIONS];
    look(cell * DIRECTIONS, from, (1 - row.part) * (1 - column.part));
    look(cell * DIRECTIONS, from + right, (1 - row.part) * column.part);
    look(cell * DIRECTIONS, from + below, row.part * (1 - column.part));
    look(cell * DIRECTIONS, from + below + right, row.part * column.part);
  });
}

/** Subtracts each direction's mean, because every picture has edges in all cells. */
function uneven(edges: Float32Array, weights?: Float32Array): Float32Array {
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

/** How many numbers a sketch has. */
export const SKETCH = EDGES / 2;
/** The whole, and the middle of each size. */
const SKETCHED = [0, 5, 14, 23];

/** The vector that a search over many pictures compares: both halves of a picture folded into one. */
export const sketchOf = (edges: Float32Array): Float32Array => folded(toUnit(uneven(edges)));

/** The left half of the edges with the right half laid on it. */
function folded(edges: Float32Array): Float32Array {
  const turned = mirrorEdges(edges);
  const row = CELLS * DIRECTIONS;
  return Float32Array.from({ length: SKETCH }, (_, i) => {
    const at = Math.floor(i / (row / 2)) * row + (i % (row / 2));
    return edges[at]! + turned[at]!;
  });
}

/** A picture's edges, to be found in another's that shows more than it does, or shows it before another ground, or mirrored. */
export class EdgeQuery {
  /** For each frame, as it is and mirrored. */
  private readonly inFrames: { frame: number; edges: Float32Array }[];
  /** Their products with the sketches of others are large where these edges are all of that one, or its middle. */
  readonly sketches: Float32Array[];
  private readonly onGarment: { cover: Float32Array; edges: Float32Array }[];

  /** @param cover how much of each cell the garment covers; zeros where it was not told from its ground */
  constructor(edges: Float32Array, cover: Float32Array) {
    const own = toUnit(uneven(edges));
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

  /** How alike the edges are to those of the frame of the other that fits best, up to 1. */
  inFrame(edges: Float32Array, spans: Float32Array): number {
    let best = -1;
    for (const one of this.inFrames) best = Math.max(best, dot(one.edges, edges) / (spans[one.frame]! || 1));
    return best;
  }

  /** The same on the garment only, the frame being the whole; null where it is not known. */
  onItsGarment(edges: Float32Array): number | null {
    if (this.onGarment.length === 0) return null;
    return Math.max(...this.onGarment.map((one) => dot(one.edges, edges) / (unevenness(edges, one.cover) || 1)));
  }
}

/** Such that its product with another's edges is that of both on the garment. */
function weighed(edges: Float32Array, cover: Float32Array): { cover: Float32Array; edges: Float32Array } {
  const span = unevenness(edges, cover) || 1;
  const own = uneven(edges, cover).map((value, i) => (cover[Math.floor(i / DIRECTIONS)]! * value) / span);
  return { cover, edges: own };
}

/** The length of what `uneven` leaves, each cell counting as its weight says: the mean of squares less the square of the mean. */
function unevenness(edges: Float32Array, weights: Float32Array): number {
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
