import { createHash } from 'node:crypto';
import { escapeLiteral, type Pool } from 'pg';
import type { Engine } from '../engines/engine.js';
import { floatsOf } from './vector-bytes.js';
import type { VectorHits } from './vector-scan.js';
import type { VectorStore } from './vector-store.js';

/** Whoever makes the table holds this advisory lock. */
const TABLE_LOCK = 770_015;
/** How many neighbours a search keeps in mind (`hnsw.ef_search`): more find more, and take longer. No search finds more. */
const MIN_KEPT = 200;
const MAX_KEPT = 1_000;
/** Vectors that are put in at once: a moment's work. */
const PAGE = 500;

interface Statements {
  query<T>(sql: string, values?: unknown[]): Promise<T>;
}
/** Where the store sends its statements: a DataSource, or a pool as `ofPool` makes one of it. */
export interface Database extends Statements {
  transaction<T>(work: (tx: Statements) => Promise<T>): Promise<T>;
}

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
  private readonly name: string;
  private readonly dimensions: number;

  constructor(
    private readonly db: Database,
    { name, dimensions }: Pick<Engine, 'name' | 'dimensions'>,
  ) {
    this.name = name;
    this.dimensions = dimensions;
    this.engine = escapeLiteral(name);
    this.column = `(vector::halfvec(${dimensions}))`;
  }

  /**
   * Makes the table, and the engine's index, when they are missing.
   * @param tx of the user that owns the shop's tables, and the extension if it is not there yet
   * @throws when the extension cannot be had, or is too old
   */
  async prepare(tx: Statements): Promise<void> {
    const index = `search_vectors_${createHash('sha256').update(this.name).digest('hex').slice(0, 12)}`;
    await tx.query('SELECT pg_advisory_xact_lock($1)', [TABLE_LOCK]);
    await tx.query('CREATE EXTENSION IF NOT EXISTS vector');
    await tx.query(
      `CREATE TABLE IF NOT EXISTS search_vectors (
         engine text NOT NULL, id bigint NOT NULL, vector halfvec NOT NULL, PRIMARY KEY (engine, id))`,
    );
    await tx.query(
      `CREATE INDEX IF NOT EXISTS ${index} ON search_vectors USING hnsw (${this.column} halfvec_ip_ops)
       WHERE engine = ${this.engine}`,
    );
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

  async search(vector: Float32Array, count: number): Promise<VectorHits[]> {
    const given = this.written(vector);
    if (count < 1) return [];
    const kept = Math.min(Math.max(count * 2, MIN_KEPT), MAX_KEPT);
    const found = await this.db.transaction(async (tx) => {
      await tx.query(`SET LOCAL hnsw.ef_search = ${kept}`);
      // <#> is the product with its sign turned.
      return tx.query<{ id: string; likeness: number }[]>(
        `SELECT id, -(${this.column} <#> $1) AS likeness FROM search_vectors WHERE engine = ${this.engine}
         ORDER BY ${this.column} <#> $1 LIMIT $2`,
        [given, Math.min(count, MAX_KEPT)],
      );
    });
    const neighbours = found.map(({ id, likeness }) => ({ id: Number(id), likeness }));
    return neighbours.sort((one, other) => other.likeness - one.likeness || one.id - other.id);
  }

  async size(): Promise<number> {
    const [row] = await this.db.query<{ size: number }[]>(
      `SELECT count(*)::integer AS size FROM search_vectors WHERE engine = ${this.engine}`,
    );
    return row!.size;
  }

  /**
   * Puts in what the engine has said of pictures and is not here yet, some of it at a time.
   * @param hashes of the pictures; null for any
   * @returns whether there may be more
   */
  async fill(hashes: string[] | null): Promise<boolean> {
    const rows = await this.db.query<{ id: string; vector: Buffer }[]>(
      `SELECT id, vector FROM search_images p
       WHERE engine = ${this.engine} AND vector IS NOT NULL AND ($1::text[] IS NULL OR media_hash = ANY ($1))
         AND NOT EXISTS (SELECT FROM search_vectors v WHERE v.engine = ${this.engine} AND v.id = p.id)
       LIMIT ${PAGE}`,
      [hashes],
    );
    for (const { id, vector } of rows) await this.set(Number(id), floatsOf(vector));
    return rows.length === PAGE;
  }

  /** Takes out what belongs to no picture any more, of engines that are gone, too. */
  async sweep(): Promise<void> {
    await this.db.query(
      `DELETE FROM search_vectors v
       WHERE NOT EXISTS (SELECT FROM search_images p WHERE p.id = v.id AND p.engine = v.engine)`,
    );
  }

  private written(vector: Float32Array): string {
    if (vector.length !== this.dimensions) throw new RangeError(`A vector of ${vector.length}, not ${this.dimensions}`);
    return `[${vector.join(',')}]`;
  }
}

/** A pool as a database: for a thread that has no DataSource. */
export function ofPool(pool: Pool): Database {
  const asked = async <T>(client: Pick<Pool, 'query'>, sql: string, values?: unknown[]) =>
    (await client.query(sql, values)).rows as T;
  return {
    query: (sql, values) => asked(pool, sql, values),
    async transaction(work) {
      const client = await pool.connect();
      // Of a connection that breaks between two statements the next one is told; unheard, the error would end the process.
      const unheard = () => undefined;
      client.on('error', unheard);
      let failed = true;
      try {
        await client.query('BEGIN');
        const done = await work({ query: (sql, values) => asked(client, sql, values) });
        await client.query('COMMIT');
        failed = false;
        return done;
      } finally {
        // A connection that is in the middle of something serves nobody else.
        client.release(failed);
        client.off('error', unheard);
      }
    },
  };
}
