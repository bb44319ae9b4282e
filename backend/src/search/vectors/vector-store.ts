import { VectorScan, type VectorHits } from './vector-scan.js';

/** The vectors of one engine, by id. */
export interface VectorStore {
  /** True when the vectors outlive the process; otherwise the process adds them after opening the store. */
  readonly isPersistent: boolean;
  /** Why it is not the configured store. */
  readonly why?: string;
  /** Adds a vector, or replaces the one with this id. @throws RangeError for a vector of another length */
  set(id: number, vector: Float32Array): Promise<void>;
  delete(id: number): Promise<void>;
  /** Returns the `count` vectors with the largest dot products, at most 1,000, largest first. */
  search(vector: Float32Array, count: number): Promise<VectorHits[]>;
  size(): Promise<number>;
}

/** An exact in-memory store. */
export class ScanStore implements VectorStore {
  readonly isPersistent = false;
  private readonly scan: VectorScan;

  constructor(
    dimensions: number,
    readonly why?: string,
  ) {
    this.scan = new VectorScan(dimensions);
  }

  async set(id: number, vector: Float32Array): Promise<void> {
    this.scan.set(id, vector);
  }

  async delete(id: number): Promise<void> {
    this.scan.delete(id);
  }

  async search(vector: Float32Array, count: number): Promise<VectorHits[]> {
    return this.scan.search(vector, count);
  }

  async size(): Promise<number> {
    return this.scan.size;
  }
}
