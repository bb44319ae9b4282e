/*
 * What CRC-32 becomes when bytes in the middle of a text change, without reading the text again. CRC-32 is linear: for
 * texts of equal length, crc(a) ^ crc(b) depends only on a ^ b, and zeros after the difference act on it as a 32 x 32
 * matrix of bits. (Mark Adler's crc32_combine in zlib works the same way.)
 */

/** A linear operator on 32 bits: column i is what bit i becomes. */
export type Operator = Uint32Array;

/** @returns what `operator` makes of `bits` */
export function apply(operator: Operator, bits: number): number {
  let sum = 0;
  for (let column = 0; bits !== 0; column += 1, bits >>>= 1) {
    if (bits & 1) sum ^= operator[column]!;
  }
  return sum >>> 0;
}

/** @returns the operator by which `count` zero bytes after a difference act on it */
export function zeroBytes(count: number): Operator {
  let result = Uint32Array.from({ length: 32 }, (_, bit) => 1 << bit);
  for (let bit = 0; count >> bit !== 0; bit += 1) {
    if ((count >> bit) & 1) result = result.map((column) => apply(power(bit), column));
  }
  return result;
}

/** Operators of 1, 2, 4, 8 … zero bytes, made as they are asked for. */
const powers: Operator[] = [];

function power(exponent: number): Operator {
  powers[0] ??= oneByte();
  for (let next = powers.length; next <= exponent; next += 1) powers.push(twice(powers[next - 1]!));
  return powers[exponent]!;
}

function oneByte(): Operator {
  // One zero bit shifts the register, and brings in the (reflected) polynomial where a one falls out.
  const oneBit = Uint32Array.from({ length: 32 }, (_, bit) => (bit === 0 ? 0xedb88320 : 1 << (bit - 1)));
  return twice(twice(twice(oneBit)));
}

const twice = (operator: Operator): Operator => operator.map((column) => apply(operator, column));
