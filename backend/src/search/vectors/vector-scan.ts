import { scanModule } from './scan-module.js';

/** The hits of a scan: the id of each vector, and its dot product with the query. */
export interface VectorHits {
  id: number;
  likeness: number;
}

/** A page of WebAssembly's memory. */
const PAGE = 65_536;
/** A vector is read in steps of this length. */
const VECTOR_STEP = 32;

/**
 * Finds the nearest vectors by comparing all of them: exact, without parameters, and without a rebuild after changes. Each
 * number is stored in a byte, a row's largest as 127, so 100,000 vectors of 256 take 26 MB, and a search of them a few
 * milliseconds on one core (`npm run bench:vectors`).
 */
export class VectorScan {
  private readonly width: number;
  private readonly module = scanModule();
  private rows = new Int8Array();
  private capacity = 0;
  /** The step size of each row, which converts its bytes back to numbers. */
  private readonly scales: number[] = [];
  private readonly ids: number[] = [];
  private readonly places = new Map<number, number>();

  /** @param dimensions the length of the vectors */
  constructor(private readonly dimensions: number) {
    this.width = Math.ceil(dimensions / VECTOR_STEP) * VECTOR_STEP;
    this.reserve(256);
  }

  get size(): number {
    return this.ids.length;
  }

  /** The memory of the vectors in bytes. */
  get bytes(): number {
    return this.module.memory.buffer.byteLength;
  }

  /** Adds a vector, or replaces the one with this id. */
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

  /** Removes a vector. The last one moves to its place. */
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

  /** Returns the `count` vectors with the largest dot products, largest first, then by id. */
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

  /** Returns the dot product of a vector with the stored one of this id; 0 without one. */
  likeness(vector: Float32Array, id: number): number {
    const place = this.places.get(id);
    if (place === undefined) return 0;
    const row = place * this.width;
    let sum = 0;
    for (let i = 0; i < vector.length; i++) sum += vector[i]! * this.rows[row + i]!;
    return sum * this.scales[place]!;
  }

  /** Memory layout: the query as 16-bit numbers, the rows as bytes, then a product for each row. */
  private reserve(capacity: number): void {
    const rowsAt = this.width * 2;
    const bytes = rowsAt + capacity * (this.width + 4);
    const missing = Math.ceil(bytes / PAGE) - this.module.memory.buffer.byteLength / PAGE;
    if (missing > 0) this.module.memory.grow(missing);
    // Growing keeps the content, but invalidates the views.
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

function insert(best: VectorHits[], hits: VectorHits, count: number): void {
  let at = best.length;
  while (at > 0 && isBefore(hits, best[at - 1]!)) at -= 1;
  if (at >= count) return;
  best.splice(at, 0, hits);
  if (best.length > count) best.pop();
}

const isBefore = (one: VectorHits, other: VectorHits): boolean =>
  one.likeness > other.likeness || (one.likeness === other.likeness && one.id < other.id);
