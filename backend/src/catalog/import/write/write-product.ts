import type { EntityManager } from 'typeorm';
import {
  areSamePictures,
  pictureOfUnknownColor,
  writePictures,
  type ProductPictureRow,
} from '../../products/pictures.sql.js';
import { writeVariants, type VariantRow } from '../../products/variants.sql.js';
import type { ImportProduct, ImportVariant } from '../read/import-product.js';
import type { CatalogueRecord, PictureRecord } from '../../products/catalogue-record.sql.js';
import type { NamedSizeTable } from '../../../contract/catalog/size-rules.js';
import type { SaveSizeTable } from '../../../contract/catalog/size-tables.js';
import { writeSizeTable } from '../../size-tables/size-tables.sql.js';
import { matchVariants } from './match-variants.js';
import { changesCategoryTable, isSameName, ownOldPrice, ownPrice, type PlannedPicture } from './product-state.js';
import { insertProduct, updateProduct } from './write-product.sql.js';
import type { TaxonomyNames } from './taxonomy-names.js';

/**
 * Creates a product or updates it to match the file. A variant that stays keeps its id, so that carts survive; a variant
 * that is not in the file is removed.
 *
 * @param before the locked product; undefined for a new one
 * @param planned pictures in order; null leaves the pictures unchanged
 */
export async function writeProduct(
  tx: EntityManager,
  names: TaxonomyNames,
  imported: ImportProduct,
  before: CatalogueRecord | undefined,
  planned: PlannedPicture[] | null,
): Promise<void> {
  const id = before ? await update(tx, names, imported, before) : await insert(tx, names, imported);
  const variants = before?.variants ?? [];
  await writeVariants(tx, id, await variantRows(names, imported.variants, variants), variants);
  await writeSizeTables(tx, names, { id, imported, before });
  if (!planned) return;
  const stored = before?.pictures.map(storedPicture) ?? [];
  const pictures = await pictureRows(names, planned, stored);
  if (!areSamePictures(pictures, stored)) await writePictures(tx, id, pictures);
}

/** Finds or creates a product's brand, category, colours and sizes, and locks them until the transaction ends. */
export async function lockNamesForReference(names: TaxonomyNames, imported: ImportProduct): Promise<void> {
  await brandOf(names, imported);
  await categoryOf(names, imported);
  for (const table of [imported.fit.sizeTable, imported.fit.categorySizeTable]) {
    for (const { size } of table?.rows ?? []) await names.size(size);
  }
  for (const { color, hex, size } of imported.variants) {
    await names.color(color, hex);
    await names.size(size);
  }
}

async function insert(tx: EntityManager, names: TaxonomyNames, imported: ImportProduct): Promise<number> {
  return insertProduct(tx, imported.handle, {
    ...columnsOf(imported, undefined),
    brandId: await brandOf(names, imported),
    categoryId: await categoryOf(names, imported),
    price: imported.price,
    isArchived: imported.isPublished === false,
  });
}

async function update(
  tx: EntityManager,
  names: TaxonomyNames,
  imported: ImportProduct,
  before: CatalogueRecord,
): Promise<number> {
  await updateProduct(tx, before.id, {
    ...columnsOf(imported, before),
    brandId: isSameName(before.brand, imported.brand) ? before.brandId : await brandOf(names, imported),
    categoryId: isSameName(before.category, imported.category) ? before.categoryId : await categoryOf(names, imported),
    price: ownPrice(before, imported),
    isArchived: imported.isPublished === null ? before.isArchived : !imported.isPublished,
  });
  return before.id;
}

const columnsOf = (imported: ImportProduct, before: CatalogueRecord | undefined) => ({
  name: imported.name,
  description: imported.description,
  oldPrice: before ? ownOldPrice(before, imported) : imported.oldPrice,
  hasVariants: imported.hasVariants,
  countInStock: imported.stock,
  ...fitOf(imported, before),
});

const fitOf = ({ fit }: ImportProduct, before: CatalogueRecord | undefined) => ({
  material: fit.material ?? before?.material ?? '',
  care: fit.care ?? before?.care ?? '',
  modelHeight: fit.modelHeight === undefined ? (before?.modelHeight ?? null) : fit.modelHeight,
  modelSize: fit.modelSize ?? before?.modelSize ?? '',
});

/** Writes the size tables that the file has: the product's own one, and its category's. */
async function writeSizeTables(
  tx: EntityManager,
  names: TaxonomyNames,
  { id, imported, before }: { id: number; imported: ImportProduct; before: CatalogueRecord | undefined },
): Promise<void> {
  const { sizeTable, categorySizeTable } = imported.fit;
  if (sizeTable !== undefined && (before || sizeTable))
    await writeSizeTable(tx, { product: id }, sizeTable && (await savedTable(names, sizeTable)));
  const category = await categoryOf(names, imported);
  if (categorySizeTable && category !== null && (!before || changesCategoryTable(before, imported)))
    await writeSizeTable(tx, { category }, await savedTable(names, categorySizeTable));
}

/** A file's table with the ids of its sizes. */
async function savedTable(names: TaxonomyNames, { measures, rows }: NamedSizeTable): Promise<SaveSizeTable> {
  const saved: SaveSizeTable['rows'] = [];
  for (const { size, ...row } of rows) saved.push({ ...row, size_id: await names.size(size) });
  return { measures, rows: saved };
}

const brandOf = (names: TaxonomyNames, { brand }: ImportProduct) => (brand === null ? null : names.brand(brand));
const categoryOf = (names: TaxonomyNames, { category }: ImportProduct) =>
  category === null ? null : names.category(category);

const storedPicture = ({ hash, colorId, colorSource }: PictureRecord): ProductPictureRow => ({
  mediaHash: hash,
  colorId,
  colorSource,
});

/** Turns the file's pictures into rows of the table. One whose colour the file leaves open keeps what the shop knows. */
async function pictureRows(
  names: TaxonomyNames,
  planned: PlannedPicture[],
  stored: ProductPictureRow[],
): Promise<ProductPictureRow[]> {
  const rows: ProductPictureRow[] = [];
  for (const { hash, colorName } of planned) {
    const row = stored.find(({ mediaHash }) => mediaHash === hash) ?? pictureOfUnknownColor(hash);
    if (colorName === undefined) rows.push(row);
    else {
      const colorId = colorName === null ? null : await names.color(colorName, null);
      rows.push({ ...row, colorId, colorSource: 'owner' });
    }
  }
  return rows;
}

/** Turns the file's variants into rows of the table. */
async function variantRows(
  names: TaxonomyNames,
  imported: ImportVariant[],
  before: CatalogueRecord['variants'],
): Promise<VariantRow[]> {
  const matched = matchVariants(imported, before);
  const rows: VariantRow[] = [];
  for (const [index, { color, hex, size, sku, price, stock }] of imported.entries()) {
    const [color_id, size_id] = [await names.color(color, hex), await names.size(size)];
    rows.push({ id: matched[index]?.id ?? null, color_id, size_id, sku, price, stock_quantity: stock });
  }
  return rows;
}
