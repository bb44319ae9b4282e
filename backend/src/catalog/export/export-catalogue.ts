import type { DataSource } from 'typeorm';
import { csvWriter, inBatches } from '../../platform/csv/csv.js';
import type { Vnd } from '../../contract/rules.js';
import { textToHtml } from '../import/read/html-text.js';
import { COLOR_OPTION, HEX_COLUMN, PRODUCT_COLUMNS, SIZE_OPTION, type ProductColumn } from './product-csv.js';

export type ProductRow = Partial<Record<ProductColumn, string | number>>;

/** Products at once, with all their variants. */
const BATCH = 200;

interface Product {
  id: number;
  handle: string;
  name: string;
  description: string;
  brand: string | null;
  category: string | null;
  price: Vnd;
  oldPrice: Vnd | null;
  stock: number;
  hasVariants: boolean;
  isArchived: boolean;
  variants: { color: string; hex: string; size: string; sku: string; price: Vnd; stock: number }[];
  pictures: string[];
}

const PRODUCTS = `
  SELECT json_build_object('id', p.id, 'handle', p.handle, 'name', p.name, 'description', p.description,
    'brand', (SELECT title FROM brands WHERE id = p.brand_id),
    'category', (SELECT title FROM categories WHERE id = p.category_id),
    'price', p.price, 'oldPrice', p.old_price, 'stock', p.count_in_stock, 'hasVariants', p.has_variants,
    'isArchived', p.archived_at IS NOT NULL,
    'variants', (SELECT coalesce(json_agg(json_build_object('color', c.name, 'hex', c.hex_code, 'size', s.name,
        'sku', v.sku, 'price', v.price, 'stock', v.stock_quantity) ORDER BY c.id, s.position, s.id), '[]')
      FROM variants v JOIN colors c ON c.id = v.color_id JOIN sizes s ON s.id = v.size_id
      WHERE v.product_id = p.id AND p.has_variants),
    'pictures', (SELECT coalesce(json_agg(i.media_hash ORDER BY i.position), '[]') FROM product_images i
      WHERE i.product_id = p.id)) AS product
  FROM products p WHERE p.id > $1 ORDER BY p.id LIMIT $2`;

/** Headings of the file, as `csvWriter` wants them. */
export const PRODUCT_EXPORT_COLUMNS: Record<string, string> = Object.fromEntries(
  PRODUCT_COLUMNS.map((name) => [name, name]),
);

/**
 * The whole catalogue, archived products too, as the rows of Shopify's product CSV: imported again it changes nothing.
 * @param origin the shop's public one, at which its pictures are found
 */
export async function* exportRows(db: DataSource, origin: string): AsyncGenerator<ProductRow> {
  const fetch = async (last: Product | undefined, limit: number): Promise<Product[]> => {
    const rows: { product: Product }[] = await db.query(PRODUCTS, [last?.id ?? 0, limit]);
    return rows.map(({ product }) => product);
  };
  for await (const product of inBatches(fetch, BATCH)) yield* rowsOf(product, origin);
}

/** The same as the text of a file. */
export const exportWriter = () => csvWriter(PRODUCT_EXPORT_COLUMNS);

/** A row for each variant or picture, whichever are more; what belongs to the product stands in the first. */
function rowsOf(product: Product, origin: string): ProductRow[] {
  const { handle, variants, pictures } = product;
  const count = Math.max(1, variants.length, pictures.length);
  return Array.from({ length: count }, (_, index) => ({
    Handle: handle,
    ...(index === 0 && productCells(product)),
    ...(index < Math.max(1, variants.length) && variantCells(product, index)),
    ...(index < pictures.length && {
      'Image Src': `${origin}/media/${pictures[index]}/1280.webp`,
      'Image Position': index + 1,
    }),
  }));
}

const productCells = (product: Product): ProductRow => ({
  Title: product.name,
  'Body (HTML)': textToHtml(product.description),
  Vendor: product.brand ?? '',
  Type: product.category ?? '',
  Published: String(!product.isArchived),
  ...(product.hasVariants
    ? { 'Option1 Name': COLOR_OPTION, 'Option2 Name': SIZE_OPTION }
    : { 'Option1 Name': 'Title', 'Option1 Value': 'Default Title' }),
  'Gift Card': 'false',
});

/** @param index of the variant; of a product without any, the product itself is the first */
function variantCells({ variants, price, oldPrice, stock, hasVariants }: Product, index: number): ProductRow {
  const variant = variants[index];
  return {
    ...(variant && {
      'Option1 Value': variant.color,
      'Option2 Value': variant.size,
      'Variant SKU': variant.sku,
      [HEX_COLUMN]: variant.hex,
    }),
    'Variant Inventory Tracker': 'shopify',
    'Variant Inventory Qty': variant?.stock ?? (hasVariants ? 0 : stock),
    'Variant Inventory Policy': 'deny',
    'Variant Fulfillment Service': 'manual',
    'Variant Price': variant?.price ?? price,
    'Variant Compare At Price': oldPrice ?? '',
    'Variant Requires Shipping': 'true',
    'Variant Taxable': 'true',
  };
}
