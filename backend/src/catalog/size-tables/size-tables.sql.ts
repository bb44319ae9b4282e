import type { EntityManager } from 'typeorm';
import type { SizeTable } from '../../contract/catalog/catalog.js';
import type { SaveSizeTable } from '../../contract/catalog/size-tables.js';
import { ShopError } from '../../platform/errors/shop-error.js';

/*
 * Size tables. By hand: PostgreSQL writes the contract's JSON inside the statement that reads a product.
 */

/** Whose table it is. */
export type SizeTableOwner = { category: number } | { product: number };

/** The id of the size table that belongs to a product or category; null without one. */
export const sizeTableOf = (owner: 'product_id' | 'category_id', id: string) =>
  `(SELECT id FROM size_tables WHERE ${owner} = ${id})`;

const range = (column: 'height' | 'weight') =>
  `CASE WHEN r.${column}_from IS NOT NULL THEN json_build_array(r.${column}_from, r.${column}_to) END`;

/** A table `t` and its rows. @param size the JSON of a row's size `s` */
const tableJson = (size: string) => `json_build_object('measures', t.measures, 'rows', (
    SELECT coalesce(json_agg(json_build_object('size', ${size}, 'values', r.measured, 'height', ${range('height')},
      'weight', ${range('weight')}) ORDER BY s.position, s.id), '[]')
    FROM size_table_rows r JOIN sizes s ON s.id = r.size_id WHERE r.table_id = t.id))`;

/** A `SizeTable` of the contract, or null. @param id the table's id, as SQL */
export const sizeTableJson = (id: string) =>
  `(SELECT ${tableJson(`json_build_object('id', s.id, 'name', s.name)`)} FROM size_tables t WHERE t.id = ${id})`;

/** A `NamedSizeTable`, or null. @param id the table's id, as SQL */
export const namedSizeTableJson = (id: string) =>
  `(SELECT ${tableJson('s.name')} FROM size_tables t WHERE t.id = ${id})`;

/** Reads the size table of a category; null without one. */
export async function readCategorySizeTable(
  tx: Pick<EntityManager, 'query'>,
  category: number,
): Promise<SizeTable | null> {
  const [row]: { size_table: SizeTable | null }[] = await tx.query(
    `SELECT ${sizeTableJson(sizeTableOf('category_id', '$1'))} AS size_table`,
    [category],
  );
  return row?.size_table ?? null;
}

/**
 * Replaces a size table, or deletes it. The caller holds the sizes, and the product's lock.
 * @param wanted null deletes it
 */
export async function writeSizeTable(
  tx: EntityManager,
  owner: SizeTableOwner,
  wanted: SaveSizeTable | null,
): Promise<void> {
  const [column, id] = 'product' in owner ? ['product_id', owner.product] : ['category_id', owner.category];
  if (!wanted) {
    await tx.query(`DELETE FROM size_tables WHERE ${column} = $1`, [id]);
    return;
  }
  const [table]: { id: number }[] = await tx.query(
    `INSERT INTO size_tables (${column}, measures) VALUES ($1, $2)
     ON CONFLICT (${column}) DO UPDATE SET measures = excluded.measures RETURNING id`,
    [id, wanted.measures],
  );
  await tx.query('DELETE FROM size_table_rows WHERE table_id = $1', [table!.id]);
  await tx.query(
    `INSERT INTO size_table_rows (table_id, size_id, measured, height_from, height_to, weight_from, weight_to)
     SELECT $1, size_id, measured, (height->>0)::numeric, (height->>1)::numeric, (weight->>0)::numeric, (weight->>1)::numeric
     FROM jsonb_to_recordset($2) AS row (size_id integer, measured jsonb, height jsonb, weight jsonb)`,
    [table!.id, JSON.stringify(wanted.rows.map(rowOf(wanted)))],
  );
}

/** A row without values of measures that the table does not show. */
const rowOf =
  ({ measures }: SaveSizeTable) =>
  ({ size_id, values, height, weight }: SaveSizeTable['rows'][number]) => ({
    size_id,
    measured: Object.fromEntries(Object.entries(values).filter(([measure]) => measures.includes(measure as never))),
    height: height ?? null,
    weight: weight ?? null,
  });

/** How many owners of size tables a refusal names. */
const MAX_NAMED = 3;

/** @throws ShopError 409 while size tables have a row for this size, naming the first of their categories and products */
export async function refuseInSizeTables(tx: EntityManager, size: number): Promise<void> {
  const owners: { name: string; tables: number }[] = await tx.query(
    `SELECT coalesce('danh mục ' || c.title, 'sản phẩm ' || p.name) AS name, count(*) OVER ()::integer AS tables
     FROM size_table_rows r JOIN size_tables t ON t.id = r.table_id
     LEFT JOIN categories c ON c.id = t.category_id LEFT JOIN products p ON p.id = t.product_id
     WHERE r.size_id = $1 ORDER BY t.category_id IS NULL, t.id LIMIT ${MAX_NAMED}`,
    [size],
  );
  const [first] = owners;
  if (!first) return;
  const others = first.tables - owners.length;
  const names = owners.map(({ name }) => name).join(', ') + (others > 0 ? ` và ${others} bảng khác` : '');
  throw new ShopError(409, `Kích cỡ này còn trong bảng kích thước của ${names}, nên không thể xóa.`);
}
