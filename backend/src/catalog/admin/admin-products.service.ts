import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Conditions, containing } from '../../platform/database/conditions.js';
import type {
  AdminProduct,
  AdminProductQuery,
  AdminProductRow,
  ProductFilter,
} from '../../contract/catalog/products.js';
import { LOW_STOCK } from '../../contract/rules.js';
import { adminProduct, listProducts } from './admin-products.sql.js';

/** The back office's reads of products. */
@Injectable()
export class AdminProductsService {
  constructor(private readonly db: DataSource) {}

  /** Returns a slice of the matching products and their number; newest first by default. */
  list(
    { sort = 'newest', ...filter }: AdminProductQuery,
    slice: { skip: number; take: number },
  ): Promise<[AdminProductRow[], number]> {
    return listProducts(this.db, productConditions(filter), sort, slice);
  }

  /** @throws ShopError 404 */
  one(id: number): Promise<AdminProduct> {
    return adminProduct(this.db, id);
  }
}

const STOCK = {
  out: 'p.total_stock = 0',
  low: `p.total_stock <= ${LOW_STOCK}`,
  in: `p.total_stock > ${LOW_STOCK}`,
  'variant-out': 'p.has_variants AND p.id IN (SELECT v.product_id FROM variants v WHERE v.stock_quantity = 0)',
};

/**
 * As an array, which PostgreSQL makes before anything else. It takes products without a picture for frequent, and would look for those of
 * a page one by one: through the whole catalogue, where few are missing.
 */
const WITHOUT_PICTURE = `p.id = ANY (ARRAY(
  SELECT q.id FROM products q WHERE NOT EXISTS (SELECT FROM product_images i WHERE i.product_id = q.id)))`;

/** Also those of a product that is sold without variants now: they keep their colour and size from being deleted. */
const VARIANTS_OF = 'SELECT FROM variants v WHERE v.product_id = p.id';

const ARCHIVED = { '': 'p.archived_at IS NULL', '1': 'p.archived_at IS NOT NULL', all: undefined };

/** The conditions of a filter on a product `p`. */
export function productConditions(filter: ProductFilter): Conditions {
  const { search, category, brand, color, size, stock, picture, archived } = filter;
  const where = new Conditions().that(ARCHIVED[archived ?? '']);
  if (search && /^\d{1,9}$/.test(search)) {
    where.add(`(p.id = ? OR p.folded_name LIKE '%' || ? || '%')`, Number(search));
  } else {
    where.add('p.folded_name LIKE fold_vi(?)', search ? containing(search) : undefined);
  }
  return where
    .equal('p.category_id', category)
    .equal('p.brand_id', brand)
    .add(`EXISTS (${VARIANTS_OF} AND v.color_id = ?)`, color)
    .add(`EXISTS (${VARIANTS_OF} AND v.size_id = ?)`, size)
    .that(stock && STOCK[stock])
    .that(picture && WITHOUT_PICTURE);
}
