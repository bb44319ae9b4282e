import { fold, mirrorFold } from '../cloth/garment.js';
import type { Fold, Part } from '../cloth/garment.js';
import type { Ink } from '../cloth/ink.js';
import { mirror, shift, short, whole } from '../cloth/geometry.js';
import { seam, stitches } from '../cloth/stitching.js';

/** Half measures of an upper body from the middle line; heights from the board's top. */
export interface Measures {
  /** Half width of the neck, its height at the shoulder, and how far its front lies below that. */
  neck: readonly [number, number, number];
  shoulder: readonly [number, number];
  pit: readonly [number, number];
  /** Half width of the waist; without it the side is straight. */
  waist?: number;
  /** Half width and height of the hem at the side, and how much lower it is in the middle. */
  hem: readonly [number, number, number];
}

/** The lines of an upper body, from which its parts are cut. */
export function bodice({
  neck: [nw, ny, nd],
  shoulder: [sw, sy],
  pit: [px, py],
  waist,
  hem: [hx, hy, drop],
}: Measures) {
  const at = (half: number, y: number) => `${short(480 + half)},${short(y)}`;
  const neckHalf = `C${at(nw * 0.53, ny + nd)} ${at(nw * 0.9, ny + nd * 0.6)} ${at(nw, ny)}`;
  const shoulder = `C${at(nw + (sw - nw) * 0.32, ny + (sy - ny) * 0.2)} ${at(nw + (sw - nw) * 0.68, ny + (sy - ny) * 0.56)} ${at(sw, sy)}`;
  const armhole = `C${at(sw - 16, sy + (py - sy) * 0.3)} ${at(sw - 16, sy + (py - sy) * 0.7)} ${at(px, py)}`;
  const middle = waist ?? (px + hx) / 2 - 5;
  const waistY = py + (hy - py) * 0.42;
  const side = waist
    ? `C${at(px - 4, py + 60)} ${at(middle, waistY - 70)} ${at(middle, waistY)} C${at(middle, waistY + 90)} ${at(hx, hy - 150)} ${at(hx, hy)}`
    : `C${at(middle, py + (hy - py) * 0.25)} ${at(middle, py + (hy - py) * 0.7)} ${at(hx, hy)}`;
  const hemHalf = `C${at(hx * 0.68, hy + drop * 0.72)} ${at(hx * 0.34, hy + drop)} ${at(0, hy + drop)}`;
  const hemRight = `M${at(hx, hy)} ${hemHalf}`;
  const right = `M${at(0, ny + nd)} ${neckHalf}`;
  return {
    body: whole(`${right} ${shoulder} ${armhole} ${side} ${hemHalf}`),
    /** The neckline, left to right. */
    neckline: `M${at(-nw, ny)} C${at(-nw * 0.9, ny + nd * 0.6)} ${at(-nw * 0.53, ny + nd)} ${at(0, ny + nd)} ${neckHalf}`,
    /** The inside of the back, seen through the neck. */
    inside: `M${at(-nw, ny)} C${at(-nw * 0.6, ny + 9)} ${at(nw * 0.6, ny + 9)} ${at(nw, ny)} C${at(nw * 0.9, ny + nd * 0.6)} ${at(nw * 0.53, ny + nd)} ${at(0, ny + nd)} C${at(-nw * 0.53, ny + nd)} ${at(-nw * 0.9, ny + nd * 0.6)} ${at(-nw, ny)} Z`,
    hems: [hemRight, mirror(hemRight)],
    shoulders: [`M${at(nw, ny)} ${shoulder}`, mirror(`M${at(nw, ny)} ${shoulder}`)],
  };
}

/** Two rows of stitches above a hem. */
export const hemStitches = (lines: string[], ink: Ink) =>
  lines.map((line) => stitches(shift(line, 0, -20), ink) + stitches(shift(line, 0, -15), ink)).join('');

/** The shoulder seams of a bodice. */
export const shoulderSeams = ({ shoulders }: { shoulders: string[] }, ink: Ink) =>
  shoulders.map((line) => seam(line, ink, 1.2)).join('');

/** The creases of a body: from the armpits, down the sides, and small ones at the hem. */
export function bodyFolds({ pit: [px, py], hem: [hx, hy] }: Measures): Fold[] {
  const [right, left] = [480 + px, 480 - px];
  const length = hy - py;
  return [
    fold([right - 10, py + 12], [right - 90, py + 52], [right - 170, py + 92], 60, 0.5),
    fold([right - 4, py + 52], [right - 70, py + 132], [right - 120, py + 192], 44, -0.45),
    fold([left + 6, py + 8], [left + 86, py + 72], [left + 150, py + 132], 56, 0.5),
    fold([left + 2, py + 72], [left + 66, py + 152], [left + 116, py + 192], 40, -0.4),
    fold([480 + px * 0.6, py + length * 0.3], [480 + px * 0.5, py + length * 0.65], [480 + hx * 0.66, hy], 60, 0.45),
    fold([480 - px * 0.62, py + length * 0.36], [480 - px * 0.52, py + length * 0.7], [480 - hx * 0.62, hy], 54, -0.4),
    fold([430, hy - 160], [414, hy - 70], [432, hy + 16], 44, 0.4),
    fold([544, hy - 130], [560, hy - 60], [542, hy + 16], 40, -0.35),
  ];
}

/** Where a right sleeve ends: its outer and inner corner. */
export interface SleeveEnd {
  outer: readonly [number, number];
  inner: readonly [number, number];
}

/** A pair of sleeves set into a bodice. `finish` draws the cuff's stitches or bands on each, given its lower edge. */
export function sleeves(
  { shoulder: [sw, sy], pit: [px, py] }: Measures,
  { outer: [ox, oy], inner: [ix, iy] }: SleeveEnd,
  finish: (edge: string, ink: Ink, side: 1 | -1) => string = () => '',
  options: Partial<Part> = {},
): Part[] {
  const [sx, pitX] = [480 + sw, 480 + px];
  const isLong = oy - sy > 400;
  const edge = `M${ox},${oy} C${short(ox - (ox - ix) * 0.3)},${short(oy + (iy - oy) * 0.55)} ${short(ix + (ox - ix) * 0.4)},${short(iy - (iy - oy) * 0.12)} ${ix},${iy}`;
  const bulge = isLong ? 78 : 56;
  const outerLine = isLong
    ? `C${sx + bulge},${sy + 40} ${sx + 106},${sy + 150} ${short(sx + (ox - sx) * 0.82)},${short(sy + (oy - sy) * 0.48)} C${short(sx + (ox - sx) * 0.92)},${short(sy + (oy - sy) * 0.68)} ${ox - 6},${short(oy - (oy - sy) * 0.15)} ${ox},${oy}`
    : `C${sx + bulge},${sy + 32} ${short(ox - (ox - sx) * 0.36)},${short(sy + (oy - sy) * 0.36)} ${ox},${oy}`;
  const innerLine = isLong
    ? `C${short(ix - 8)},${short(iy - (iy - py) * 0.3)} ${short(pitX + (ix - pitX) * 0.4)},${short(py + (iy - py) * 0.28)} ${pitX},${py}`
    : `C${short(ix - 4)},${short(iy - (iy - py) * 0.4)} ${pitX + 8},${short(py + (iy - py) * 0.3)} ${pitX},${py}`;
  const outline = `M${sx - 20},${sy - 8} L${sx},${sy} ${outerLine} ${edge.replace(/^M\S+ /, '')} ${innerLine} C${pitX - 26},${py - 60} ${sx - 30},${sy + 70} ${sx - 20},${sy - 8} Z`;
  const turn = Math.round((Math.atan2(oy - iy, ox - ix) * 180) / Math.PI);
  const folds = isLong
    ? longSleeveFolds([sx, sy], [pitX, py], [ox, oy], [ix, iy])
    : shortSleeveFolds([sx, sy], [pitX, py], [ox, oy], [ix, iy]);
  const base: Part = { outline, turn, folds, puff: 0.8, drape: 0.6, ...options };
  return [
    { ...base, details: (ink) => finish(edge, ink, 1) },
    {
      ...base,
      outline: mirror(outline),
      turn: -turn,
      folds: folds.map(mirrorFold),
      details: (ink) => finish(mirror(edge), ink, -1),
    },
  ];
}

type Point = readonly [number, number];

function shortSleeveFolds([sx, sy]: Point, [px, py]: Point, [ox, oy]: Point, [ix, iy]: Point): Fold[] {
  return [
    fold([sx + 18, sy + 26], [sx + 66, sy + 116], [(ox + ix) / 2, oy + 30], 40, 0.5),
    fold([px, py - 86], [px + 26, py - 10], [ix + 20, iy], 26, -0.55),
    fold([sx + 44, sy + 46], [sx + 106, sy + 146], [ox - 20, oy - 6], 26, -0.35),
  ];
}

function longSleeveFolds([sx, sy]: Point, [px, py]: Point, [ox, oy]: Point, [ix, iy]: Point): Fold[] {
  const [mx, my] = [(px + ix) / 2 + 46, (py + iy) / 2];
  return [
    fold([sx + 22, sy + 36], [sx + 84, sy + 156], [mx + 6, my - 90], 44, 0.5),
    fold([px - 6, py - 60], [px + 36, py + 24], [px + 76, py + 70], 40, -0.6),
    fold([px + 8, py + 10], [px + 40, py + 66], [px + 90, py + 96], 34, 0.5),
    fold([mx - 50, my - 40], [mx - 6, my - 4], [mx + 44, my - 16], 34, 0.5),
    fold([mx - 48, my + 8], [mx - 4, my + 34], [mx + 48, my + 30], 30, -0.5),
    fold([mx + 40, my - 70], [mx + 14, my + 40], [mx + 42, my + 130], 30, -0.3),
    fold([(ox + ix) / 2 + 10, oy - 210], [(ox + ix) / 2 - 4, oy - 100], [(ox + ix) / 2, oy - 20], 32, 0.45),
    fold([ix + 6, iy - 90], [ix + 30, iy - 50], [ox - 10, oy - 60], 24, -0.4),
    fold([ix + 2, iy - 36], [ix + 30, iy - 16], [ox - 8, oy - 22], 20, 0.4),
  ];
}
