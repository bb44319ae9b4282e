import { createHash } from 'node:crypto';
import { escapeLiteral } from 'pg';
import type { DataSource, EntityManager } from 'typeorm';
import { createOwnerDataSource } from '../db/data-source.js';
import type { Engine } from './engine.js';
import type { Found } from './vector-scan.js';
import type { VectorStore } from './vector-store.js';

/** Whoever makes the table holds this advisory lock. */
const TABLE_LOCK = 770_015;
/** How many neighbours a search keeps in mind (`hnsw.ef_search`): more find more, and take longer. No search finds more. */
const LEAST_KEPT = 200;
const MOST_KEPT = 1_000;

/**
 * Vectors in PostgreSQL with its extension pgvector 0.7 or newer, found through a graph (HNSW: Malkov and Yashunin 2018): nearly
 * exact, and quick however many there are. Each number is kept in two bytes. A table serves all engines, with an index for
 * each, as their vectors have different lengths. It is made here and by no migration, because the extension is optional.
 */
export class PgVectorStore implements VectorStore {
  readonly isKept = true;
  /** As it stands in statements: an index is chosen by a value that stands there itself. */
  private readonly engine: string;
  private readonly column: string;

  private constructor(
    private readonly db: DataSource,
    name: string,
    private readonly dimensions: number,
  ) {
    this.engine = escapeLiteral(name);
    this.column = `(vector::halfvec(${dimensions}))`;
  }

  /**
   * Opens the store of an engine, and makes its table and index when they are missing.
   * @param url of the database; its user owns the shop's tables, and the extension if it is not there yet
   * @throws when the extension cannot be had, or is too old
   */
  static async open(
    db: DataSource,
    url: string,
    { name, dimensions }: Pick<Engine, 'name' | 'dimensions'>,
  ): Promise<PgVectorStore> {
    const store = new PgVectorStore(db, name, dimensions);
    const owner = await createOwnerDataSource(url).initialize();
    try {
      await owner.transaction((tx) => store.prepare(tx, name));
    } finally {
      await owner.destroy();
    }
    return store;
  }

  async set(id: number, vector: Float32Array): Promise<void> {
    await this.db.query(
      `INSERT INTO search_vectors (engine, id, vector) VALUES (${this.engine}, $1, $2)
       ON CONFLICT (engine, id) DO UPDATE SET vector = excluded.vector`,
      [id, this.written(vector)],
    );
  }

  async delete(id: number): Promise<void> {
    await this.db.query(`DELETE FROM search_vectors WHERE engine = ${this.engine} AND id = $1`, [id]);
  }

  async search(vector: Float32Array, count: number): Promise<Found[]> {
    const given = this.written(vector);
    if (count < 1) return [];
    const kept = Math.min(Math.max(count * 2, LEAST_KEPT), MOST_KEPT);
    const found = await this.db.transaction(async (tx) => {
      await tx.query(`SET LOCAL hnsw.ef_search = ${kept}`);
      // <#> is the product with its sign turned.
      return tx.query<Found[]>(
        `SELECT id, -(${this.column} <#> $1) AS likeness FROM search_vectors WHERE engine = ${this.engine}
         ORDER BY ${this.column} <#> $1 LIMIT $2`,
        [given, Math.min(count, MOST_KEPT)],
      );
    });
    return found.sort((one, other) => other.likeness - one.likeness || one.id - other.id);
  }

  async size(): Promise<number> {
    const [row] = await this.db.query<{ size: number }[]>(
      `SELECT count(*)::integer AS size FROM search_vectors WHERE engine = ${this.engine}`,
    );
    return row!.size;
  }

  private async prepare(tx: EntityManager, name: string): Promise<void> {
    const index = `search_vectors_${createHash('sha256').update(name).digest('hex').slice(0, 12)}`;
    await tx.query('SELECT pg_advisory_xact_lock($1)', [TABLE_LOCK]);
    await tx.query('CREATE EXTENSION IF NOT EXISTS vector');
    await tx.query(
      `CREATE TABLE IF NOT EXISTS search_vectors (
         engine text NOT NULL, id integer NOT NULL, vector halfvec NOT NULL, PRIMARY KEY (engine, id))`,
    );
    await tx.query(
      `CREATE INDEX IF NOT EXISTS ${index} ON search_vectors USING hnsw (${this.column} halfvec_ip_ops)
       WHERE engine = ${this.engine}`,
    );
  }

  private written(vector: Float32Array): string {
    if (vector.length !== this.dimensions) throw new RangeError(`A vector of ${vector.length}, not ${this.dimensions}`);
    return `[${vector.join(',')}]`;
  }
}
