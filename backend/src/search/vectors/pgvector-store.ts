import type { StatementRunner, TransactionRunner } from '../../platform/database/connections/pool-database.js';
import type { Engine } from '../engines/engine.js';
import { PAGE, VectorStatements } from './search-vectors.sql.js';
import { floatsOf } from './vector-bytes.js';
import type { VectorHits } from './vector-scan.js';

/** The minimum number of candidates of a search (`hnsw.ef_search`): more find more and take longer. It also limits the results. */
const MIN_EFFORT = 200;
const MAX_EFFORT = 1_000;

/**
 * Vectors in PostgreSQL with the extension pgvector 0.7 or newer, searched through a graph (HNSW: Malkov and Yashunin 2018): nearly
 * exact, and fast for any number of them. Each number takes two bytes. One table serves all engines, with an index for each,
 * because their vectors differ in length. No migration creates it, because the extension is optional.
 */
export class PgVectorStore {
  private readonly statements: VectorStatements;
  private readonly dimensions: number;

  constructor(
    private readonly db: TransactionRunner,
    engine: Pick<Engine, 'name' | 'dimensions'>,
  ) {
    this.dimensions = engine.dimensions;
    this.statements = new VectorStatements(engine);
  }

  /**
   * Creates the table and the engine's index when they are missing.
   * @param tx of the user that owns the shop's tables, and may create the extension
   * @throws when the extension is missing or too old
   */
  prepare(tx: StatementRunner): Promise<void> {
    return this.statements.create(tx);
  }

  /** Adds a vector, or replaces the one with this id. @throws RangeError for a vector of another length */
  async set(id: number, vector: Float32Array): Promise<void> {
    await this.statements.save(this.db, id, this.literal(vector));
  }

  /** Returns the `count` vectors with the largest dot products, at most 1,000, largest first. */
  async search(vector: Float32Array, count: number): Promise<VectorHits[]> {
    const literal = this.literal(vector);
    if (count < 1) return [];
    const effort = Math.min(Math.max(count * 2, MIN_EFFORT), MAX_EFFORT);
    const hits = await this.statements.nearest(this.db, literal, Math.min(count, MAX_EFFORT), effort);
    const neighbours = hits.map(({ id, likeness }) => ({ id: Number(id), likeness }));
    return neighbours.sort((one, other) => other.likeness - one.likeness || one.id - other.id);
  }

  size(): Promise<number> {
    return this.statements.count(this.db);
  }

  /**
   * Stores a page of the engine's vectors of products' pictures that the store lacks.
   * @param hashes of the pictures; null for all
   * @returns whether there may be more
   */
  async fill(hashes: string[] | null): Promise<boolean> {
    const rows = await this.statements.unstored(this.db, hashes);
    for (const { id, vector } of rows) await this.set(Number(id), floatsOf(vector));
    return rows.length === PAGE;
  }

  /** Deletes the vectors, of all engines, whose picture no longer exists, and this engine's that no product of the shop shows. */
  async sweep(): Promise<void> {
    await this.statements.deleteOrphans(this.db);
    const hashes = await this.statements.deleteUnshown(this.db);
    // A product that returned meanwhile was indexed while its vectors were still there.
    if (hashes.length > 0) while (await this.fill(hashes));
  }

  private literal(vector: Float32Array): string {
    if (vector.length !== this.dimensions) throw new RangeError(`A vector of ${vector.length}, not ${this.dimensions}`);
    return `[${vector.join(',')}]`;
  }
}
