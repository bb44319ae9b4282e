import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { audit } from '../audit/audit.js';
import type { Actor } from '../common/access.js';
import { ShopError } from '../common/shop-error.js';
import type { Variant as VariantOnTheWire } from '../contract/catalog.js';
import type { AddVariant, SaveVariants } from '../contract/products.js';
import { lockProduct, lockProducts, lockVariants } from '../db/locks.js';
import { codeOf, inTransaction } from '../db/transaction.js';
import { editedStock, expectVersion, holdReferences } from './product-edits.js';
import { Variant, type Product } from './product.entity.js';
import { VARIANT, VARIANTS } from './product.sql.js';
import { writeVariants } from './write-variants.js';

const UNIQUE_VIOLATION = '23505';

/**
 * What administrators do with the colours and sizes of a product. All of it happens under the product's lock, as an
 * order's taking of stock does: an order gets what was there before an edit, or is refused by what is there after it.
 */
@Injectable()
export class VariantsService {
  constructor(private readonly db: DataSource) {}

  /** @throws ShopError 400 for an unknown product, colour or size; 409 for a pair that there is already */
  add(
    by: Actor,
    { product: productId, color_id, size_id, price, stock_quantity }: AddVariant,
  ): Promise<VariantOnTheWire> {
    return inTransaction(this.db, async (tx) => {
      await holdPairs(tx, [{ color_id, size_id }], (field) => field);
      const [product] = await lockProducts(tx, [productId]);
      if (!product) throw ShopError.fields({ product: ['Sản phẩm không tồn tại'] });
      const row = { productId, colorId: color_id, sizeId: size_id, price, stockQuantity: stock_quantity };
      const { id } = await tx.save(Variant, row).catch(refuseTwin);
      const variants = await variantsOf(tx, productId);
      const added = variants.filter((variant) => variant.id === id);
      await tell(tx, by, { product, before: [], after: added });
      return added[0]!;
    });
  }

  /** Orders that name it keep its name and price; whoever is just buying it is told that it is sold out. @throws ShopError 404 */
  async remove(by: Actor, id: number): Promise<void> {
    await inTransaction(this.db, async (tx) => {
      const found = await tx.findOneBy(Variant, { id });
      if (!found) throw notFound();
      const product = await lockProduct(tx, found.productId);
      const before = (await variantsOf(tx, product.id)).filter((variant) => variant.id === id);
      const { affected } = await tx.delete(Variant, id);
      if (!affected) throw notFound();
      await tell(tx, by, { product, before, after: [] });
    });
  }

  /**
   * Gives a product exactly these variants. A pair of colour and size that stays keeps its id and what was sold of it since
   * the editor looked, see `SaveVariants`.
   * @throws ShopError 404; 400 for an unknown colour or size; 409 when it is no longer what the edit was based on
   */
  replace(by: Actor, id: number, { variants: wanted, version }: SaveVariants): Promise<VariantOnTheWire[]> {
    return inTransaction(this.db, async (tx) => {
      await holdPairs(tx, wanted, (field, nth) => `variants.${nth}.${field}`);
      const product = await lockProduct(tx, id);
      expectVersion(product, version);
      await lockVariants(tx, id);
      const before = await variantsOf(tx, id);
      const rows = wanted.map(({ stock_quantity, stock_was, ...row }) => {
        const there = before.find(({ color, size }) => color.id === row.color_id && size.id === row.size_id);
        const stock = { wanted: stock_quantity, was: there && stock_was };
        return {
          ...row,
          id: there?.id ?? null,
          stock_quantity: editedStock(there?.stock_quantity ?? 0, stock, there ? choiceOf(there) : ''),
        };
      });
      await writeVariants(tx, id, rows);
      const after = await variantsOf(tx, id);
      await tell(tx, by, { product, before, after });
      return after;
    });
  }
}

/** Every variant of a product, as the API shows it. */
async function variantsOf(tx: EntityManager, product: number): Promise<VariantOnTheWire[]> {
  const rows: { variant: VariantOnTheWire }[] = await tx.query(
    `SELECT ${VARIANT} AS variant FROM ${VARIANTS} WHERE v.product_id = $1 ORDER BY c.id, s.position, s.id`,
    [product],
  );
  return rows.map(({ variant }) => variant);
}

/** Holds the colours and sizes of some pairs. @param name of a pair's field in the body */
function holdPairs(
  tx: EntityManager,
  pairs: { color_id: number; size_id: number }[],
  name: (field: string, nth: number) => string,
): Promise<void> {
  return holdReferences(tx, [
    {
      table: 'colors',
      message: 'Màu sắc không tồn tại',
      fields: pairs.map(({ color_id: id }, nth) => [name('color_id', nth), id]),
    },
    {
      table: 'sizes',
      message: 'Kích thước không tồn tại',
      fields: pairs.map(({ size_id: id }, nth) => [name('size_id', nth), id]),
    },
  ]);
}

const choiceOf = ({ color, size }: VariantOnTheWire) => `${color.name}, ${size.name}`;

/** A line of the audit log with the variants that differ, by their colour and size. */
function tell(
  tx: EntityManager,
  by: Actor,
  { product, before, after }: { product: Product; before: VariantOnTheWire[]; after: VariantOnTheWire[] },
): Promise<void> {
  const facts = (variants: VariantOnTheWire[]) =>
    Object.fromEntries(
      variants.map((variant) => [choiceOf(variant), { price: variant.price, stock_quantity: variant.stock_quantity }]),
    );
  const { id, name } = product;
  return audit(tx, by, { action: 'update', subject: 'product', id, name, before: facts(before), after: facts(after) });
}

const notFound = () => ShopError.notFound('Không tìm thấy phân loại sản phẩm.');

function refuseTwin(error: unknown): never {
  if (codeOf(error) !== UNIQUE_VIOLATION) throw error;
  throw new ShopError(409, 'Sản phẩm đã có phân loại với màu sắc và kích thước này.');
}
