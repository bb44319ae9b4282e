import { VectorScan, type VectorHits } from './vector-scan.js';

/** The vectors of one engine, by id. */
export interface VectorStore {
  /** Whether they outlive the process; otherwise whoever opens the store puts them in. */
  readonly isKept: boolean;
  /** Why it is not the store that the settings ask for. */
  readonly why?: string;
  /** Puts a vector in, in place of the one with this id if there is one. @throws RangeError when it is of another length */
  set(id: number, vector: Float32Array): Promise<void>;
  delete(id: number): Promise<void>;
  /** The `count` vectors with the largest product with this one, at most 1,000, the largest first. */
  search(vector: Float32Array, count: number): Promise<VectorHits[]>;
  size(): Promise<number>;
}

/** In memory, and exact. */
export class ScanStore implements VectorStore {
  readonly isKept = false;
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
