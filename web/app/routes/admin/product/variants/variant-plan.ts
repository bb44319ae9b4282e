import type { AdminProduct, SaveVariants } from 'contract/catalog/products';
import { typedNumber } from '~/components/form/typed-number';
import { EMPTY_CELL, cellKey, cellOfVariant, keyOfVariant, type DraftCell, type ProductDraft } from '../product-draft';

/** The variants to save, and the skipped cells. */
export interface VariantPlan {
  variants: SaveVariants['variants'];
  /**
   * Keys of cells that lack a price or a stock, or are new and say 0: those that are new are not made, the others stay
   * as they are.
   */
  skipped: { key: string; isKept: boolean }[];
}

/**
 * The variants that a draft asks for. A cell without a price or stock is skipped, and so is a new one with a 0. A
 * variant that is in the shop already may be sold out, so there a stock of 0 is a stock; only taking it out takes it
 * out.
 */
export function planVariants(draft: ProductDraft, base: AdminProduct | null): VariantPlan {
  const plan: VariantPlan = { variants: [], skipped: [] };
  const known = new Map(base?.variants.map((variant) => [keyOfVariant(variant), variant]));
  for (const color_id of draft.colors) {
    for (const size_id of draft.sizes) {
      const key = cellKey(color_id, size_id);
      const cell = draft.cells[key] ?? EMPTY_CELL;
      const there = known.get(key);
      if (cell.isOff) continue;
      const [price, stock_quantity] = [typedNumber(cell.price), typedNumber(cell.stock)];
      const isSoldOut = there !== undefined && cell.stock.trim() !== '' && stock_quantity === 0;
      if (price > 0 && (stock_quantity > 0 || isSoldOut)) {
        plan.variants.push({ color_id, size_id, price, stock_quantity, stock_was: there?.stock_quantity });
        continue;
      }
      if (there) {
        const { price: before, stock_quantity: stock } = there;
        plan.variants.push({ color_id, size_id, price: before, stock_quantity: stock, stock_was: stock });
      }
      const isTouched = there ? !isSameCell(cell, cellOfVariant(there)) : cell.price !== '' || cell.stock !== '';
      if (isTouched) plan.skipped.push({ key, isKept: there !== undefined });
    }
  }
  return plan;
}

const isSameCell = (one: DraftCell, other: DraftCell) => one.price === other.price && one.stock === other.stock;
