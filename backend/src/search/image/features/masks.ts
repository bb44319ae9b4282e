/** A square picture of yes and no: one byte for each pixel, row by row. */
export type Mask = Uint8Array;

/** The width of a picture's rim. */
const RIM = 3;

/** Returns the pixels of a picture's rim. */
export const rimOf = (size: number): number[] =>
  Array.from({ length: size * size }, (_, pixel) => pixel).filter((pixel) => {
    const [x, y] = [pixel % size, Math.floor(pixel / size)];
    return x < RIM || y < RIM || x >= size - RIM || y >= size - RIM;
  });

/** Whether a pixel is in the picture's middle, where a garment covers the background. */
export const isInMiddle = (pixel: number, size: number): boolean => {
  const [x, y] = [(pixel % size) / size, Math.floor(pixel / size) / size];
  return x > 0.3 && x < 0.7 && y > 0.25 && y < 0.75;
};

/** Returns 1 in the centre of the picture, decreasing towards the edges. */
export function centrality(pixel: number, size: number): number {
  const [x, y] = [(pixel % size) / size - 0.5, Math.floor(pixel / size) / size - 0.5];
  return Math.exp(-(x * x + y * y) / 0.12);
}

/** Majority filter over 5 × 5 pixels: removes specks and fills gaps. */
export function majorityFilter(mask: Mask, size: number): Mask {
  const result = new Uint8Array(mask.length);
  const inside = (value: number) => Math.min(Math.max(value, 0), size - 1);
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      let sum = 0;
      for (let j = -2; j <= 2; j++) {
        for (let i = -2; i <= 2; i++) sum += mask[inside(y + j) * size + inside(x + i)]!;
      }
      result[y * size + x] = sum > 12 ? 1 : 0;
    }
  }
  return result;
}

/** Keeps the most central connected part, and others of at least a fifth of its size (a pair of shoes). Fills holes. */
export function centralParts(mask: Mask, size: number): Mask {
  const parts = connectedParts(mask, size, 1).map((pixels) => ({
    pixels,
    weight: pixels.reduce((sum, pixel) => sum + centrality(pixel, size), 0),
  }));
  const heaviest = Math.max(0, ...parts.map(({ weight }) => weight));
  const result = new Uint8Array(mask.length);
  for (const { pixels, weight } of parts) {
    if (weight >= heaviest / 5) for (const pixel of pixels) result[pixel] = 1;
  }
  fillHoles(result, size);
  return result;
}

/** Fills small regions that do not reach the picture's edge. */
function fillHoles(mask: Mask, size: number): void {
  const isAtEdge = (pixel: number) =>
    pixel < size || pixel >= size * (size - 1) || pixel % size === 0 || pixel % size === size - 1;
  for (const pixels of connectedParts(mask, size, 0)) {
    const isHole = pixels.length < mask.length / 20 && !pixels.some(isAtEdge);
    if (isHole) for (const pixel of pixels) mask[pixel] = 1;
  }
}

/** Returns the connected parts of a value, by flood fill: pixels are connected to the four beside them. */
function connectedParts(mask: Mask, size: number, value: 0 | 1): number[][] {
  const isVisited = new Uint8Array(mask.length);
  const parts: number[][] = [];
  for (let start = 0; start < mask.length; start++) {
    if (isVisited[start] || mask[start] !== value) continue;
    isVisited[start] = 1;
    const part = [start];
    // The part grows while it is read: its pixels are the queue, too.
    for (const pixel of part) {
      const x = pixel % size;
      for (const next of [x > 0 ? pixel - 1 : -1, x < size - 1 ? pixel + 1 : -1, pixel - size, pixel + size]) {
        if (next < 0 || next >= mask.length || isVisited[next] || mask[next] !== value) continue;
        isVisited[next] = 1;
        part.push(next);
      }
    }
    parts.push(part);
  }
  return parts;
}
