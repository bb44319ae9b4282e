import type { EntityManager } from 'typeorm';
import type { Product } from '../../products/product.entity.js';

/*
 * Writes the rows of an import. By hand: thousands of products in a run, also from a command without entities.
 */

/** The columns of a product that an import writes. */
export type ImportedColumns = Pick<
  Product,
  | 'name'
  | 'description'
  | 'brandId'
  | 'categoryId'
  | 'price'
  | 'oldPrice'
  | 'hasVariants'
  | 'countInStock'
  | 'isArchived'
  | 'material'
  | 'care'
  | 'modelHeight'
  | 'modelSize'
>;

const valuesOf = (columns: ImportedColumns) => [
  columns.name,
  columns.description,
  columns.brandId,
  columns.categoryId,
  columns.price,
  columns.oldPrice,
  columns.hasVariants,
  columns.countInStock,
  columns.isArchived,
  columns.material,
  columns.care,
  columns.modelHeight,
  columns.modelSize,
];

/** Creates a product. @returns its id */
export async function insertProduct(tx: EntityManager, handle: string, columns: ImportedColumns): Promise<number> {
  const [row]: { id: number }[] = await tx.query(
    `INSERT INTO products (handle, name, description, brand_id, category_id, price, old_price, has_variants,
       count_in_stock, archived_at, material, care, model_height, model_size)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, CASE WHEN $10 THEN now() END, $11, $12, $13, $14) RETURNING id`,
    [handle, ...valuesOf(columns)],
  );
  return row!.id;
}

/** Updates a product; an archived one keeps its archiving time. */
export async function updateProduct(tx: EntityManager, id: number, columns: ImportedColumns): Promise<void> {
  await tx.query(
    `UPDATE products SET name = $2, description = $3, brand_id = $4, category_id = $5, price = $6, old_price = $7,
       has_variants = $8, count_in_stock = $9, archived_at = CASE WHEN $10 THEN coalesce(archived_at, now()) END,
       material = $11, care = $12, model_height = $13, model_size = $14
     WHERE id = $1`,
    [id, ...valuesOf(columns)],
  );
}

/** The column that holds the name, by table. */
const NAME_COLUMNS = { brands: 'title', categories: 'title', colors: 'name', sizes: 'name' } as const;
export type NamedTable = keyof typeof NAME_COLUMNS;

/** Finds a brand, category, colour or size by name, ignoring case, and locks it against deletion. */
export async function findByName(tx: EntityManager, table: NamedTable, name: string): Promise<number | undefined> {
  const [row]: { id: number }[] = await tx.query(
    `SELECT id FROM ${table} WHERE lower_vi(${NAME_COLUMNS[table]}) = lower_vi($1) ORDER BY id LIMIT 1 FOR KEY SHARE`,
    [name],
  );
  return row?.id;
}

/**
 * Creates a brand, category, colour or size. If another transaction creates it too, the insert waits for its commit.
 * @param row values by column
 * @returns undefined when the name is taken
 */
export async function createByName(
  tx: EntityManager,
  table: NamedTable,
  row: Record<string, unknown>,
): Promise<number | undefined> {
  const values = Object.values(row);
  const [created]: { id: number }[] = await tx.query(
    `INSERT INTO ${table} (${Object.keys(row).join()}) VALUES (${values.map((_, nth) => `$${nth + 1}`).join()})
     ON CONFLICT DO NOTHING RETURNING id`,
    values,
  );
  return created?.id;
}
