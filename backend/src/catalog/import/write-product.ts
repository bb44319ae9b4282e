import type { EntityManager } from 'typeorm';
import type { ImportProduct } from './import-product.js';
import { ONE_COLOR, ONE_SIZE } from './palette.js';
import type { ShelfNames } from './shelf-names.js';

export type Outcome = 'created' | 'changed' | 'unchanged';

interface VariantRow {
  color_id: number;
  size_id: number;
  sku: string;
  price: number;
  stock_quantity: number;
}

/** What of a product can be compared with the file as one text. */
const STATE = `SELECT p.id, json_build_array(p.name, p.description, p.brand_id, p.category_id, p.price, p.old_price, p.has_variants,
    CASE WHEN p.has_variants THEN 0 ELSE p.count_in_stock END, p.archived_at IS NULL)::text AS facts,
  (SELECT coalesce(json_agg(json_build_array(v.color_id, v.size_id, v.sku, v.price, v.stock_quantity)
    ORDER BY v.color_id, v.size_id), '[]')::text FROM variants v WHERE v.product_id = p.id) AS variants,
  ARRAY(SELECT i.media_hash FROM product_images i WHERE i.product_id = p.id ORDER BY i.position) AS pictures
  FROM products p WHERE p.handle = $1`;

interface State {
  id: number;
  facts: string;
  variants: string;
  pictures: string[];
}

/** The product of a handle as it is in the shop, for `writeProduct`; undefined when there is none. */
export async function stateOf(tx: EntityManager, handle: string): Promise<State | undefined> {
  const [state]: State[] = await tx.query(STATE, [handle]);
  return state;
}

/**
 * Makes the shop's product like the file's, and touches nothing that is so already. A variant that stays keeps its id, so
 * that carts survive; one that the file does not have is removed.
 *
 * @param before the product as it is, see `stateOf`
 * @param pictures hashes in their order; null leaves the pictures as they are
 */
export async function writeProduct(
  tx: EntityManager,
  names: ShelfNames,
  given: ImportProduct,
  before: State | undefined,
  pictures: string[] | null,
): Promise<Outcome> {
  const variants = await variantRows(names, given);
  const { name, description, price, oldPrice } = given;
  const hasVariants = variants.length > 0;
  const stock = hasVariants ? 0 : given.stock;
  const shelves = [await names.brand(given.brand), await names.category(given.category)];
  const facts = [name, description, ...shelves, price, oldPrice, hasVariants, stock, true];
  const values = [given.handle, ...facts.slice(0, -1)];

  if (!before) {
    const [made]: { id: number }[] = await tx.query(
      `INSERT INTO products (handle, name, description, brand_id, category_id, price, old_price, has_variants, count_in_stock)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING id`,
      values,
    );
    const id = made?.id ?? 0;
    await writeVariants(tx, id, variants);
    await writePictures(tx, id, pictures ?? []);
    return 'created';
  }
  const isSame = {
    facts: sameJson(before.facts, facts),
    variants: sameJson(
      before.variants,
      variants.map(({ color_id, size_id, sku, price: each, stock_quantity }) => [
        color_id,
        size_id,
        sku,
        each,
        stock_quantity,
      ]),
    ),
    pictures: pictures === null || pictures.join() === before.pictures.join(),
  };
  if (!isSame.facts) {
    await tx.query(
      `UPDATE products SET name = $2, description = $3, brand_id = $4, category_id = $5, price = $6, old_price = $7,
         has_variants = $8, count_in_stock = $9, archived_at = NULL WHERE handle = $1`,
      values,
    );
  }
  if (!isSame.variants) await writeVariants(tx, before.id, variants);
  if (!isSame.pictures) await writePictures(tx, before.id, pictures ?? []);
  return isSame.facts && isSame.variants && isSame.pictures ? 'unchanged' : 'changed';
}

/** PostgreSQL puts spaces where JavaScript puts none. */
const sameJson = (written: string, value: unknown) => JSON.stringify(JSON.parse(written)) === JSON.stringify(value);

async function variantRows(names: ShelfNames, given: ImportProduct): Promise<VariantRow[]> {
  const rows: VariantRow[] = [];
  for (const { color, size, sku, price, stock } of given.variants) {
    const chosen = { color_id: await names.color(color ?? ONE_COLOR), size_id: await names.size(size ?? ONE_SIZE) };
    rows.push({ ...chosen, sku, price, stock_quantity: stock });
  }
  return rows.sort((a, b) => a.color_id - b.color_id || a.size_id - b.size_id);
}

async function writeVariants(tx: EntityManager, product: number, rows: VariantRow[]): Promise<void> {
  const json = JSON.stringify(rows);
  const given =
    'json_to_recordset($2) AS g (color_id integer, size_id integer, sku text, price bigint, stock_quantity integer)';
  await tx.query(
    `DELETE FROM variants v WHERE v.product_id = $1 AND NOT EXISTS (SELECT FROM ${given}
       WHERE g.color_id = v.color_id AND g.size_id = v.size_id)`,
    [product, json],
  );
  await tx.query(
    `INSERT INTO variants (product_id, color_id, size_id, sku, price, stock_quantity)
     SELECT $1, g.color_id, g.size_id, g.sku, g.price, g.stock_quantity FROM ${given}
     ON CONFLICT (product_id, color_id, size_id) DO UPDATE
     SET sku = excluded.sku, price = excluded.price, stock_quantity = excluded.stock_quantity`,
    [product, json],
  );
}

async function writePictures(tx: EntityManager, product: number, hashes: string[]): Promise<void> {
  await tx.query('DELETE FROM product_images WHERE product_id = $1', [product]);
  await tx.query(
    `INSERT INTO product_images (product_id, media_hash, position)
     SELECT $1, hash, position FROM unnest($2::text[]) WITH ORDINALITY AS given (hash, position)`,
    [product, hashes],
  );
}
