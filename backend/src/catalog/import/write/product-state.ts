import type { EntityManager } from 'typeorm';
import type { ImportField } from '../../../contract/imports.js';
import type { Vnd } from '../../../contract/rules.js';
import { lowerVi } from '../../keyword-search/fold.js';
import type { ImportProduct } from '../read/import-product.js';

export interface VariantState {
  id: number;
  color: string;
  size: string;
  sku: string;
  price: Vnd;
  stock: number;
}

/** A product as the shop has it, in the fields that a file can change. */
export interface ProductState {
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
  variants: VariantState[];
  /** Hashes in order. */
  pictures: string[];
}

const STATES = `
  SELECT json_build_object('id', p.id, 'handle', p.handle, 'name', p.name, 'description', p.description,
    'brandId', p.brand_id, 'brand', (SELECT title FROM brands WHERE id = p.brand_id),
    'categoryId', p.category_id, 'category', (SELECT title FROM categories WHERE id = p.category_id),
    'price', p.price, 'oldPrice', p.old_price, 'stock', p.count_in_stock, 'hasVariants', p.has_variants,
    'isArchived', p.archived_at IS NOT NULL,
    'variants', (SELECT coalesce(json_agg(json_build_object('id', v.id, 'color', c.name, 'size', s.name, 'sku', v.sku,
        'price', v.price, 'stock', v.stock_quantity) ORDER BY v.id), '[]')
      FROM variants v JOIN colors c ON c.id = v.color_id JOIN sizes s ON s.id = v.size_id WHERE v.product_id = p.id),
    'pictures', (SELECT coalesce(json_agg(i.media_hash ORDER BY i.position), '[]') FROM product_images i
      WHERE i.product_id = p.id)) AS state
  FROM products p WHERE p.handle = ANY ($1::text[])`;

/** Reads the products with these handles, by handle; unknown handles are left out. */
export async function statesOf(
  tx: Pick<EntityManager, 'query'>,
  handles: string[],
): Promise<Map<string, ProductState>> {
  const rows: { state: ProductState }[] = await tx.query(STATES, [handles]);
  return new Map(rows.map(({ state }) => [state.handle, state]));
}

/** True for names that differ in case only. */
export const isSameName = (a: string | null, b: string | null) => lowerVi(a ?? '') === lowerVi(b ?? '');

/** The key of a variant within its product: colour and size, in lower case. */
export const pairOf = ({ color, size }: { color: string; size: string }) => lowerVi(`${color}\n${size}`);

/** The old price as shoppers see it: null unless it is higher than the price. */
const shownOldPrice = (old: Vnd | null, price: Vnd) => (old !== null && old > price ? old : null);

const lowestPrice = (product: Pick<ProductState, 'price' | 'variants' | 'hasVariants'>) =>
  product.hasVariants && product.variants.length > 0
    ? Math.min(...product.variants.map(({ price }) => price))
    : product.price;

/**
 * The price of the product itself after the import. A product with variants is sold at their prices, so its own price
 * stays while the lowest of theirs does.
 */
export const ownPrice = (before: ProductState, given: ImportProduct): Vnd =>
  given.hasVariants && before.hasVariants && lowestPrice(before) === given.price ? before.price : given.price;

/**
 * Lists the fields in which a product differs from the file.
 * @param pictures the hashes that the file asks for; null ignores the pictures
 */
export function changedProductFields(
  before: ProductState,
  given: ImportProduct,
  pictures: string[] | null,
): ImportField[] {
  const variantsBefore = new Map(
    before.hasVariants ? before.variants.map((variant) => [pairOf(variant), variant]) : [],
  );
  const pairs = given.variants.map((variant) => ({ variant, was: variantsBefore.get(pairOf(variant)) }));
  const differs: Record<ImportField, boolean> = {
    name: before.name !== given.name,
    description: before.description !== given.description,
    brand: !isSameName(before.brand, given.brand),
    category: !isSameName(before.category, given.category),
    price:
      ownPrice(before, given) !== before.price ||
      pairs.some((pair) => pair.was && pair.was.price !== pair.variant.price),
    oldPrice: shownOldPrice(before.oldPrice, lowestPrice(before)) !== shownOldPrice(given.oldPrice, given.price),
    stock: given.hasVariants
      ? pairs.some((pair) => pair.was && pair.was.stock !== pair.variant.stock)
      : before.stock !== given.stock,
    variants:
      before.hasVariants !== given.hasVariants ||
      variantsBefore.size !== pairs.length ||
      pairs.some((pair) => pair.was?.sku !== pair.variant.sku),
    images: pictures !== null && pictures.join() !== before.pictures.join(),
    status: given.isPublished !== null && given.isPublished === before.isArchived,
  };
  return (Object.keys(differs) as ImportField[]).filter((field) => differs[field]);
}
