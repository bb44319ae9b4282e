import { scanModule } from './scan-module.js';

/** The hits of a scan: the id of each vector, and its dot product with the query. */
export interface VectorHits {
  id: number;
  likeness: number;
}

/** A page of WebAssembly's memory. */
const PAGE = 65_536;
/** A vector is read in steps of 32 numbers. */
const STEP = 32;

/**
 * Finds the vectors that are nearest to one by looking at all of them: exact, nothing to tune, and nothing to rebuild
 * when one changes. Each number is kept in a byte, a row's largest as 127, so 100,000 vectors of 256 take 26 MB, and a
 * search of them a few milliseconds on one core (`npm run bench:vectors`).
 */
export class VectorScan {
  private readonly width: number;
  private readonly module = scanModule();
  private rows = new Int8Array();
  private capacity = 0;
  /** By what a row's bytes are multiplied to be its numbers again. */
  private readonly scales: number[] = [];
  private readonly ids: number[] = [];
  private readonly places = new Map<number, number>();

  /** @param dimensions how many numbers each vector has */
  constructor(private readonly dimensions: number) {
    this.width = Math.ceil(dimensions / STEP) * STEP;
    this.reserve(256);
  }

  get size(): number {
    return this.ids.length;
  }

  /** In bytes: what the vectors take. */
  get bytes(): number {
    return this.module.memory.buffer.byteLength;
  }

  /** Puts a vector in, in place of the one with this id if there is one. */
  set(id: number, vector: Float32Array): void {
    if (vector.length !== this.dimensions) throw new RangeError(`A vector of ${vector.length}, not ${this.dimensions}`);
    const place = this.places.get(id) ?? this.size;
    if (place === this.capacity) this.reserve(this.capacity * 2);
    this.places.set(id, place);
    this.ids[place] = id;
    const scale = scaleOf(vector);
    this.scales[place] = scale;
    const row = place * this.width;
    for (let i = 0; i < this.dimensions; i++) this.rows[row + i] = Math.round(vector[i]! / scale);
  }

  /** Takes a vector out. The last one moves to its place. */
  delete(id: number): void {
    const place = this.places.get(id);
    if (place === undefined) return;
    const last = this.size - 1;
    this.rows.copyWithin(place * this.width, last * this.width, (last + 1) * this.width);
    this.ids[place] = this.ids[last]!;
    this.scales[place] = this.scales[last]!;
    this.places.set(this.ids[place], place);
    this.places.delete(id);
    this.ids.pop();
    this.scales.pop();
  }

  /** The `count` vectors with the largest product with this one, the largest first; of equal ones the smaller id first. */
  search(vector: Float32Array, count: number): VectorHits[] {
    if (vector.length !== this.dimensions) throw new RangeError(`A vector of ${vector.length}, not ${this.dimensions}`);
    if (this.size === 0 || count < 1) return [];
    const scale = scaleOf(vector);
    const query = new Int16Array(this.module.memory.buffer, 0, this.width);
    for (let i = 0; i < this.dimensions; i++) query[i] = Math.round(vector[i]! / scale);
    this.module.dots(this.rows.byteOffset, 0, this.productsAt, this.size, this.width);
    const products = new Int32Array(this.module.memory.buffer, this.productsAt, this.size);
    const best: VectorHits[] = [];
    for (let place = 0; place < products.length; place++) {
      const likeness = products[place]! * this.scales[place]! * scale;
      if (best.length === count && likeness < best[count - 1]!.likeness) continue;
      insert(best, { id: this.ids[place]!, likeness }, count);
    }
    return best;
  }

  /** The product of a vector with the one that was put in under this id; 0 when there is none. */
  likeness(vector: Float32Array, id: number): number {
    const place = this.places.get(id);
    if (place === undefined) return 0;
    const row = place * this.width;
    let sum = 0;
    for (let i = 0; i < vector.length; i++) sum += vector[i]! * this.rows[row + i]!;
    return sum * this.scales[place]!;
  }

  /** Memory: the query as 16-bit numbers, the rows as bytes, then a product for each row. */
  private reserve(capacity: number): void {
    const rowsAt = this.width * 2;
    const bytes = rowsAt + capacity * (this.width + 4);
    const missing = Math.ceil(bytes / PAGE) - this.module.memory.buffer.byteLength / PAGE;
    if (missing > 0) this.module.memory.grow(missing);
    // Growing leaves what was there in its place, but not the views of it.
    this.rows = new Int8Array(this.module.memory.buffer, rowsAt, capacity * this.width);
    this.capacity = capacity;
  }

  private get productsAt(): number {
    return this.rows.byteOffset + this.rows.byteLength;
  }
}

/** The quantisation step at which the largest number becomes 127. */
function scaleOf(vector: Float32Array): number {
  let largest = 0;
  for (const value of vector) largest = Math.max(largest, Math.abs(value));
  return largest / 127 || 1;
}

function insert(best: VectorHits[], found: VectorHits, count: number): void {
  let at = best.length;
  while (at > 0 && isBefore(found, best[at - 1]!)) at -= 1;
  if (at >= count) return;
  best.splice(at, 0, found);
  if (best.length > count) best.pop();
}

const isBefore = (one: VectorHits, other: VectorHits): boolean =>
  one.likeness > other.likeness || (one.likeness === other.likeness && one.id < other.id);
