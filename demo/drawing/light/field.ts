/** A grid of numbers, a row after the other. */
export interface Field {
  width: number;
  height: number;
  values: Float32Array;
}

/** A rectangle of a field, in its cells. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * A Gaussian blur by two running means each way. A wide one is worked out on a coarser field, since nothing fine is left of it.
 */
export function blur(field: Field, sigma: number): Field {
  if (sigma > 4 && Math.min(field.width, field.height) > 8)
    return doubled(blur(halved(field), sigma / 2), field.width, field.height);
  const radius = Math.max(1, Math.round((Math.sqrt(6 * sigma * sigma + 1) - 1) / 2));
  let values = field.values;
  for (let pass = 0; pass < 2; pass++) {
    values = meanAlongRows(values, field, radius);
    values = meanAlongColumns(values, field, radius);
  }
  return { ...field, values };
}

/** Beyond its ends a line goes on with its last value, so that a close-up shows no false edge. */
function meanAlongRows(values: Float32Array, { width, height }: Field, radius: number): Float32Array {
  const result = new Float32Array(values.length);
  const part = 1 / (2 * radius + 1);
  for (let y = 0; y < height; y++) {
    const first = y * width;
    const last = first + width - 1;
    let sum = values[first]! * radius;
    for (let i = 0; i <= radius; i++) sum += values[Math.min(last, first + i)]!;
    for (let i = first; i <= last; i++) {
      result[i] = sum * part;
      sum += values[Math.min(last, i + radius + 1)]! - values[Math.max(first, i - radius)]!;
    }
  }
  return result;
}

/** As along rows, but keeps one sum per column, so that memory is read in its order. */
function meanAlongColumns(values: Float32Array, { width, height }: Field, radius: number): Float32Array {
  const result = new Float32Array(values.length);
  const part = 1 / (2 * radius + 1);
  const sums = new Float32Array(width);
  for (let i = -radius; i <= radius; i++) {
    const row = Math.min(height - 1, Math.max(0, i)) * width;
    for (let x = 0; x < width; x++) sums[x]! += values[row + x]!;
  }
  for (let y = 0; y < height; y++) {
    const next = Math.min(height - 1, y + radius + 1) * width;
    const gone = Math.max(0, y - radius) * width;
    for (let x = 0; x < width; x++) {
      result[y * width + x] = sums[x]! * part;
      sums[x]! += values[next + x]! - values[gone + x]!;
    }
  }
  return result;
}

/** A field at half its size, each cell the mean of four. */
export function halved({ width, height, values }: Field): Field {
  const small = blank((width + 1) >> 1, (height + 1) >> 1);
  for (let y = 0; y < small.height; y++) {
    const upper = 2 * y * width;
    const lower = Math.min(height - 1, 2 * y + 1) * width;
    for (let x = 0; x < small.width; x++) {
      const right = Math.min(width - 1, 2 * x + 1);
      small.values[y * small.width + x] =
        (values[upper + 2 * x]! + values[upper + right]! + values[lower + 2 * x]! + values[lower + right]!) / 4;
    }
  }
  return small;
}

/** A coarse field drawn twice as large, smoothly (linear between the middles of its cells); `width` and `height` may be odd. */
export function doubled(small: Field, width: number, height: number): Field {
  const wide = blank(width, small.height);
  for (let y = 0; y < small.height; y++) {
    const from = y * small.width;
    for (let x = 0; x < width; x++) {
      const near = from + (x >> 1);
      const far = x & 1 ? Math.min(near + 1, from + small.width - 1) : Math.max(near - 1, from);
      wide.values[y * width + x] = 0.75 * small.values[near]! + 0.25 * small.values[far]!;
    }
  }
  const large = blank(width, height);
  for (let y = 0; y < height; y++) {
    const near = (y >> 1) * width;
    const far = (y & 1 ? Math.min((y >> 1) + 1, small.height - 1) : Math.max((y >> 1) - 1, 0)) * width;
    for (let x = 0; x < width; x++) {
      large.values[y * width + x] = 0.75 * wide.values[near + x]! + 0.25 * wide.values[far + x]!;
    }
  }
  return large;
}

/** A field of zeros. */
export function blank(width: number, height: number): Field {
  return { width, height, values: new Float32Array(width * height) };
}
