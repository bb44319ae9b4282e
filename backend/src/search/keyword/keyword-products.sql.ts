import type { Pool } from 'pg';
import type { ProductFacts } from '../text/products/product-facts.js';
import type { VariantFacts } from '../text/rows/list-facts.js';
import type { ListFacts } from '../text/word-index.js';

/*
 * Reads products for the keyword index. By hand: a statement reads only the indexed columns of thousands of products, on a
 * thread that has no TypeORM.
 */

/** A product of the shop. */
export interface KeywordProduct {
  id: number;
  facts: ProductFacts;
  list: ListFacts;
}

/** A product and the version stamp of its rows. */
export interface Stamped {
  id: number;
  stamp: number;
}

/** Names of brands, categories, colours and sizes, by id. */
export interface Names {
  brands: Map<number, string>;
  categories: Map<number, string>;
  colors: Map<number, string>;
  sizes: Map<number, string>;
}

interface Row {
  id: number;
  stamp: string;
  name: string;
  description: string;
  category: number;
  brand: number;
  /** Colour, size and whether it is in stock (1 or 0) of each, as `3:4:1,3:5:0`; null for none. */
  variants: string | null;
  price: string;
  sold: number;
  in_stock: boolean;
  rating: string;
  reviews: number;
  created: string;
}

/** The part of a description that the index reads, in characters. */
const DESCRIPTION = 2_000;

/** Changes whenever a product, its variants or its sales change: the transactions that last wrote the rows. */
const STAMP = `p.xmin || '-' || coalesce(s.xmin::text, '')`;
/** @param also the condition on the id, for both tables, because PostgreSQL does not infer one from the other */
const joined = (also: string) =>
  `FROM products p LEFT JOIN product_sales s ON s.product_id = p.id AND s.product_id ${also}`;

const VARIANTS = `string_agg(concat_ws(':', v.color_id, v.size_id, (v.stock_quantity > 0)::integer), ',' ORDER BY v.color_id, v.size_id)`;

const selected = (
  which: string,
) => `SELECT p.id, ${STAMP} AS stamp, p.name, left(concat_ws(E'\\n', nullif(p.material, ''), p.description), ${DESCRIPTION}) AS description,
    coalesce(p.category_id, 0) AS category, coalesce(p.brand_id, 0) AS brand, v.variants, p.min_price AS price,
    coalesce(s.total_sold, 0) AS sold, p.total_stock > 0 AS in_stock, p.rating, p.num_reviews AS reviews,
    extract(epoch FROM p.created_at) * 1000 AS created
  ${joined(which)} LEFT JOIN LATERAL (SELECT ${VARIANTS} AS variants
    FROM variants v WHERE v.product_id = p.id) v ON p.has_variants
  WHERE p.archived_at IS NULL AND p.id ${which}`;

/** @returns the given products that are in the shop */
export async function readKeywordProducts(pool: Pool, ids: readonly number[], names: Names): Promise<KeywordProduct[]> {
  const { rows } = await pool.query<Row>(selected('= ANY ($1::integer[])'), [ids]);
  return rows.map((row) => productOf(row, names));
}

/** Reads the next products of the shop, in the order of their ids. @param after an id */
export async function nextKeywordProducts(
  pool: Pool,
  after: number,
  count: number,
  names: Names,
): Promise<KeywordProduct[]> {
  const { rows } = await pool.query<Row>(`${selected('> $1')} ORDER BY p.id LIMIT $2`, [after, count]);
  return rows.map((row) => productOf(row, names));
}

/** Reads the stamps of the next products of the shop, in the order of their ids. @param after an id */
export async function nextStamps(pool: Pool, after: number, count: number): Promise<Stamped[]> {
  const { rows } = await pool.query<{ id: number; stamp: string }>(
    `SELECT p.id, ${STAMP} AS stamp ${joined('> $1')} WHERE p.archived_at IS NULL AND p.id > $1 ORDER BY p.id LIMIT $2`,
    [after, count],
  );
  return rows.map(({ id, stamp }) => ({ id, stamp: numberOf(stamp) }));
}

/** Products of the given brands or categories, or with variants in the given colours or sizes. */
export async function productsNamedBy(pool: Pool, ids: Record<keyof Names, number[]>): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>(
    `SELECT id FROM products WHERE brand_id = ANY ($1) OR category_id = ANY ($2)
     UNION SELECT product_id FROM variants WHERE color_id = ANY ($3) OR size_id = ANY ($4)`,
    [ids.brands, ids.categories, ids.colors, ids.sizes],
  );
  return rows.map(({ id }) => id);
}

/** What the stamps belong to: another cluster or database, or one restored to an earlier moment, counts its transactions anew. */
export async function databaseIdentity(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ identity: string }>(
    `SELECT concat_ws('-', system_identifier, timeline_id, d.oid) AS identity
     FROM pg_control_system(), pg_control_checkpoint(), pg_database d WHERE d.datname = current_database()`,
  );
  return rows[0]?.identity ?? '';
}

export async function readNames(pool: Pool): Promise<Names> {
  const named = async (table: string, column: string) => {
    const { rows } = await pool.query<{ id: number; name: string }>(`SELECT id, ${column} AS name FROM ${table}`);
    return new Map(rows.map(({ id, name }) => [id, name]));
  };
  return {
    brands: await named('brands', 'title'),
    categories: await named('categories', 'title'),
    colors: await named('colors', 'name'),
    sizes: await named('sizes', 'name'),
  };
}

function productOf(row: Row, names: Names): KeywordProduct {
  const variants = variantsOf(row.variants);
  const [colors, sizes] = [distinct(variants.map(({ color }) => color)), distinct(variants.map(({ size }) => size))];
  const isNamed =
    colors.every((id) => names.colors.has(id)) &&
    sizes.every((id) => names.sizes.has(id)) &&
    (row.brand === 0 || names.brands.has(row.brand)) &&
    (row.category === 0 || names.categories.has(row.category));
  return {
    id: row.id,
    facts: {
      name: row.name,
      description: row.description,
      category: names.categories.get(row.category) ?? '',
      brand: names.brands.get(row.brand) ?? '',
      colors: colors.map((id) => names.colors.get(id) ?? ''),
      sizes: sizes.map((id) => names.sizes.get(id) ?? ''),
      min_price: Number(row.price),
      total_sold: row.sold,
    },
    list: {
      category: row.category,
      brand: row.brand,
      variants,
      in_stock: row.in_stock,
      rating: Number(row.rating),
      reviews: row.reviews,
      created: Number(row.created),
      // With stamp 0 the product is read again by the next load, once its names are known.
      stamp: isNamed ? numberOf(row.stamp) : 0,
    },
  };
}

function variantsOf(list: string | null): VariantFacts[] {
  if (list === null) return [];
  return list.split(',').map((variant) => {
    const [color = 0, size = 0, inStock] = variant.split(':').map(Number);
    return { color, size, in_stock: inStock === 1 };
  });
}

const distinct = (ids: readonly number[]) => [...new Set(ids)];

/** Hashes a text to 32 bits (FNV-1a). */
function numberOf(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value >>> 0;
}
