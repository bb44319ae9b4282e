import type { Conditions } from '../../platform/database/conditions.js';
import type { TaxonomyQuery } from '../../contract/taxonomy.js';
import { pictureUrlSql } from '../products/product.sql.js';

const PRODUCTS_BY = { brands: 'brand_id', categories: 'category_id' } as const;
type Table = keyof typeof PRODUCTS_BY;

const ORDERS: Record<NonNullable<TaxonomyQuery['sort']>, string> = {
  'title-asc': 's.title_key, s.id',
  'title-desc': 's.title_key DESC, s.id DESC',
  'products-asc': 'product_count, s.title_key, s.id',
  'products-desc': 'product_count DESC, s.title_key, s.id',
};

/** Rows are an `AdminTaxonomyItem` of the contract. */
const taxonomyRows = (table: Table) => `
  SELECT s.id, s.title, s.description, ${pictureUrlSql('s.image_hash')} AS image,
    coalesce(n.shown, 0) AS product_count, coalesce(n.archived, 0) AS archived_count
  FROM ${table} s LEFT JOIN (SELECT ${PRODUCTS_BY[table]} AS id,
      count(*) FILTER (WHERE archived_at IS NULL)::integer AS shown,
      count(*) FILTER (WHERE archived_at IS NOT NULL)::integer AS archived
    FROM products GROUP BY ${PRODUCTS_BY[table]}) n ON n.id = s.id`;

/** `$1` id. */
export const ONE_TAXONOMY_ITEM: Record<Table, string> = {
  brands: `${taxonomyRows('brands')} WHERE s.id = $1`,
  categories: `${taxonomyRows('categories')} WHERE s.id = $1`,
};

/** The brands or categories that fit, by title unless another order is asked for. */
export const taxonomyList = (
  table: Table,
  where: Conditions,
  sort: TaxonomyQuery['sort'] = 'title-asc',
  { skip, take }: { skip: number; take: number },
) => `${taxonomyRows(table)} ${where.sql} ORDER BY ${ORDERS[sort]} OFFSET ${skip} LIMIT ${take}`;
