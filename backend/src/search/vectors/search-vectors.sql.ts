import { createHash } from 'node:crypto';
import { ADVISORY_LOCKS } from '../../platform/database/advisory-locks.js';
import { escapeLiteral } from 'pg';
import type { StatementRunner, TransactionRunner } from '../../platform/database/connections/pool-database.js';
import type { Engine } from '../engines/engine.js';

/*
 * Vectors in PostgreSQL. By hand: pgvector's types, operators and indexes are unknown to TypeORM, the table exists only with
 * the extension, and PostgreSQL uses an index only when the statement contains the engine as a literal.
 */

/** The number of rows that `unstored` reads at once. */
export const PAGE = 500;

/** Whether a product of the shop shows the picture `p`. An archived one's vector would take the place of a product that is found. */
const IS_SHOWN = `EXISTS (SELECT FROM product_images i JOIN products s ON s.id = i.product_id
           WHERE i.media_hash = p.media_hash AND s.archived_at IS NULL)`;

/** A neighbour of a vector. */
interface Neighbour {
  id: string;
  likeness: number;
}

/** The statements for the vectors of one engine. */
export class VectorStatements {
  private readonly engine: string;
  private readonly column: string;
  private readonly index: string;

  constructor({ name, dimensions }: Pick<Engine, 'name' | 'dimensions'>) {
    this.engine = escapeLiteral(name);
    this.column = `(vector::halfvec(${dimensions}))`;
    this.index = `search_vectors_${createHash('sha256').update(name).digest('hex').slice(0, 12)}`;
  }

  /** Creates the extension, the table and the engine's index when they are missing. */
  async create(tx: StatementRunner): Promise<void> {
    await tx.query('SELECT pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.vectorTable]);
    await tx.query('CREATE EXTENSION IF NOT EXISTS vector');
    await tx.query(
      `CREATE TABLE IF NOT EXISTS search_vectors (
         engine text NOT NULL, id bigint NOT NULL, vector halfvec NOT NULL, PRIMARY KEY (engine, id))`,
    );
    await tx.query(
      `CREATE INDEX IF NOT EXISTS ${this.index} ON search_vectors USING hnsw (${this.column} halfvec_ip_ops)
       WHERE engine = ${this.engine}`,
    );
  }

  /** @param vector in pgvector's format: `[1,2,3]` */
  async save(db: StatementRunner, id: number, vector: string): Promise<void> {
    await db.query(
      `INSERT INTO search_vectors (engine, id, vector) VALUES (${this.engine}, $1, $2)
       ON CONFLICT (engine, id) DO UPDATE SET vector = excluded.vector`,
      [id, vector],
    );
  }

  /**
   * @param count the maximum number of neighbours, nearest first
   * @param effort `hnsw.ef_search`: the number of candidates of the graph search
   */
  nearest(db: TransactionRunner, vector: string, count: number, effort: number): Promise<Neighbour[]> {
    return db.transaction(async (tx) => {
      await tx.query(`SET LOCAL hnsw.ef_search = ${effort}`);
      // <#> is the negative inner product.
      return tx.query<Neighbour[]>(
        `SELECT id, -(${this.column} <#> $1) AS likeness FROM search_vectors WHERE engine = ${this.engine}
         ORDER BY ${this.column} <#> $1 LIMIT $2`,
        [vector, count],
      );
    });
  }

  async count(db: StatementRunner): Promise<number> {
    const [row] = await db.query<{ size: number }[]>(
      `SELECT count(*)::integer AS size FROM search_vectors WHERE engine = ${this.engine}`,
    );
    return row!.size;
  }

  /**
   * Reads a page of the engine's vectors of products' pictures that are not in the table.
   * @param hashes of the pictures; null for all
   */
  unstored(db: StatementRunner, hashes: string[] | null): Promise<{ id: string; vector: Buffer }[]> {
    return db.query(
      `SELECT id, vector FROM search_images p
       WHERE engine = ${this.engine} AND vector IS NOT NULL AND ($1::text[] IS NULL OR media_hash = ANY ($1))
         AND NOT EXISTS (SELECT FROM search_vectors v WHERE v.engine = ${this.engine} AND v.id = p.id) AND ${IS_SHOWN}
       LIMIT ${PAGE}`,
      [hashes],
    );
  }

  /** Deletes the engine's vectors of pictures that no product of the shop shows. @returns the hashes of the pictures */
  async deleteUnshown(db: StatementRunner): Promise<string[]> {
    // With SELECT a DataSource returns rows too.
    const rows = await db.query<{ media_hash: string }[]>(
      `WITH deleted AS (DELETE FROM search_vectors v USING search_images p
         WHERE v.engine = ${this.engine} AND p.engine = ${this.engine} AND p.id = v.id AND NOT ${IS_SHOWN}
         RETURNING p.media_hash)
       SELECT media_hash FROM deleted`,
    );
    return rows.map(({ media_hash }) => media_hash);
  }

  /** Deletes the vectors, of all engines, whose picture no longer exists. */
  async deleteOrphans(db: StatementRunner): Promise<void> {
    await db.query(
      `DELETE FROM search_vectors v
       WHERE NOT EXISTS (SELECT FROM search_images p WHERE p.id = v.id AND p.engine = v.engine)`,
    );
  }
}
