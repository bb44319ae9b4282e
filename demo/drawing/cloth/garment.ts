import type { Hex } from './color.js';
import type { Ink } from './ink.js';
import type { PatternName } from './patterns.js';
import type { TextureName } from './textures.js';

/** The cloth of a garment. `second` and `accent` colour the pattern, the trims and the contrast parts. */
export interface Cloth {
  base: Hex;
  second?: Hex;
  accent?: Hex;
  pattern?: PatternName;
  texture?: TextureName;
  /** 1 is matt cotton; silk and leather shine more. */
  gloss?: number;
  buttons?: Hex;
}

/** A crease: a leaf from one point to another, bent through a third, `width` wide in its middle; a negative height is a valley. */
export interface Fold {
  from: readonly [number, number];
  bend: readonly [number, number];
  to: readonly [number, number];
  width: number;
  height: number;
}

/** One piece of cloth; pieces are given from the lowest to the topmost. */
export interface Part {
  /** Closed outline, or with `band` an open line that a band of that width follows. */
  outline: string;
  band?: number;
  /** `main` carries the pattern; `plain` is the same colour without it; `second` the contrast colour; `lining` the inside; `rib` knitted bands. */
  cloth?: 'main' | 'plain' | 'second' | 'accent' | 'lining' | 'rib';
  /** An own colour, for soles, straps and cords. */
  color?: Hex;
  /** Degrees by which the pattern is turned, clockwise. */
  turn?: number;
  /** How round it stands: 0 flat, 1 as on a body. */
  puff?: number;
  /** How much the cloth ripples: 0 pressed, 1 soft. */
  drape?: number;
  folds?: Fold[];
  /** Seams, stitches, buttons: SVG, drawn inside the outline. */
  details?: (ink: Ink) => string;
  /** As `details`, but free to leave the outline: cords, tags, straps. */
  loose?: (ink: Ink) => string;
}

export interface Garment {
  parts: Part[];
  /** The left upper corner of the part worth a close look, which is 384 × 512 units; even numbers. */
  closeUp: readonly [number, number];
  /** The part of the board that a small garment's picture shows, [x, y, width], 640 or 768 wide; otherwise the whole board. */
  frame?: readonly [number, number, number];
}

/** A soft crease. */
export function fold(
  from: readonly [number, number],
  bend: readonly [number, number],
  to: readonly [number, number],
  width = 26,
  height = 1,
): Fold {
  return { from, bend, to, width, height };
}

/** The same crease on the other side of the body, a little weaker, since no two sleeves fall alike. */
export function mirrorFold({ from, bend, to, width, height }: Fold): Fold {
  const across = ([x, y]: readonly [number, number]) => [960 - x, y + 9] as const;
  return { from: across(from), bend: across(bend), to: across(to), width: width * 0.9, height: height * 0.85 };
}
