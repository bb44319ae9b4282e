import type { DataSource, EntityManager } from 'typeorm';
import { Conditions } from '../../platform/database/conditions.js';
import type { AdminTaxonomyItem, TaxonomyQuery } from '../../contract/catalog/taxonomy.js';
import { pictureUrlSql } from '../../media/media.sql.js';

/*
 * Brands and categories with their numbers of products. By hand: joins to counts, and a search by `fold_vi`.
 */

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

/** Reads a brand or category; undefined for an unknown one. */
export async function findTaxonomyItem(
  tx: EntityManager,
  table: Table,
  id: number,
): Promise<AdminTaxonomyItem | undefined> {
  const [item]: AdminTaxonomyItem[] = await tx.query(`${taxonomyRows(table)} WHERE s.id = $1`, [id]);
  return item;
}

/** A slice of the brands or categories that match, by title unless another order is asked for, and how many there are. */
export async function listTaxonomy(
  db: DataSource,
  table: Table,
  { search, sort = 'title-asc' }: TaxonomyQuery,
  { skip, take }: { skip: number; take: number },
): Promise<[AdminTaxonomyItem[], number]> {
  const where = new Conditions().containing(`fold_vi(s.title || ' ' || s.description)`, search);
  const rows: AdminTaxonomyItem[] = await db.query(
    `${taxonomyRows(table)} ${where.sql} ORDER BY ${ORDERS[sort]} OFFSET ${skip} LIMIT ${take}`,
    where.values,
  );
  return [rows, await where.count(db, `${table} s`)];
}
