import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { recordAudit } from '../../audit/audit.js';
import type { Actor } from '../../platform/http/access.js';
import { ShopError } from '../../platform/errors/shop-error.js';
import type { Variant as VariantOnTheWire } from '../../contract/catalog/catalog.js';
import type { AddVariant, SaveVariants } from '../../contract/catalog/products.js';
import { lockReferences } from '../attributes/attribute.locks.js';
import { lockProduct, lockProducts, lockVariants } from '../products/product.locks.js';
import { inTransaction, isUniqueViolation } from '../../platform/database/transaction.js';
import { editedStock, expectTotalStock, expectVersion } from './product-edits.js';
import { Product, Variant } from '../products/product.entity.js';
import { readVariants, writeVariants } from '../products/variants.sql.js';

/**
 * Adds, removes and replaces a product's variants. Every change takes the product's lock, and so does an order that takes
 * stock: an order sees the variants either before an edit or after it.
 */
@Injectable()
export class VariantsService {
  constructor(private readonly db: DataSource) {}

  /**
   * Adds a variant; the first one of a product that was sold without makes it a product with variants.
   * @throws ShopError 400 for an unknown product, colour or size, or too many pieces; 409 for an existing pair
   */
  add(
    actor: Actor,
    { product: productId, color_id, size_id, price, stock_quantity }: AddVariant,
  ): Promise<VariantOnTheWire> {
    return inTransaction(this.db, async (tx) => {
      await lockPairsForReference(tx, [{ color_id, size_id }], (field) => field);
      const [product] = await lockProducts(tx, [productId]);
      if (!product) throw ShopError.fields({ product: ['Sản phẩm không tồn tại'] });
      expectTotalStock([...(await readVariants(tx, productId)).map((each) => each.stock_quantity), stock_quantity]);
      if (!product.hasVariants) await sellByVariants(tx, actor, product);
      const row = { productId, colorId: color_id, sizeId: size_id, price, stockQuantity: stock_quantity };
      const { id } = await tx.save(Variant, row).catch(refuseTwin);
      const variants = await readVariants(tx, productId);
      const added = variants.filter((variant) => variant.id === id);
      await recordVariants(tx, actor, { product, before: [], after: added });
      return added[0]!;
    });
  }

  /** Removes a variant. Its orders keep name and price; a concurrent order gets "sold out". @throws ShopError 404 */
  async remove(actor: Actor, id: number): Promise<void> {
    await inTransaction(this.db, async (tx) => {
      const variant = await tx.findOneBy(Variant, { id });
      if (!variant) throw notFound();
      const product = await lockProduct(tx, variant.productId);
      const before = (await readVariants(tx, product.id)).filter((variant) => variant.id === id);
      const { affected } = await tx.delete(Variant, id);
      if (!affected) throw notFound();
      await recordVariants(tx, actor, { product, before, after: [] });
    });
  }

  /**
   * Replaces a product's variants. A pair of colour and size that stays keeps its id, and pieces sold since the editor
   * loaded the page stay sold, see `SaveVariants`. A product without variants becomes one with variants when it gets
   * some. It stays one, sold out, when its last variant is removed, because it no longer has a stock of its own.
   * @throws ShopError 404; 400 for an unknown colour or size, or too many pieces; 409 for an outdated version
   */
  replace(actor: Actor, id: number, { variants: wanted, version }: SaveVariants): Promise<VariantOnTheWire[]> {
    return inTransaction(this.db, async (tx) => {
      await lockOptionsForReference(tx, wanted);
      const product = await lockProduct(tx, id);
      expectVersion(product, version);
      if (wanted.length > 0 && !product.hasVariants) await sellByVariants(tx, actor, product);
      return replaceVariants(tx, actor, product, wanted);
    });
  }
}

/** Locks the colours and sizes of the variants that a product is to have. @throws ShopError 400 naming unknown ones */
export const lockOptionsForReference = (tx: EntityManager, wanted: SaveVariants['variants']) =>
  lockPairsForReference(tx, wanted, (field, nth) => `variants.${nth}.${field}`);

/**
 * Replaces the variants of a product, see `VariantsService.replace`, and records that in the audit log.
 * @param tx holds the locks of the product and of `lockOptionsForReference`
 * @returns the variants after it
 */
export async function replaceVariants(
  tx: EntityManager,
  actor: Actor,
  product: Pick<Product, 'id' | 'name'>,
  wanted: SaveVariants['variants'],
): Promise<VariantOnTheWire[]> {
  await lockVariants(tx, product.id);
  const before = await readVariants(tx, product.id);
  const rows = wanted.map(({ stock_quantity, stock_was, ...row }) => {
    const existing = before.find(({ color, size }) => color.id === row.color_id && size.id === row.size_id);
    const stock = { wanted: stock_quantity, was: existing && stock_was };
    return {
      ...row,
      id: existing?.id ?? null,
      stock_quantity: editedStock(existing?.stock_quantity ?? 0, stock, existing ? choiceOf(existing) : ''),
    };
  });
  expectTotalStock(rows.map((row) => row.stock_quantity));
  await writeVariants(tx, product.id, rows, before);
  const after = await readVariants(tx, product.id);
  await recordVariants(tx, actor, { product, before, after });
  return after;
}

/** Locks the colours and sizes of pairs. @param name the path of a pair's field in the body */
function lockPairsForReference(
  tx: EntityManager,
  pairs: { color_id: number; size_id: number }[],
  name: (field: string, nth: number) => string,
): Promise<void> {
  return lockReferences(tx, [
    {
      table: 'colors',
      message: 'Màu sắc không tồn tại',
      fields: pairs.map(({ color_id: id }, nth) => [name('color_id', nth), id]),
    },
    {
      table: 'sizes',
      message: 'Kích cỡ không tồn tại',
      fields: pairs.map(({ size_id: id }, nth) => [name('size_id', nth), id]),
    },
  ]);
}

const choiceOf = ({ color, size }: VariantOnTheWire) => `${color.name}, ${size.name}`;

/** Makes a product that was sold without variants one that has them; its own pieces are dropped. */
async function sellByVariants(tx: EntityManager, actor: Actor, { id, name, countInStock }: Product): Promise<void> {
  await tx.update(Product, id, { hasVariants: true, countInStock: 0 });
  await recordAudit(tx, actor, {
    action: 'update',
    subject: 'product',
    id,
    name,
    before: { has_variants: false, countInStock },
    after: { has_variants: true, countInStock: 0 },
  });
}

/** Records an audit entry with the variants before and after, by colour and size. */
function recordVariants(
  tx: EntityManager,
  actor: Actor,
  {
    product,
    before,
    after,
  }: { product: Pick<Product, 'id' | 'name'>; before: VariantOnTheWire[]; after: VariantOnTheWire[] },
): Promise<void> {
  const snapshot = (variants: VariantOnTheWire[]) =>
    Object.fromEntries(
      variants.map((variant) => [choiceOf(variant), { price: variant.price, stock_quantity: variant.stock_quantity }]),
    );
  const { id, name } = product;
  return recordAudit(tx, actor, {
    action: 'update',
    subject: 'product',
    id,
    name,
    before: snapshot(before),
    after: snapshot(after),
  });
}

const notFound = () => ShopError.notFound('Không tìm thấy phân loại sản phẩm.');

function refuseTwin(error: unknown): never {
  if (!isUniqueViolation(error)) throw error;
  throw new ShopError(409, 'Sản phẩm đã có phân loại với màu sắc và kích cỡ này.');
}
