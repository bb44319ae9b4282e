import type { DataSource, EntityManager } from 'typeorm';
import type { AdminColor, AdminSize, ColorQuery, SizeQuery } from '../../contract/catalog/options.js';
import { Conditions } from '../../platform/database/conditions.js';

/*
 * Colours and sizes with their numbers of products. By hand: joins to counts, a window function, and orders by `fold_vi`.
 */

interface Slice {
  skip: number;
  take: number;
}

/** The number of products by colour or size, as a table to join: `id`, `products`. */
const usesBy = (column: 'color_id' | 'size_id') =>
  `(SELECT id, count(*)::integer AS products FROM (SELECT DISTINCT ${column} AS id, product_id FROM variants) v GROUP BY id)`;

/** Rows are an `AdminColor` of the contract. */
const COLORS = `SELECT c.id, c.name, c.hex_code, coalesce(n.products, 0) AS product_count
  FROM colors c LEFT JOIN ${usesBy('color_id')} n ON n.id = c.id`;

const COLOR_ORDERS: Record<NonNullable<ColorQuery['sort']>, string> = {
  'name-asc': 'fold_vi(c.name), c.id',
  'name-desc': 'fold_vi(c.name) DESC, c.id DESC',
  'products-asc': 'product_count, fold_vi(c.name), c.id',
  'products-desc': 'product_count DESC, fold_vi(c.name), c.id',
};

/** The order in which sizes are shown; positions have gaps, and several sizes may stand at one. */
const IN_ORDER = 'position, name_key, id';

/** Rows are an `AdminSize` of the contract. */
const SIZES = `SELECT s.id, s.name, s.place AS position, coalesce(n.products, 0) AS product_count
  FROM (SELECT *, row_number() OVER (ORDER BY ${IN_ORDER})::integer AS place FROM sizes) s
    LEFT JOIN ${usesBy('size_id')} n ON n.id = s.id`;

const SIZE_ORDERS: Record<NonNullable<SizeQuery['sort']>, string> = {
  'position-asc': 's.place',
  'position-desc': 's.place DESC',
  'products-asc': 'product_count, s.place',
  'products-desc': 'product_count DESC, s.place',
};

/** A slice of the colours that match, by name unless another order is asked for, and how many there are. */
export async function listColors(
  db: DataSource,
  { search, sort = 'name-asc' }: ColorQuery,
  { skip, take }: Slice,
): Promise<[AdminColor[], number]> {
  const where = new Conditions().containing(`fold_vi(c.name || ' ' || c.hex_code)`, search);
  const rows: AdminColor[] = await db.query(
    `${COLORS} ${where.sql} ORDER BY ${COLOR_ORDERS[sort]} OFFSET ${skip} LIMIT ${take}`,
    where.values,
  );
  return [rows, await where.count(db, 'colors c')];
}

/** Reads a colour; undefined for an unknown one. */
export async function findColor(tx: EntityManager, id: number): Promise<AdminColor | undefined> {
  const [color]: AdminColor[] = await tx.query(`${COLORS} WHERE c.id = $1`, [id]);
  return color;
}

/** A slice of the sizes that match, in their order unless another is asked for, and how many there are. */
export async function listSizes(
  db: DataSource,
  { search, sort = 'position-asc' }: SizeQuery,
  { skip, take }: Slice,
): Promise<[AdminSize[], number]> {
  const where = new Conditions().containing('fold_vi(s.name)', search);
  const rows: AdminSize[] = await db.query(
    `${SIZES} ${where.sql} ORDER BY ${SIZE_ORDERS[sort]} OFFSET ${skip} LIMIT ${take}`,
    where.values,
  );
  return [rows, await where.count(db, 'sizes s')];
}

/** Reads a size; undefined for an unknown one. */
export async function findSize(tx: EntityManager, id: number): Promise<AdminSize | undefined> {
  const [size]: AdminSize[] = await tx.query(`${SIZES} WHERE s.id = $1`, [id]);
  return size;
}

/** All sizes as they are shown, with their stored positions. */
export const sizesInOrder = (tx: EntityManager): Promise<{ id: number; position: number }[]> =>
  tx.query(`SELECT id, position FROM sizes ORDER BY ${IN_ORDER}`);

/** Stores the positions of sizes; unchanged ones are not written. */
export async function writePositions(tx: EntityManager, ids: number[], positions: number[]): Promise<void> {
  await tx.query(
    `UPDATE sizes s SET position = given.position FROM unnest($1::integer[], $2::integer[]) AS given (id, position)
     WHERE s.id = given.id AND s.position <> given.position`,
    [ids, positions],
  );
}
