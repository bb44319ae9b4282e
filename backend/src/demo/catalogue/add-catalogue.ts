import type { EntityManager } from 'typeorm';
import { foldVi } from '../../catalog/text/fold.js';
import { insert, insertNamed, insertNumbered } from '../support/bulk-insert.sql.js';
import { ALL_SIZES, COLORS } from './colors-and-sizes.js';
import type { PicturesOf, StoredPicture } from './pictures.js';
import { addSizeTables } from './add-size-tables.js';
import { materialOf, modelOf } from './materials.js';
import { BRANDS, CATEGORIES } from './taxonomy.js';
import type { StockedProduct } from './product.js';

/** The ids of the new products and of their variants, in order. */
export interface CatalogueIds {
  productIds: number[];
  variantIds: number[][];
}

/** Adds brands, categories, colours, sizes, products and their pictures, in bulk. */
export async function addCatalogue(
  tx: EntityManager,
  products: readonly StockedProduct[],
  pictures: PicturesOf<StoredPicture>,
): Promise<CatalogueIds> {
  const rows = new Map(
    Object.values(pictures)
      .flatMap((kind) => Object.values(kind).flat())
      .map(({ row }) => [row.hash, row]),
  );
  await insert(
    tx,
    'media',
    [...rows.values()].map((row) => ({ ...row })),
    'ON CONFLICT DO NOTHING',
  );
  const brands = await addTaxonomy(tx, 'brands', BRANDS, pictures.brands);
  const categories = await addTaxonomy(tx, 'categories', CATEGORIES, pictures.categories);
  const productIds = await insertNumbered(
    tx,
    'products',
    products.map((product) => ({
      handle: slugOf(product.name),
      name: product.name,
      description: product.description,
      price: product.price,
      old_price: product.oldPrice ?? null,
      count_in_stock: product.countInStock,
      brand_id: brands.get(product.brand),
      category_id: categories.get(product.category),
      has_variants: product.variants.length > 0,
      created_at: product.createdAt,
      ...materialOf(product),
      ...modelOf(product),
    })),
  );
  const colors = await insertNamed(
    tx,
    'colors',
    Object.entries(COLORS).map(([name, hex_code]) => ({ name, hex_code })),
  );
  // A product without variants has no colours to choose.
  const shown = products.flatMap(({ name, variants }, i) =>
    pictures.products[name]!.map(({ row, shows }, position) => ({
      product_id: productIds[i],
      media_hash: row.hash,
      position,
      color_id: shows && variants.length > 0 ? colors.get(shows) : null,
      color_source: shows && variants.length > 0 ? 'owner' : null,
    })),
  );
  await insert(tx, 'product_images', shown);
  const variantIds = await addVariants(tx, products, productIds, colors);
  await addSizeTables(tx, products, { productIds, categories });
  return { productIds, variantIds };
}

async function addTaxonomy(
  tx: EntityManager,
  table: 'brands' | 'categories',
  items: Record<string, { title: string; description: string }>,
  pictures: Record<string, StoredPicture[]>,
): Promise<Map<string, number>> {
  const rows = Object.entries(items).map(([key, { title, description }]) => ({
    title,
    description,
    image_hash: pictures[key]?.[0]?.row.hash,
  }));
  const ids = await insertNumbered(tx, table, rows);
  return new Map(Object.keys(items).map((key, i) => [key, ids[i]!]));
}

async function addVariants(
  tx: EntityManager,
  products: readonly StockedProduct[],
  productIds: number[],
  colors: Map<string, number>,
): Promise<number[][]> {
  const sizes = await insertNamed(
    tx,
    'sizes',
    ALL_SIZES.map((name, i) => ({ name, position: i + 1 })),
  );
  const rows = products.flatMap(({ brand, variants }, i) =>
    variants.map(({ color, size, price, stock }) => ({
      product_id: productIds[i],
      color_id: colors.get(color),
      size_id: sizes.get(size),
      sku: `${brand}-${i + 1}-${slugOf(color)}-${size}`.toUpperCase(),
      price,
      stock_quantity: stock,
    })),
  );
  const ids = await insertNumbered(tx, 'variants', rows);
  let next = 0;
  return products.map(({ variants }) => ids.slice(next, (next += variants.length)));
}

/** Converts "Áo thun cổ tròn" to "ao-thun-co-tron", for a URL or a file name. */
export const slugOf = (name: string) =>
  foldVi(name)
    .match(/[a-z0-9]+/g)
    ?.join('-') ?? '';
