import type { EntityManager } from 'typeorm';
import type { Product } from '../../products/product.entity.js';

/*
 * Writes the rows of an import. By hand: thousands of products in a run, also from a command without entities.
 */

/** The columns of a product that an import writes as they are. */
const COLUMNS = {
  name: 'name',
  description: 'description',
  brandId: 'brand_id',
  categoryId: 'category_id',
  price: 'price',
  oldPrice: 'old_price',
  hasVariants: 'has_variants',
  countInStock: 'count_in_stock',
  material: 'material',
  care: 'care',
  modelHeight: 'model_height',
  modelSize: 'model_size',
} as const satisfies Partial<Record<keyof Product, string>>;
type WrittenColumn = keyof typeof COLUMNS;

export type ImportedColumns = Pick<Product, WrittenColumn | 'isArchived'>;

const names = Object.values(COLUMNS);
/** Their parameters: two come before them. */
const parameters = names.map((_, nth) => `$${nth + 3}`);
const valuesOf = (columns: ImportedColumns) => (Object.keys(COLUMNS) as WrittenColumn[]).map((name) => columns[name]);

/** Creates a product. @returns its id */
export async function insertProduct(tx: EntityManager, handle: string, columns: ImportedColumns): Promise<number> {
  const [row]: { id: number }[] = await tx.query(
    `INSERT INTO products (handle, archived_at, ${names.join()})
     VALUES ($1, CASE WHEN $2 THEN now() END, ${parameters.join()}) RETURNING id`,
    [handle, columns.isArchived, ...valuesOf(columns)],
  );
  return row!.id;
}

/** Updates a product; an archived one keeps its archiving time. */
export async function updateProduct(tx: EntityManager, id: number, columns: ImportedColumns): Promise<void> {
  await tx.query(
    `UPDATE products SET archived_at = CASE WHEN $2 THEN coalesce(archived_at, now()) END,
       ${names.map((name, nth) => `${name} = ${parameters[nth]}`).join()}
     WHERE id = $1`,
    [id, columns.isArchived, ...valuesOf(columns)],
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
