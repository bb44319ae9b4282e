/** Pixels of a picture, row by row, three bytes each: red, green, blue (sRGB). */
export interface Pixels {
  data: Uint8Array;
  width: number;
  height: number;
}

/** A rectangle in fractions of a picture, 0 to 1 from the left and the top. */
export interface Frame {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export const WHOLE_FRAME: Frame = { left: 0, top: 0, right: 1, bottom: 1 };

/** Scales a part of a picture: each pixel becomes the mean of the area that it covers. */
export function resample({ data, width, height }: Pixels, size: number, frame: Frame = WHOLE_FRAME): Pixels {
  const result = new Uint8Array(size * size * 3);
  const columns = coverage(frame.left * width, frame.right * width, size, width);
  const rows = coverage(frame.top * height, frame.bottom * height, size, height);
  for (let y = 0; y < size; y++) {
    const row = rows[y]!;
    for (let x = 0; x < size; x++) {
      const column = columns[x]!;
      let red = 0;
      let green = 0;
      let blue = 0;
      let total = 0;
      for (let j = 0; j < row.weights.length; j++) {
        for (let i = 0; i < column.weights.length; i++) {
          const weight = row.weights[j]! * column.weights[i]!;
          const at = ((row.first + j) * width + column.first + i) * 3;
          red += data[at]! * weight;
          green += data[at + 1]! * weight;
          blue += data[at + 2]! * weight;
          total += weight;
        }
      }
      const at = (y * size + x) * 3;
      result[at] = Math.round(red / total);
      result[at + 1] = Math.round(green / total);
      result[at + 2] = Math.round(blue / total);
    }
  }
  return { data: result, width: size, height: size };
}

/** For each of `size` cells between two positions on a line of `length` pixels: the pixels that it covers, with their weights. */
function coverage(from: number, to: number, size: number, length: number): { first: number; weights: number[] }[] {
  const step = (to - from) / size;
  return Array.from({ length: size }, (_, cell) => {
    // A cell narrower than a pixel reads one whole pixel around its middle.
    const middle = from + (cell + 0.5) * step;
    const half = Math.max(step, 1) / 2;
    const start = Math.min(Math.max(middle - half, 0), length - 1);
    const end = Math.min(Math.max(middle + half, start + 0.01), length);
    const first = Math.floor(start);
    const last = Math.min(Math.ceil(end), length) - 1;
    const weights = Array.from(
      { length: Math.max(1, last - first + 1) },
      (_, i) => Math.min(end, first + i + 1) - Math.max(start, first + i),
    );
    return { first, weights };
  });
}

/** Normalises a vector to length 1; a zero vector stays unchanged. */
export function toUnit(vector: Float32Array): Float32Array {
  let squares = 0;
  for (const value of vector) squares += value * value;
  const scale = squares > 0 ? 1 / Math.sqrt(squares) : 0;
  return vector.map((value) => value * scale);
}

/** The dot product of two vectors; for unit vectors the cosine of their angle. */
export function dot(a: Float32Array, b: Float32Array): number {
  // Four sums, because an addition waits for the previous one: nearly all the time of a comparison is spent here.
  let one = 0;
  let two = 0;
  let three = 0;
  let four = 0;
  let i = 0;
  for (; i + 3 < a.length; i += 4) {
    one += a[i]! * b[i]!;
    two += a[i + 1]! * b[i + 1]!;
    three += a[i + 2]! * b[i + 2]!;
    four += a[i + 3]! * b[i + 3]!;
  }
  for (; i < a.length; i++) one += a[i]! * b[i]!;
  return one + two + three + four;
}
