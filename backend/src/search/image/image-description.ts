import type { Described } from '../engines/engine.js';
import type { ColorName } from './features/color.js';
import { unpack } from './pack.js';

/** The network's classes as shoppers call them, in its order (ai/data.py). */
export const KINDS = [
  ['Blazer', 'áo blazer'],
  ['Blouse', 'áo blouse'],
  ['Body', 'bodysuit'],
  ['Dress', 'đầm'],
  ['Hat', 'mũ nón'],
  ['Hoodie', 'áo hoodie'],
  ['Longsleeve', 'áo dài tay'],
  ['Outwear', 'áo khoác'],
  ['Pants', 'quần dài'],
  ['Polo', 'áo polo'],
  ['Shirt', 'áo sơ mi'],
  ['Shoes', 'giày dép'],
  ['Shorts', 'quần short'],
  ['Skirt', 'chân váy'],
  ['T-Shirt', 'áo thun'],
  ['Top', 'áo kiểu'],
  ['Undershirt', 'áo ba lỗ'],
] as const;

/** Of strangers' photographs it is this sure of 67 in a hundred, and right about 90 % of those. Below it the kind is not told. */
const SURE = 0.55;

/** The content of a picture in the shop's terms. */
export interface ImageDescription {
  /** null when it is not sure, or the engine does not tell. `confidence` is 0 to 1. */
  type: { label: string; confidence: number } | null;
  color: { label: ColorName; hex: string } | null;
}

/** Names what a described picture shows. */
export function describeImage({ parts }: Described): ImageDescription {
  if (!parts) return { type: null, color: null };
  const { color, network } = unpack(parts);
  return { type: network && kindOf(network.likely), color: { label: color.name, hex: color.hex } };
}

function kindOf(likely: Float32Array): ImageDescription['type'] {
  const confidence = Math.max(...likely);
  const kind = KINDS[likely.indexOf(confidence)];
  return kind && confidence >= SURE ? { label: kind[1], confidence } : null;
}
