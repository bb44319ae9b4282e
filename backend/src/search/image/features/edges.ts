import type { Pixels } from './pixels.js';
import { toUnit } from './pixels.js';

export const CELLS = 8;
export const DIRECTIONS = 8;
export const EDGES = CELLS * CELLS * DIRECTIONS;

/** The square root of each byte. */
const ROOTS = Float32Array.from({ length: 256 }, (_, byte) => Math.sqrt(byte));

/**
 * Computes the directions of the edges in 8 × 8 cells: histograms of oriented gradients (Dalal and Triggs 2005), each normalised
 * with its neighbours, so that colour and light do not count.
 */
export function edgesOf({ data, width }: Pixels): Float32Array {
  const cells = new Float32Array(EDGES);
  const step = width / CELLS;
  const root = new Float32Array(data.length);
  for (let i = 0; i < data.length; i++) root[i] = ROOTS[data[i]!]!;
  for (let y = 1; y < width - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const at = (y * width + x) * 3;
      // The tensor of Di Zenzo 1986: the steepest gradient over all three channels.
      let xx = 0;
      let yy = 0;
      let xy = 0;
      for (let i = at; i < at + 3; i++) {
        const across = root[i + 3]! - root[i - 3]!;
        const down = root[i + 3 * width]! - root[i - 3 * width]!;
        xx += across * across;
        yy += down * down;
        xy += across * down;
      }
      if (xx + yy < 0.01) continue;
      const turn = Math.atan2(2 * xy, xx - yy) / (2 * Math.PI) + 1;
      const part = (turn < 1 ? turn : turn - 1) * DIRECTIONS;
      addToCells(cells, (x + 0.5) / step - 0.5, (y + 0.5) / step - 0.5, part, Math.sqrt(xx + yy));
    }
  }
  return toUnit(evened(cells));
}

/** Distributes a pixel's edge over the four nearest cells and the two nearest directions. */
function addToCells(cells: Float32Array, x: number, y: number, turn: number, strength: number): void {
  const left = Math.floor(x);
  const top = Math.floor(y);
  const low = Math.floor(turn);
  for (let row = Math.max(top, 0); row <= Math.min(top + 1, CELLS - 1); row++) {
    const high = strength * (row > top ? y - top : 1 - y + top);
    for (let column = Math.max(left, 0); column <= Math.min(left + 1, CELLS - 1); column++) {
      const part = high * (column > left ? x - left : 1 - x + left);
      const at = (row * CELLS + column) * DIRECTIONS;
      cells[at + (low % DIRECTIONS)]! += part * (1 - turn + low);
      cells[at + ((low + 1) % DIRECTIONS)]! += part * (turn - low);
    }
  }
}

function evened(cells: Float32Array): Float32Array {
  const energies = Float32Array.from({ length: CELLS * CELLS }, (_, cell) =>
    cells.subarray(cell * DIRECTIONS, (cell + 1) * DIRECTIONS).reduce((sum, value) => sum + value * value, 0),
  );
  const around = energies.map((_, cell) => {
    const [x, y] = [cell % CELLS, Math.floor(cell / CELLS)];
    let [sum, count] = [0, 0];
    for (let j = Math.max(0, y - 1); j <= Math.min(CELLS - 1, y + 1); j++) {
      for (let i = Math.max(0, x - 1); i <= Math.min(CELLS - 1, x + 1); i++) {
        sum += energies[j * CELLS + i]!;
        count += 1;
      }
    }
    return Math.sqrt(sum / count) + 1;
  });
  return cells.map((value, i) => Math.min(value / around[Math.floor(i / DIRECTIONS)]!, 0.5));
}

/** For each number of a picture's edges, its index in those of the mirrored picture. */
const MIRROR = Int32Array.from({ length: EDGES }, (_, i) => {
  const direction = i % DIRECTIONS;
  const x = Math.floor(i / DIRECTIONS) % CELLS;
  const y = Math.floor(i / (DIRECTIONS * CELLS));
  return (y * CELLS + CELLS - 1 - x) * DIRECTIONS + ((DIRECTIONS - direction) % DIRECTIONS);
});

/** Returns the edges of the mirrored picture. */
export const mirrorEdges = (edges: Float32Array): Float32Array => Float32Array.from(MIRROR, (from) => edges[from]!);
