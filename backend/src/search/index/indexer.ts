import { Logger } from '@nestjs/common';
import { readFile } from 'node:fs/promises';
import type { DataSource } from 'typeorm';
import type { MediaStore } from '../../media/media-store.js';
import type { Described, Engine } from '../engines/engine.js';
import type { EngineUnavailable } from '../engines/engine-unavailable.js';
import { PRODUCT_FACTS } from './search-documents.sql.js';
import type { PgVectorStore } from './pgvector-store.js';
import { bytesOf } from './vector-bytes.js';

/** Rows of the outbox that one job works off, and whose products they are. */
export interface Batch {
  rows: string[];
  products: number[];
}

const MAX_PRODUCTS = 50;
/** A job that has not done its work by then was lost. */
const LOST_MS = 120_000;
const LOST_AFTER = `${LOST_MS} milliseconds`;

/** A worker wants these engines. $1: their names. */
const WANTED = 'UPDATE search_engines SET last_requested_at = now() WHERE name = ANY ($1)';

/**
 * Writes what the search reads: of each product its facts, of each of its pictures what the engines say of it. Works off the
 * outbox into which the database writes each change; doing something twice is the same as once.
 */
export class Indexer {
  private readonly logger = new Logger('AI search');
  private isComplete = false;

  /**
   * @param engines those that answer, the first one in the place of the others
   * @param stores of vectors, by the names of the engines that have one
   */
  constructor(
    private readonly db: DataSource,
    private readonly engines: Engine[],
    private readonly media: MediaStore,
    private readonly stores: Map<string, PgVectorStore>,
  ) {}

  /** Has everything described by engines that are new here. @returns their names */
  async begin(): Promise<string[]> {
    for (const [name, store] of this.stores) if ((await store.size()) === 0) await this.silence(name);
    return this.db.transaction(async (tx) => {
      const rows: { name: string }[] = await tx.query(
        'INSERT INTO search_engines (name) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING RETURNING name',
        [this.names],
      );
      await tx.query(WANTED, [this.names]);
      if (rows.length > 0)
        await tx.query(
          'INSERT INTO search_outbox (product_id) SELECT id FROM products WHERE archived_at IS NULL ORDER BY id',
        );
      return rows.map(({ name }) => name);
    });
  }

  /** Puts every product into the outbox. @param again whether their pictures are described once more, too */
  async everything({ again }: { again: boolean }): Promise<void> {
    await this.db.transaction(async (tx) => {
      // A picture that could not be read may be readable by now.
      await tx.query('DELETE FROM search_images WHERE engine = ANY ($1) AND ($2 OR vector IS NULL)', [
        this.names,
        again,
      ]);
      await tx.query(
        `INSERT INTO search_engines (name) SELECT unnest($1::text[])
         ON CONFLICT (name) DO UPDATE SET completed_at = CASE WHEN $2 THEN NULL ELSE search_engines.completed_at END`,
        [this.names, again],
      );
      await tx.query(`INSERT INTO search_outbox (product_id)
        SELECT id FROM products WHERE archived_at IS NULL UNION SELECT product_id FROM search_documents ORDER BY 1`);
    });
  }

  /** Takes changes that nobody works at; null when there are none. */
  async take(): Promise<Batch | null> {
    const rows = await this.db.query<[{ id: string; product_id: number }[], number]>(
      `UPDATE search_outbox SET taken_at = now() WHERE id IN (
         SELECT id FROM search_outbox WHERE taken_at IS NULL OR taken_at < now() - interval '${LOST_AFTER}'
         ORDER BY id LIMIT ${MAX_PRODUCTS} FOR UPDATE SKIP LOCKED)
       RETURNING id, product_id`,
    );
    const taken = rows[0];
    if (taken.length === 0) return null;
    return { rows: taken.map(({ id }) => id), products: [...new Set(taken.map(({ product_id }) => product_id))] };
  }

  /** Works a batch off. What an engine did not answer is asked again: those changes stay in the outbox until then. */
  async work({ rows, products }: Batch): Promise<void> {
    const found: { id: number; facts: object; media: string[] }[] = await this.db.query(PRODUCT_FACTS, [products]);
    const again = await this.describe([...new Set(found.flatMap(({ media }) => media))]);
    const here = new Set(found.map(({ id }) => id));
    const gone = products.filter((id) => !here.has(id)).map((id) => ({ id, facts: null, media: [] }));
    await this.db.transaction(async (tx) => {
      await tx.query(
        `INSERT INTO search_documents (product_id, facts, media)
           SELECT id, facts, ARRAY(SELECT jsonb_array_elements_text(media))
           FROM jsonb_to_recordset($1) AS entry (id integer, facts jsonb, media jsonb) ORDER BY id
         ON CONFLICT (product_id) DO UPDATE
           SET facts = excluded.facts, media = excluded.media, changed_xid = excluded.changed_xid`,
        [JSON.stringify([...found, ...gone])],
      );
      if (again === null) await tx.query('DELETE FROM search_outbox WHERE id = ANY ($1)', [rows]);
      else
        await tx.query(
          `UPDATE search_outbox SET taken_at = now() + $2 * interval '1 millisecond' - interval '${LOST_AFTER}'
           WHERE id = ANY ($1)`,
          [rows, again],
        );
    });
  }

  /**
   * Says of the engines that they have described everything, once they have; what is missing goes into the outbox.
   * @returns whether they have
   */
  async finish(): Promise<boolean> {
    if (this.isComplete && !(await this.isOpen())) return true;
    if ((await this.waiting()) > 0) return false;
    // A worker of an older release forgets names that it does not know.
    await this.db.query('INSERT INTO search_engines (name) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING', [
      this.names,
    ]);
    for (const { name } of this.engines) {
      const missing: unknown[] = await this.db.query(
        `INSERT INTO search_outbox (product_id) SELECT e.product_id FROM search_documents e
           WHERE EXISTS (SELECT FROM unnest(e.media) hash WHERE NOT EXISTS (
             SELECT FROM search_images s WHERE s.engine = $1 AND s.media_hash = hash))
           ORDER BY 1 RETURNING product_id`,
        [name],
      );
      if (missing.length > 0) return false;
      // A moment's work at a time.
      if (await this.stores.get(name)?.fill(null)) return false;
      const [, first]: [unknown, number] = await this.db.query(
        'UPDATE search_engines SET completed_at = now() WHERE name = $1 AND completed_at IS NULL',
        [name],
      );
      if (first) this.logger.log(`${name} has described every picture, and answers from now on`);
    }
    this.isComplete = true;
    return true;
  }

  /** Whether somebody has asked for everything to be described again, or has forgotten what was said. */
  private async isOpen(): Promise<boolean> {
    const complete: unknown[] = await this.db.query(
      'SELECT FROM search_engines WHERE name = ANY ($1) AND completed_at IS NOT NULL',
      [this.names],
    );
    return complete.length < this.engines.length;
  }

  /** How many products have changes that are not worked off. */
  async waiting(): Promise<number> {
    const [row]: { waiting: number }[] = await this.db.query(
      'SELECT count(DISTINCT product_id)::integer AS waiting FROM search_outbox',
    );
    return row?.waiting ?? 0;
  }

  /**
   * Forgets what engines said that no worker has wanted for an hour, once those of today have answered for as long. Nothing
   * while an engine stands in for another: that one was asked for, and its name is not known.
   */
  async tidy(): Promise<void> {
    await this.db.query(WANTED, [this.names]);
    if (this.engines.some(({ fallback }) => fallback)) return;
    await this.db.query(
      `WITH old AS (DELETE FROM search_engines
           WHERE name <> ALL ($1) AND last_requested_at < now() - interval '1 hour' AND NOT EXISTS (
             SELECT FROM search_engines WHERE name = ANY ($1)
               AND (completed_at IS NULL OR completed_at > now() - interval '1 hour')) RETURNING name)
       DELETE FROM search_images WHERE engine IN (SELECT name FROM old)`,
      [this.names],
    );
    const [store] = this.stores.values();
    await store?.sweep();
  }

  /** An engine whose store is empty answers again once what it said is there. */
  private async silence(name: string): Promise<void> {
    await this.db.query(
      `UPDATE search_engines SET completed_at = NULL
       WHERE name = $1 AND EXISTS (SELECT FROM search_images WHERE engine = $1 AND vector IS NOT NULL)`,
      [name],
    );
  }

  private get names(): string[] {
    return this.engines.map(({ name }) => name);
  }

  /**
   * Has every engine describe those of the pictures that it has not described.
   * @returns null when all did, otherwise in how many milliseconds it is worth another try
   */
  private async describe(hashes: string[]): Promise<number | null> {
    let again: number | null = null;
    for (const engine of this.engines) {
      const rows: { hash: string }[] = await this.db.query(
        `SELECT hash FROM unnest($2::text[]) hash WHERE NOT EXISTS (
           SELECT FROM search_images WHERE engine = $1 AND media_hash = hash)`,
        [engine.name, hashes],
      );
      try {
        for (const { hash } of rows) await this.keep(engine.name, hash, await this.look(engine, hash));
        while (await this.stores.get(engine.name)?.fill(hashes));
      } catch (error) {
        this.logger.warn(`${engine.name} does not describe pictures: ${(error as Error).message}`);
        again = Math.max(again ?? LOST_MS, (error as Partial<EngineUnavailable>).retryAfter ?? 0);
      }
    }
    return again;
  }

  /** @returns undefined when the picture cannot be read */
  private async look(engine: Engine, hash: string): Promise<Described | undefined> {
    const bytes = await this.file(hash);
    if (!bytes) return undefined;
    try {
      return await engine.embedImage(bytes);
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      this.logger.warn(`Picture ${hash} cannot be searched for: ${(error as Error).message}`);
      return undefined;
    }
  }

  /** As it is shown, or as it came while that is not made. @throws when it is there and cannot be read now */
  private async file(hash: string): Promise<Buffer | undefined> {
    for (const name of ['640.webp', 'original.webp']) {
      const bytes = await readFile(this.media.file(hash, name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
      });
      if (bytes) return bytes;
    }
    return undefined;
  }

  private async keep(engine: string, hash: string, described: Described | undefined): Promise<void> {
    const { vector, parts } = described ?? {};
    await this.db.query(
      `INSERT INTO search_images (engine, media_hash, vector, parts)
         SELECT $1, hash, $3, $4 FROM media WHERE hash = $2 FOR KEY SHARE
       ON CONFLICT DO NOTHING`,
      [engine, hash, vector ? bytesOf(vector) : null, parts ?? null],
    );
  }
}

const isUnreadable = (error: unknown): boolean => [413, 415].includes((error as { status?: number }).status ?? 0);
