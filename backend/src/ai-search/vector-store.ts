import type { DataSource } from 'typeorm';
import type { Config } from '../config.js';
import { createOwnerDataSource } from '../db/data-source.js';
import type { Engine } from './engine.js';
import { PgVectorStore } from './pgvector-store.js';
import { VectorScan, type Found } from './vector-scan.js';

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
  search(vector: Float32Array, count: number): Promise<Found[]>;
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

  async search(vector: Float32Array, count: number): Promise<Found[]> {
    return this.scan.search(vector, count);
  }

  async size(): Promise<number> {
    return this.scan.size;
  }
}

/** The store that the settings ask for; in memory, saying why, where the database has no pgvector. */
export async function openVectorStore(
  db: DataSource,
  config: Pick<Config, 'vectors' | 'databaseUrl'>,
  engine: Pick<Engine, 'name' | 'dimensions'>,
): Promise<PgVectorStore | ScanStore> {
  if (config.vectors === 'scan') return new ScanStore(engine.dimensions);
  try {
    const store = new PgVectorStore(db, engine);
    const owner = await createOwnerDataSource(config.databaseUrl).initialize();
    await owner.transaction((tx) => store.prepare(tx)).finally(() => owner.destroy());
    return store;
  } catch (error) {
    return new ScanStore(engine.dimensions, `pgvector cannot be used: ${(error as Error).message}`);
  }
}
