import type { EntityManager } from 'typeorm';
import { foldVi } from '../catalog/keyword-search/fold.js';
import { insert, insertNamed, insertNumbered } from './bulk.js';
import { ALL_SIZES, COLORS } from './palette.js';
import type { PictureRow } from './pictures.js';
import { BRANDS, CATEGORIES } from './shelves.js';
import type { StockedProduct } from './story.js';

/** The ids of what was added: products in their order, and of each its variants. */
export interface CatalogueIds {
  productIds: number[];
  variantIds: number[][];
}

/** Adds brands, categories, colours, sizes, products and all their pictures, in bulk. */
export async function addCatalogue(
  tx: EntityManager,
  products: readonly StockedProduct[],
  pictures: { products: PictureRow[][]; categories: PictureRow[]; brands: PictureRow[] },
): Promise<CatalogueIds> {
  const drawn = new Map(
    [...pictures.products.flat(), ...pictures.categories, ...pictures.brands].map((row) => [row.hash, row]),
  );
  await insert(
    tx,
    'media',
    [...drawn.values()].map((row) => ({ ...row })),
    'ON CONFLICT DO NOTHING',
  );
  const brands = await addShelves(tx, 'brands', BRANDS, pictures.brands);
  const categories = await addShelves(tx, 'categories', CATEGORIES, pictures.categories);
  const productIds = await insertNumbered(
    tx,
    'products',
    products.map((product) => ({
      handle: slug(product.name),
      name: product.name,
      description: product.description,
      price: product.price,
      old_price: product.oldPrice ?? null,
      count_in_stock: product.countInStock,
      brand_id: brands.get(product.brand),
      category_id: categories.get(product.category),
      has_variants: product.variants.length > 0,
      created_at: product.createdAt,
    })),
  );
  const shown = pictures.products.flatMap((views, i) =>
    views.map(({ hash }, position) => ({ product_id: productIds[i], media_hash: hash, position })),
  );
  await insert(tx, 'product_images', shown);
  return { productIds, variantIds: await addVariants(tx, products, productIds) };
}

async function addShelves(
  tx: EntityManager,
  table: 'brands' | 'categories',
  shelves: Record<string, { title: string; description: string }>,
  pictures: PictureRow[],
): Promise<Map<string, number>> {
  const rows = Object.values(shelves).map(({ title, description }, i) => ({
    title,
    description,
    image_hash: pictures[i]?.hash,
  }));
  const ids = await insertNumbered(tx, table, rows);
  return new Map(Object.keys(shelves).map((key, i) => [key, ids[i]!]));
}

async function addVariants(
  tx: EntityManager,
  products: readonly StockedProduct[],
  productIds: number[],
): Promise<number[][]> {
  const colors = await insertNamed(
    tx,
    'colors',
    Object.entries(COLORS).map(([name, hex_code]) => ({ name, hex_code })),
  );
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
      sku: `${brand}-${i + 1}-${slug(color)}-${size}`.toUpperCase(),
      price,
      stock_quantity: stock,
    })),
  );
  const ids = await insertNumbered(tx, 'variants', rows);
  let next = 0;
  return products.map(({ variants }) => ids.slice(next, (next += variants.length)));
}

/** "Áo thun cổ tròn" as it stands in an address: "ao-thun-co-tron". */
const slug = (name: string) =>
  foldVi(name)
    .match(/[a-z0-9]+/g)
    ?.join('-') ?? '';
