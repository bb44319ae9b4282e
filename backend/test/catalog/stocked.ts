import { CatalogChanges } from '../../src/platform/http-cache/catalog-changes.js';
import { asOwner, shop } from '../support/client.js';

/** What a test's catalogue says of a product; the rest has defaults. */
export interface Stocked {
  name: string;
  description?: string;
  price?: number;
  oldPrice?: number;
  stock?: number;
  brand?: string;
  category?: string;
  sold?: number;
  created?: string;
  /** `[colour, size, price, stock]`; with any, the product has variants. */
  variants?: [string, string, number, number][];
}

let count = 0;

/** Puts products, and the brands, categories, colours and sizes that they name, on sale. @returns their ids */
export async function stock(...products: Stocked[]): Promise<number[]> {
  const ids: number[] = [];
  for (const product of products) {
    const brand = product.brand === undefined ? null : await named('brands', 'title', product.brand);
    const category = product.category === undefined ? null : await named('categories', 'title', product.category);
    const [row]: { id: number }[] = await changeCatalogue(
      `INSERT INTO products (handle, name, description, price, old_price, count_in_stock, brand_id, category_id, created_at,
         has_variants)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, coalesce($9, now()), $10) RETURNING id`,
      [
        `p-${(count += 1)}`,
        product.name,
        product.description ?? '',
        product.price ?? 100_000,
        product.oldPrice ?? null,
        product.stock ?? 10,
        brand,
        category,
        product.created ?? null,
        Boolean(product.variants),
      ],
    );
    const id = row?.id ?? 0;
    await changeCatalogue('UPDATE product_sales SET total_sold = $2 WHERE product_id = $1', [id, product.sold ?? 0]);
    for (const [color, size, price, quantity] of product.variants ?? []) {
      const chosen = [await named('colors', 'name', color), await named('sizes', 'name', size)];
      await changeCatalogue(
        'INSERT INTO variants (product_id, color_id, size_id, price, stock_quantity) VALUES ($1, $2, $3, $4, $5)',
        [id, ...chosen, price, quantity],
      );
    }
    ids.push(id);
  }
  return ids;
}

/** The id of a row by its name; the row is made if it is missing. */
export async function named(table: 'brands' | 'categories' | 'colors' | 'sizes', column: string, name: string) {
  const [existing]: { id: number }[] = await shop().db.query(`SELECT id FROM ${table} WHERE ${column} = $1`, [name]);
  if (existing) return existing.id;
  const [made]: { id: number }[] = await shop().db.query(
    table === 'colors'
      ? `INSERT INTO colors (name, hex_code) VALUES ($1, '#112233') RETURNING id`
      : `INSERT INTO ${table} (${column}) VALUES ($1) RETURNING id`,
    [name],
  );
  return made?.id ?? 0;
}

/** Empties the catalogue. */
export async function clearCatalogue(): Promise<void> {
  await asOwner('TRUNCATE products, brands, categories, colors, sizes CASCADE');
  await heard();
}

/** Runs a statement that changes the catalogue past the backend, and waits until the backend has heard of it. */
export async function changeCatalogue<T>(sql: string, parameters: unknown[] = []): Promise<T> {
  const rows = await shop().db.query<T>(sql, parameters);
  await heard();
  return rows;
}

/** Waits until the backend has heard of what a test wrote past it. */
export const heard = () => shop().app.get(CatalogChanges).settle();
