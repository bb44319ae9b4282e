import type { Pool } from 'pg';
import type { DataSource, EntityManager } from 'typeorm';
import type { ProductFacts } from '../text/products/product-facts.js';

/*
 * The products in the form that the search reads. By hand: PostgreSQL builds the documents of many products in one statement,
 * and the index reads them in a thread without TypeORM.
 */

type Database = Pick<DataSource | EntityManager, 'query'>;

/** A product with the hashes of its pictures. */
export interface ProductDocument {
  id: number;
  /** Null for a product that left the shop. */
  facts: ProductFacts | null;
  media: string[];
}

/** An engine's description of a picture. */
export interface IndexedImage {
  id: string;
  engine: string;
  media_hash: string;
  /** Null for a vector in a vector store. */
  vector: Buffer | null;
  parts: Buffer | null;
}

/** The part of a description that the index reads, in characters. */
const DESCRIPTION = 2_000;
/** The number of documents read at once. */
const PAGE = 1_000;

/** SQL of a `ProductFacts`, for a row of `PRODUCT_ROWS`. */
export const PRODUCT_FACTS = `json_build_object(
       'name', p.name, 'description', left(concat_ws(E'\\n', nullif(p.material, ''), p.description), ${DESCRIPTION}),
       'category', coalesce(c.title, ''), 'brand', coalesce(b.title, ''),
       'colors', (SELECT coalesce(json_agg(DISTINCT o.name), '[]') FROM variants v JOIN colors o ON o.id = v.color_id
         WHERE v.product_id = p.id AND p.has_variants),
       'sizes', (SELECT coalesce(json_agg(DISTINCT z.name), '[]') FROM variants v JOIN sizes z ON z.id = v.size_id
         WHERE v.product_id = p.id AND p.has_variants),
       'min_price', p.min_price, 'total_sold', coalesce(s.total_sold, 0))`;

/** The FROM of products with the rows that their facts are read from. */
export const PRODUCT_ROWS = `FROM products p LEFT JOIN categories c ON c.id = p.category_id
  LEFT JOIN brands b ON b.id = p.brand_id LEFT JOIN product_sales s ON s.product_id = p.id`;

/** @returns the given products that are in the shop */
export function readProducts(db: Database, ids: number[]): Promise<(ProductDocument & { facts: ProductFacts })[]> {
  return db.query(
    `SELECT p.id, ${PRODUCT_FACTS} AS facts,
       ARRAY(SELECT media_hash FROM product_images i WHERE i.product_id = p.id ORDER BY position) AS media
     ${PRODUCT_ROWS}
     WHERE p.id = ANY ($1) AND p.archived_at IS NULL`,
    [ids],
  );
}

/** Inserts or replaces documents. */
export async function saveDocuments(db: Database, documents: ProductDocument[]): Promise<void> {
  await db.query(
    `INSERT INTO search_documents (product_id, facts, media)
       SELECT id, facts, ARRAY(SELECT jsonb_array_elements_text(media))
       FROM jsonb_to_recordset($1) AS entry (id integer, facts jsonb, media jsonb) ORDER BY id
     ON CONFLICT (product_id) DO UPDATE
       SET facts = excluded.facts, media = excluded.media, changed_xid = excluded.changed_xid`,
    [JSON.stringify(documents)],
  );
}

/** @returns the oldest running transaction: its writes and later ones may not be visible yet */
export async function oldestTransaction(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ horizon: string }>(
    'SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS horizon',
  );
  return rows[0]!.horizon;
}

/** Reads the documents written by this transaction or later ones, page by page, ordered by id. */
export async function* changedDocuments(pool: Pool, since: string): AsyncGenerator<ProductDocument[]> {
  for (let last = 0; ;) {
    const { rows } = await pool.query<ProductDocument>(
      `SELECT product_id AS id, facts, media FROM search_documents
       WHERE changed_xid >= $1::text::xid8 AND product_id > $2 ORDER BY product_id LIMIT ${PAGE}`,
      [since, last],
    );
    yield rows;
    if (rows.length < PAGE) return;
    last = rows.at(-1)!.id;
  }
}

/**
 * @param engines whose descriptions are read
 * @param stored those of them whose vectors are in a vector store, and are not read
 */
export async function readImages(
  pool: Pool,
  hashes: string[],
  engines: string[],
  stored: string[],
): Promise<IndexedImage[]> {
  const { rows } = await pool.query<IndexedImage>(
    `SELECT id, engine, media_hash, CASE WHEN engine <> ALL ($3) THEN vector END AS vector, parts FROM search_images
     WHERE media_hash = ANY ($1) AND engine = ANY ($2) AND vector IS NOT NULL`,
    [hashes, engines, stored],
  );
  return rows;
}
