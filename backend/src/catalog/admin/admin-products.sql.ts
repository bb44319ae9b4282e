import type { DataSource, EntityManager } from 'typeorm';
import { timestamp } from '../../platform/database/sql-dates.js';
import type { Conditions } from '../../platform/database/conditions.js';
import { ShopError } from '../../platform/errors/shop-error.js';
import type { AdminProduct, AdminProductRow, ProductSort } from '../../contract/catalog/products.js';
import { ADMIN_DESCRIPTION, TEXTS } from '../../contract/rules.js';
import { isOrdered } from '../products/purchases.sql.js';
import { PRODUCT_JSON, VARIANTS, VARIANT_LIST, nthPicture } from '../products/product.sql.js';
import { pictureUrlSql } from '../../media/media.sql.js';
import { WAITING_BY_VARIANT, WAITING_FOR_PRODUCT } from '../stock-alerts/alert-owners.sql.js';
import { sizeTableJson, sizeTableOf } from '../size-tables/size-tables.sql.js';

/*
 * Products as editors see them. By hand: PostgreSQL writes the JSON, and the list sorts by columns of triggers.
 */

const ARCHIVED_AT = timestamp('p.archived_at');

/** $1 product. The shopper's JSON, overwritten with the fields that only editors see. */
const ADMIN_PRODUCT = `
  SELECT (${PRODUCT_JSON}::jsonb || jsonb_build_object(
    'stock_alerts', ${WAITING_BY_VARIANT},
    'oldPrice', p.old_price, 'handle', p.handle, 'version', p.version, 'archived_at', ${ARCHIVED_AT},
    'size_table', ${sizeTableJson(sizeTableOf('product_id', 'p.id'))},
    'variants', (SELECT ${VARIANT_LIST} FROM ${VARIANTS} WHERE v.product_id = p.id),
    'pictures', (SELECT coalesce(json_agg(json_build_object('image', ${pictureUrlSql('i.media_hash')}, 'color', i.color_id,
      'color_source', i.color_source) ORDER BY i.position), '[]') FROM product_images i WHERE i.product_id = p.id)
    )) AS product
  FROM products p WHERE p.id = $1`;

/** Reads a product as editors see it, archived or not. @throws ShopError 404 */
export async function adminProduct(tx: Pick<EntityManager, 'query'>, id: number): Promise<AdminProduct> {
  const [row]: { product: AdminProduct }[] = await tx.query(ADMIN_PRODUCT, [id]);
  if (!row) throw ShopError.notFound(TEXTS.productNotFound);
  return row.product;
}

/** The FROM of the list and its filters. */
export const ADMIN_PRODUCTS = 'products p JOIN product_sales s ON s.product_id = p.id';

const ORDERS: Record<ProductSort, string> = {
  newest: 'p.created_at DESC, p.id DESC',
  oldest: 'p.created_at, p.id',
  'name-asc': 'p.folded_name, p.id',
  'name-desc': 'p.folded_name DESC, p.id DESC',
  'price-asc': 'p.min_price, p.id',
  'price-desc': 'p.min_price DESC, p.id DESC',
  'stock-asc': 'p.total_stock, p.id',
  'stock-desc': 'p.total_stock DESC, p.id DESC',
  'sold-asc': 's.total_sold, p.id',
  'sold-desc': 's.total_sold DESC, p.id DESC',
};

/**
 * A slice of the products that match, and how many there are. Costly columns are computed for the rows of the slice only.
 */
export async function listProducts(
  db: DataSource,
  where: Conditions,
  sort: ProductSort,
  { skip, take }: { skip: number; take: number },
): Promise<[AdminProductRow[], number]> {
  const rows: AdminProductRow[] = await db.query(
    `SELECT p.id, p.name, p.has_variants, p.price::float8, p.min_price::float8, p.old_price::float8 AS "oldPrice",
      p.brand_id AS brand, p.category_id AS category, p.total_stock, sold.total_sold,
      left(p.description, ${ADMIN_DESCRIPTION}) || CASE WHEN length(p.description) > ${ADMIN_DESCRIPTION} THEN '…' ELSE '' END
        AS description,
      ${timestamp('p.created_at')} AS "createdAt", ${ARCHIVED_AT} AS archived_at,
      ${nthPicture(0, 160)} AS image,
      (SELECT count(*)::integer FROM product_images i WHERE i.product_id = p.id) AS pictures,
      (SELECT count(*)::integer FROM variants v WHERE v.product_id = p.id) AS variants,
      ${WAITING_FOR_PRODUCT} AS stock_alerts, ${isOrdered('p.id')} AS is_ordered
    FROM (SELECT p.id, s.total_sold, row_number() OVER (ORDER BY ${ORDERS[sort]}) AS nth FROM ${ADMIN_PRODUCTS} ${where.sql}
      ORDER BY ${ORDERS[sort]} OFFSET ${skip} LIMIT ${take}) sold
    JOIN products p ON p.id = sold.id ORDER BY sold.nth`,
    where.values,
  );
  return [rows, await where.count(db, ADMIN_PRODUCTS)];
}
