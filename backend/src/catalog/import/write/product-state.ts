import type { ImportField } from '../../../contract/catalog/imports.js';
import type { Vnd } from '../../../contract/rules.js';
import type { CatalogueRecord, PictureRecord } from '../../products/catalogue-record.sql.js';
import { columnsOfTable, rangeOf, type NamedSizeTable } from '../../../contract/catalog/size-rules.js';
import { lowerVi } from '../../text/fold.js';
import type { ImportProduct } from '../read/import-product.js';

/** A picture after the import. `colorName` is the owner's choice in the file, null for no colour; undefined leaves it as it is. */
export interface PlannedPicture {
  hash: string;
  colorName?: string | null;
}

/** True for names that differ only in case. */
export const isSameName = (a: string | null, b: string | null) => lowerVi(a ?? '') === lowerVi(b ?? '');

/** The key of a variant within its product: colour and size, in lower case. */
export const pairOf = ({ color, size }: { color: string; size: string }) => lowerVi(`${color}\n${size}`);

/** The old price as shoppers see it: null unless it is higher than the price. */
const shownOldPrice = (old: Vnd | null, price: Vnd) => (old !== null && old > price ? old : null);

/** The old price after the import. It changes only if shoppers would see a difference, so a hidden old price is not overwritten. */
export const ownOldPrice = (before: CatalogueRecord, { oldPrice, price }: ImportProduct): Vnd | null =>
  shownOldPrice(before.oldPrice, price) === shownOldPrice(oldPrice, price) ? before.oldPrice : oldPrice;

const lowestPrice = (product: Pick<CatalogueRecord, 'price' | 'variants' | 'hasVariants'>) =>
  product.hasVariants && product.variants.length > 0
    ? Math.min(...product.variants.map(({ price }) => price))
    : product.price;

/**
 * Returns the product's own price after the import. A product with variants is sold at their prices, so its own price stays
 * as long as their lowest price does.
 */
export const ownPrice = (before: CatalogueRecord, imported: ImportProduct): Vnd =>
  imported.hasVariants && before.hasVariants && lowestPrice(before) === imported.price ? before.price : imported.price;

/** True when the file asks for other pictures, another order, or a choice of colour that differs from the owner's. */
function haveChanged(before: PictureRecord[], planned: PlannedPicture[]): boolean {
  if (before.length !== planned.length) return true;
  return planned.some(({ hash, colorName }, nth) => {
    const was = before[nth]!;
    const isSame = colorName === undefined || (was.colorSource === 'owner' && isSameName(was.color, colorName));
    return was.hash !== hash || !isSame;
  });
}

/** True when the file says something else than the shop. */
const isOther = <T>(imported: T | undefined, before: T) => imported !== undefined && imported !== before;

/** True when the file has a size table for the product's category, and the category has another one or none. */
export const changesCategoryTable = (before: CatalogueRecord, { category, fit }: ImportProduct): boolean =>
  fit.categorySizeTable !== undefined &&
  !(isSameName(before.category, category) && isSameTable(fit.categorySizeTable, before.categorySizeTable));

/** True for size tables with the same columns and cells; the order of the rows is that of the shop's sizes. */
const isSameTable = (one: NamedSizeTable | null, other: NamedSizeTable | null) => cellsOf(one) === cellsOf(other);

function cellsOf(table: NamedSizeTable | null): string {
  if (!table) return '';
  const columns = columnsOfTable(table);
  const rows = table.rows.map((row) => [
    lowerVi(row.size),
    ...columns.map((column) => rangeOf(row, column)?.join('-')),
  ]);
  return JSON.stringify([columns, ...rows.map((row) => JSON.stringify(row)).sort()]);
}

/**
 * Lists the fields in which a product differs from the file.
 * @param pictures those that the file requires; null ignores the pictures
 */
export function changedProductFields(
  before: CatalogueRecord,
  imported: ImportProduct,
  pictures: PlannedPicture[] | null,
): ImportField[] {
  const variantsBefore = new Map(
    before.hasVariants ? before.variants.map((variant) => [pairOf(variant), variant]) : [],
  );
  const pairs = imported.variants.map((variant) => ({ variant, was: variantsBefore.get(pairOf(variant)) }));
  const differs: Record<ImportField, boolean> = {
    name: before.name !== imported.name,
    description: before.description !== imported.description,
    brand: !isSameName(before.brand, imported.brand),
    category: !isSameName(before.category, imported.category),
    price:
      ownPrice(before, imported) !== before.price ||
      pairs.some((pair) => pair.was && pair.was.price !== pair.variant.price),
    oldPrice: shownOldPrice(before.oldPrice, lowestPrice(before)) !== shownOldPrice(imported.oldPrice, imported.price),
    stock: imported.hasVariants
      ? pairs.some((pair) => pair.was && pair.was.stock !== pair.variant.stock)
      : before.stock !== imported.stock,
    variants:
      before.hasVariants !== imported.hasVariants ||
      variantsBefore.size !== pairs.length ||
      pairs.some((pair) => pair.was?.sku !== pair.variant.sku),
    images: pictures !== null && haveChanged(before.pictures, pictures),
    status: imported.isPublished !== null && imported.isPublished === before.isArchived,
    material: isOther(imported.fit.material, before.material),
    care: isOther(imported.fit.care, before.care),
    model: isOther(imported.fit.modelHeight, before.modelHeight) || isOther(imported.fit.modelSize, before.modelSize),
    size_table: imported.fit.sizeTable !== undefined && !isSameTable(imported.fit.sizeTable, before.sizeTable),
    category_size_table: changesCategoryTable(before, imported),
  };
  return (Object.keys(differs) as ImportField[]).filter((field) => differs[field]);
}
