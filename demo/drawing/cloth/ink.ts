import type { Hex } from './color.js';

/** The colours that a part's details are drawn with, worked out from its cloth. */
export interface Ink {
  base: Hex;
  second: Hex;
  accent: Hex;
  /** Seams and edges: the cloth in deep shade. */
  seam: Hex;
  /** Thread that shows: lighter than dark cloth, darker than light cloth. */
  stitch: Hex;
  button: Hex;
  metal: Hex;
}
