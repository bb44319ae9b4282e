import type { EntityManager } from 'typeorm';
import type { Vnd } from '../../contract/rules.js';
import type { ColorSource } from './product.entity.js';
import type { NamedSizeTable } from '../../contract/catalog/size-rules.js';
import { namedSizeTableJson, sizeTableOf } from '../size-tables/size-tables.sql.js';

/** A variant in the fields of a catalogue file. */
export interface VariantRecord {
  id: number;
  color: string;
  hex: string;
  size: string;
  sku: string;
  price: Vnd;
  stock: number;
}

/** A picture in the fields of a catalogue file. */
export interface PictureRecord {
  hash: string;
  colorId: number | null;
  /** The name of its colour. */
  color: string | null;
  colorSource: ColorSource | null;
}

/** A product in the fields of a catalogue file: an export writes them, an import can change them. */
export interface CatalogueRecord {
  id: number;
  handle: string;
  name: string;
  description: string;
  brand: string | null;
  brandId: number | null;
  category: string | null;
  categoryId: number | null;
  price: Vnd;
  oldPrice: Vnd | null;
  stock: number;
  hasVariants: boolean;
  isArchived: boolean;
  /** Includes variants that are inactive because the product no longer has any. */
  variants: VariantRecord[];
  /** In order. */
  pictures: PictureRecord[];
  material: string;
  care: string;
  modelHeight: number | null;
  modelSize: string;
  /** The product's own one, and its category's. */
  sizeTable: NamedSizeTable | null;
  categorySizeTable: NamedSizeTable | null;
}

/** A `CatalogueRecord` of `products p`. By hand: a batch of products with all their parts is one statement. */
const CATALOGUE_RECORD = `
  json_build_object('id', p.id, 'handle', p.handle, 'name', p.name, 'description', p.description,
    'brandId', p.brand_id, 'brand', (SELECT title FROM brands WHERE id = p.brand_id),
    'categoryId', p.category_id, 'category', (SELECT title FROM categories WHERE id = p.category_id),
    'price', p.price, 'oldPrice', p.old_price, 'stock', p.count_in_stock, 'hasVariants', p.has_variants,
    'isArchived', p.archived_at IS NOT NULL,
    'variants', (SELECT coalesce(json_agg(json_build_object('id', v.id, 'color', c.name, 'hex', c.hex_code, 'size', s.name,
        'sku', v.sku, 'price', v.price, 'stock', v.stock_quantity) ORDER BY c.id, s.position, s.id), '[]')
      FROM variants v JOIN colors c ON c.id = v.color_id JOIN sizes s ON s.id = v.size_id WHERE v.product_id = p.id),
    'pictures', (SELECT coalesce(json_agg(json_build_object('hash', i.media_hash, 'colorId', i.color_id, 'color', c.name,
        'colorSource', i.color_source) ORDER BY i.position), '[]')
      FROM product_images i LEFT JOIN colors c ON c.id = i.color_id WHERE i.product_id = p.id),
    'material', p.material, 'care', p.care, 'modelHeight', p.model_height, 'modelSize', p.model_size,
    'sizeTable', ${namedSizeTableJson(sizeTableOf('product_id', 'p.id'))},
    'categorySizeTable', ${namedSizeTableJson(sizeTableOf('category_id', 'p.category_id'))})`;

/** Reads the products with these handles, by handle; unknown handles are left out. */
export async function recordsByHandle(
  tx: Pick<EntityManager, 'query'>,
  handles: string[],
): Promise<Map<string, CatalogueRecord>> {
  const rows: { record: CatalogueRecord }[] = await tx.query(
    `SELECT ${CATALOGUE_RECORD} AS record FROM products p WHERE p.handle = ANY ($1::text[])`,
    [handles],
  );
  return new Map(rows.map(({ record }) => [record.handle, record]));
}

/** Reads the next products after an id, in the order of their ids. */
export async function recordsAfter(
  db: Pick<EntityManager, 'query'>,
  id: number,
  limit: number,
): Promise<CatalogueRecord[]> {
  const rows: { record: CatalogueRecord }[] = await db.query(
    `SELECT ${CATALOGUE_RECORD} AS record FROM products p WHERE p.id > $1 ORDER BY p.id LIMIT $2`,
    [id, limit],
  );
  return rows.map(({ record }) => record);
}
