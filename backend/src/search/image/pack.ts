import type { Described } from '../engines/engine.js';
import { COLOR_NAMES } from './features/color.js';
import type { Compared } from './compare.js';
import type { PictureParts } from './describe.js';
import { vectorOf } from './picture-vector.js';

/** The version of the layout below; `unpack` rejects other versions. */
const LAYOUT = 1;
const HAS_NETWORK = 1;

/**
 * Packs a described picture into about a kilobyte: each list as a step size and one byte per number.
 */
export function pack({ color, edges, frameNorms, cover, outline, texture, network }: PictureParts): Uint8Array {
  const name = COLOR_NAMES.indexOf(color.name);
  return Uint8Array.from([
    ...[LAYOUT, network ? HAS_NETWORK : 0, name, ...Buffer.from(color.hex.slice(1), 'hex')],
    ...[color.names, color.shades, edges, frameNorms, cover, outline, texture].flatMap(listed),
    ...(network ? [network.vector, network.likely].flatMap(listed) : []),
  ]);
}

/**
 * Unpacks the bytes of `pack`.
 * @throws RangeError for another layout, or truncated bytes
 */
export function unpack(bytes: Uint8Array): PictureParts {
  if (bytes[0] !== LAYOUT) throw new RangeError(`A picture's parts in layout ${bytes[0]}, not ${LAYOUT}`);
  const name = COLOR_NAMES[bytes[2]!];
  if (!name) throw new RangeError(`A colour ${bytes[2]}`);
  const hex = `#${Buffer.from(bytes.subarray(3, 6)).toString('hex')}`;
  const list = reader(bytes, 6);
  const [names, shades, edges, frameNorms, cover, outline, texture] = [
    list(),
    list(),
    list(),
    list(),
    list(),
    list(),
    list(),
  ];
  const network = bytes[1]! & HAS_NETWORK ? { vector: list(), likely: list() } : null;
  return { color: { name, hex, names, shades }, edges, frameNorms, cover, outline, texture, network };
}

/** Converts a picture to the form that searches and the database store. */
export const packDescription = (parts: PictureParts): Described => ({ vector: vectorOf(parts), parts: pack(parts) });

/** Unpacks a described picture for comparisons; null when the engine has no parts. */
export function unpackDescription({ parts }: Pick<Described, 'parts'>): Compared | null {
  if (!parts) return null;
  const read = unpack(parts);
  return { ...read, vector: vectorOf(read) };
}

/** Encodes a list: length in 2 bytes, step size as a 32-bit float, then a byte each, signed if any number is negative. */
function listed(list: Float32Array): number[] {
  const largest = list.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const isSigned = list.some((value) => value < 0);
  const step = Math.fround(largest / (isSigned ? -127 : 255)) || 1;
  const head = Buffer.alloc(6);
  head.writeUInt16LE(list.length);
  head.writeFloatLE(step, 2);
  return [...head, ...Array.from(list, (value) => Math.round(value / step) & 255)];
}

/** Returns a function that reads the next list. A negative step size marks signed bytes. */
function reader(bytes: Uint8Array, from: number): () => Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = from;
  return () => {
    const [length, step] = [view.getUint16(at, true), view.getFloat32(at + 2, true)];
    at += 6 + length;
    if (at > bytes.length) throw new RangeError('A picture’s parts are cut off');
    const list = new Float32Array(length);
    for (let i = 0; i < length; i++) {
      const byte = bytes[at - length + i]!;
      list[i] = step * (step < 0 ? (byte << 24) >> 24 : byte);
    }
    return list;
  };
}
