import type { Described } from '../engines/engine.js';
import { COLOR_NAMES } from './features/color.js';
import { vectorOf } from './compare.js';
import type { Compared } from './compare.js';
import type { PictureParts } from './describe.js';

/** Of the layout below: bytes that begin with another number are not read. */
const LAYOUT = 1;
const HAS_NETWORK = 1;

/**
 * Writes what is known of a picture as about a kilobyte: lists of numbers as a byte each, beside what a step of them is worth.
 */
export function pack({ color, edges, spans, cover, outline, texture, network }: PictureParts): Uint8Array {
  const name = COLOR_NAMES.indexOf(color.name);
  return Uint8Array.from([
    ...[LAYOUT, network ? HAS_NETWORK : 0, name, ...Buffer.from(color.hex.slice(1), 'hex')],
    ...[color.names, color.shades, edges, spans, cover, outline, texture].flatMap(listed),
    ...(network ? [network.vector, network.likely].flatMap(listed) : []),
  ]);
}

/**
 * Reads what `pack` wrote.
 * @throws RangeError when the bytes are of another layout, or cut off
 */
export function unpack(bytes: Uint8Array): PictureParts {
  if (bytes[0] !== LAYOUT) throw new RangeError(`A picture's parts in layout ${bytes[0]}, not ${LAYOUT}`);
  const name = COLOR_NAMES[bytes[2]!];
  if (!name) throw new RangeError(`A colour ${bytes[2]}`);
  const hex = `#${Buffer.from(bytes.subarray(3, 6)).toString('hex')}`;
  const list = reader(bytes, 6);
  const [names, shades, edges, spans, cover, outline, texture] = [
    list(),
    list(),
    list(),
    list(),
    list(),
    list(),
    list(),
  ];
  const network = bytes[1]! & HAS_NETWORK ? { vector: list(), likely: list() } : null;
  return { color: { name, hex, names, shades }, edges, spans, cover, outline, texture, network };
}

/** A picture as searches and the database keep it. */
export const described = (parts: PictureParts): Described => ({ vector: vectorOf(parts), parts: pack(parts) });

/** A described picture with its parts laid out, to be compared; null where the engine keeps none. */
export function opened({ parts }: Pick<Described, 'parts'>): Compared | null {
  if (!parts) return null;
  const read = unpack(parts);
  return { ...read, vector: vectorOf(read) };
}

/** Length in 2 bytes, what a step is worth as a 32-bit number, then a byte each: with a sign if any number has one. */
function listed(list: Float32Array): number[] {
  const largest = list.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const isSigned = list.some((value) => value < 0);
  const step = Math.fround(largest / (isSigned ? -127 : 255)) || 1;
  const head = Buffer.alloc(6);
  head.writeUInt16LE(list.length);
  head.writeFloatLE(step, 2);
  return [...head, ...Array.from(list, (value) => Math.round(value / step) & 255)];
}

/** Reads one list after the other. A negative step says that the bytes have signs. */
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
