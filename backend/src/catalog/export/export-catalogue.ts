import type { DataSource } from 'typeorm';
import { csvWriter, inBatches } from '../../platform/csv/csv.js';
import { recordsAfter, type CatalogueRecord, type PictureRecord } from '../products/catalogue-record.sql.js';
import { textToHtml } from '../csv/html-text.js';
import { sizeTableText } from '../../contract/catalog/size-text.js';
import {
  COLOR_OPTION,
  FIT_COLUMNS,
  HEX_COLUMN,
  NO_COLOR,
  PICTURE_COLOR_COLUMN,
  PRODUCT_COLUMNS,
  SIZE_OPTION,
  type ProductColumn,
} from '../csv/product-csv.js';

export type ProductRow = Partial<Record<ProductColumn, string | number>>;

/** Products per batch, with all their variants. */
const BATCH = 200;

/** The file's headings for `csvWriter`. */
export const PRODUCT_EXPORT_COLUMNS: Record<string, string> = Object.fromEntries(
  PRODUCT_COLUMNS.map((name) => [name, name]),
);

/**
 * Yields the whole catalogue, archived products too, as rows of Shopify's product CSV. Importing it again changes nothing.
 * @param origin the shop's public origin, for the picture URLs
 */
export async function* exportRows(db: DataSource, origin: string): AsyncGenerator<ProductRow> {
  const fetch = (last: CatalogueRecord | undefined, limit: number) => recordsAfter(db, last?.id ?? 0, limit);
  const withTable = new Set<number>();
  for await (const record of inBatches(fetch, BATCH)) {
    const { categoryId, categorySizeTable } = record;
    const isFirst = categoryId !== null && categorySizeTable !== null && !withTable.has(categoryId);
    if (isFirst) withTable.add(categoryId);
    yield* rowsOf(isFirst ? record : { ...record, categorySizeTable: null }, origin);
  }
}

/** Returns a writer of the rows as CSV text. */
export const exportWriter = () => csvWriter(PRODUCT_EXPORT_COLUMNS);

/** Returns a row for each variant or picture, whichever are more. The product's own cells are in the first row. */
function rowsOf(record: CatalogueRecord, origin: string): ProductRow[] {
  const product = record.hasVariants ? record : { ...record, variants: [] };
  const { handle, variants, pictures } = product;
  const count = Math.max(1, variants.length, pictures.length);
  return Array.from({ length: count }, (_, index) => ({
    Handle: handle,
    ...(index === 0 && productCells(product)),
    ...(index < Math.max(1, variants.length) && variantCells(product, index, origin)),
    ...pictureCells(pictures[index], index, origin),
  }));
}

const addressOf = ({ hash }: PictureRecord, origin: string) => `${origin}/media/${hash}/1280.webp`;

/** A picture's colour is written when the owner chose it: a guess stays a guess of the shop that reads the file. */
function pictureCells(picture: PictureRecord | undefined, index: number, origin: string): ProductRow {
  if (!picture) return {};
  return {
    'Image Src': addressOf(picture, origin),
    'Image Position': index + 1,
    ...(picture.colorSource === 'owner' && { [PICTURE_COLOR_COLUMN]: picture.color ?? NO_COLOR }),
  };
}

const productCells = (product: CatalogueRecord): ProductRow => ({
  Title: product.name,
  'Body (HTML)': textToHtml(product.description),
  Vendor: product.brand ?? '',
  Type: product.category ?? '',
  Published: String(!product.isArchived),
  ...(product.hasVariants
    ? { 'Option1 Name': COLOR_OPTION, 'Option2 Name': SIZE_OPTION }
    : { 'Option1 Name': 'Title', 'Option1 Value': 'Default Title' }),
  'Gift Card': 'false',
  [FIT_COLUMNS.material]: product.material,
  [FIT_COLUMNS.care]: product.care,
  [FIT_COLUMNS.modelHeight]: product.modelHeight ?? '',
  [FIT_COLUMNS.modelSize]: product.modelSize,
  [FIT_COLUMNS.sizeTable]: product.sizeTable ? sizeTableText(product.sizeTable) : '',
  [FIT_COLUMNS.categorySizeTable]: product.categorySizeTable ? sizeTableText(product.categorySizeTable) : '',
});

/** @param index the variant's index; a product without variants has one entry, the product itself */
function variantCells(product: CatalogueRecord, index: number, origin: string): ProductRow {
  const { variants, pictures, price, oldPrice, stock, hasVariants } = product;
  const variant = variants[index];
  const shown = variant && pictures.find((each) => each.colorSource === 'owner' && each.color === variant.color);
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
    ...(shown && { 'Variant Image': addressOf(shown, origin) }),
  };
}
