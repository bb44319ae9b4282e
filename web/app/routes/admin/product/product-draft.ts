import type { Variant } from 'contract/catalog/catalog';
import type { AdminProduct, SaveVariants } from 'contract/catalog/products';
import { bodyOfTable, draftOfTable, tableErrors, type SizeTableDraft } from '~/features/size-table/size-table-draft';
import { typedNumber, withoutSeparators } from '~/components/form/typed-number';

/** A picture in the form: a saved one by its URL, or a file to upload. */
export interface DraftPicture {
  address: string;
  file?: File;
  /** The owner's choice: the id of the colour that it shows, `0` for none; empty while the owner leaves it open. */
  color: string;
  /** The id of the colour that the picture engine sees in it. */
  guess?: number;
}

/** The input for one variant. */
export interface DraftCell {
  price: string;
  stock: string;
  /** Removed from the shop on save. */
  isOff?: boolean;
}

/** The state of the product form, with texts as typed. */
export interface ProductDraft {
  name: string;
  description: string;
  price: string;
  oldPrice: string;
  stock: string;
  brand: string;
  category: string;
  hasVariants: boolean;
  material: string;
  care: string;
  modelHeight: string;
  modelSize: string;
  /** Whether the product has a size table of its own; without one the category's is shown. */
  hasOwnTable: boolean;
  /** Kept while it is switched off. */
  sizeTable: SizeTableDraft | null;
  pictures: DraftPicture[];
  colors: number[];
  sizes: number[];
  /** By `cellKey`. */
  cells: Record<string, DraftCell>;
}

export const cellKey = (color: number, size: number) => `${color}-${size}`;
const keyOf = ({ color, size }: Variant) => cellKey(color.id, size.id);

/** How many shoppers wait for the stock of each variant, by `cellKey`. */
export function waitingByCell({ stock_alerts: alerts, variants }: AdminProduct): Record<string, number> {
  return Object.fromEntries(
    variants.flatMap((each) => {
      const waiting = alerts.find(({ variant }) => variant === each.id)?.waiting;
      return waiting ? [[keyOf(each), waiting]] : [];
    }),
  );
}

/** How many shoppers wait for the stock of a product without variants. */
export const waitingForProduct = ({ stock_alerts: alerts }: AdminProduct): number =>
  alerts.find(({ variant }) => variant === null)?.waiting ?? 0;

export const EMPTY_CELL: DraftCell = { price: '', stock: '' };

/** @returns the draft of a product, empty for a new one */
export function draftOf(product: AdminProduct | null): ProductDraft {
  const variants = product?.variants ?? [];
  return {
    name: product?.name ?? '',
    description: product?.description ?? '',
    price: text(product?.price),
    oldPrice: text(product?.oldPrice),
    stock: product && !product.has_variants ? text(product.countInStock) : '',
    brand: text(product?.brand),
    category: text(product?.category),
    hasVariants: product?.has_variants ?? false,
    pictures: (product?.pictures ?? []).map(pictureOf),
    material: product?.material ?? '',
    care: product?.care ?? '',
    modelHeight: text(product?.model_height),
    modelSize: product?.model_size ?? '',
    hasOwnTable: Boolean(product?.size_table),
    sizeTable: draftOfTable(product?.size_table ?? null),
    colors: [...new Set(variants.map(({ color }) => color.id))],
    sizes: [...new Set(variants.map(({ size }) => size.id))],
    cells: Object.fromEntries(variants.map((variant) => [keyOf(variant), cellOf(variant)])),
  };
}

const pictureOf = ({ image, color, color_source }: AdminProduct['pictures'][number]): DraftPicture => ({
  address: image,
  color: color_source === 'owner' ? String(color ?? 0) : '',
  guess: (color_source === 'engine' && color) || undefined,
});

const text = (value: number | null | undefined) => (value === null || value === undefined ? '' : String(value));
const cellOf = ({ price, stock_quantity }: Variant): DraftCell => ({ price: text(price), stock: text(stock_quantity) });

/**
 * Continues a draft of one edit on top of somebody else's: the saved pictures that the other removed are gone, and a stock that the draft
 * leaves as it was is the one of now, so that stock sold meanwhile stays sold.
 */
export function rebasedDraft(draft: ProductDraft, before: AdminProduct, after: AdminProduct): ProductDraft {
  const [was, now] = [draftOf(before), draftOf(after)];
  const cells = Object.entries(draft.cells).map(([key, cell]) => {
    const isLeft = cell.stock === was.cells[key]?.stock;
    return [key, isLeft ? { ...cell, stock: now.cells[key]?.stock ?? cell.stock } : cell] as const;
  });
  return {
    ...draft,
    pictures: draft.pictures.filter(({ address, file }) => file ?? after.images.includes(address)),
    stock: draft.stock === was.stock ? now.stock || draft.stock : draft.stock,
    cells: Object.fromEntries(cells),
  };
}

/** Whether two drafts are equal. Files are compared by URL. */
export const isSame = (one: ProductDraft, other: ProductDraft) => fingerprint(one) === fingerprint(other);
const fingerprint = ({ pictures, ...texts }: ProductDraft) =>
  JSON.stringify([pictures.map(({ address, color }) => [address, color]), texts]);

/**
 * The request that saves a draft. @param base the product that it is an edit of; `variants` as `planVariants` plans
 * them
 */
export function toFormData(
  draft: ProductDraft,
  base: AdminProduct | null,
  variants: SaveVariants['variants'],
): FormData {
  const form = new FormData();
  form.set('name', draft.name);
  form.set('description', draft.description);
  form.set('price', withoutSeparators(draft.price));
  form.set('oldPrice', withoutSeparators(draft.oldPrice));
  form.set('brand', draft.brand);
  form.set('category', draft.category);
  form.set('has_variants', String(draft.hasVariants));
  form.set('material', draft.material);
  form.set('care', draft.care);
  form.set('model_height', draft.modelHeight.trim());
  form.set('model_size', draft.modelSize);
  const table = changedTable(draft, base);
  if (table !== undefined) form.set('size_table', JSON.stringify(table));
  if (draft.hasVariants) form.set('variants', JSON.stringify(variants));
  else {
    form.set('countInStock', withoutSeparators(draft.stock));
    if (base && !base.has_variants) form.set('stock_was', String(base.countInStock));
  }
  if (base) form.set('version', String(base.version));
  form.set('pictures', draft.pictures.map(({ address, file }) => (file ? 'new' : address)).join());
  form.set('picture_colors', draft.pictures.map(({ color }) => color || '-').join());
  // The server takes the files in the order of the word `new`, those of `image` first.
  const files = draft.pictures.flatMap(({ file }) => file ?? []);
  files.forEach((file, nth) => form.append(nth === 0 ? 'image' : 'images', file));
  return form;
}

/** The size table to save; undefined when it is as it was. */
function changedTable(draft: ProductDraft, base: AdminProduct | null) {
  const own = draft.hasOwnTable ? draft.sizeTable : null;
  if (JSON.stringify(own) === JSON.stringify(draftOfTable(base?.size_table ?? null))) return undefined;
  return own && bodyOfTable(own);
}

/** True when the draft's own size table has a wrong cell: the form points it out, and sends nothing. */
export const hasWrongTable = ({ hasOwnTable, sizeTable }: ProductDraft) =>
  hasOwnTable && sizeTable !== null && Object.keys(tableErrors(sizeTable)).length > 0;

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
  const known = new Map(base?.variants.map((variant) => [keyOf(variant), variant]));
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
      const isTouched = there ? !isSameCell(cell, cellOf(there)) : cell.price !== '' || cell.stock !== '';
      if (isTouched) plan.skipped.push({ key, isKept: there !== undefined });
    }
  }
  return plan;
}

const isSameCell = (one: DraftCell, other: DraftCell) => one.price === other.price && one.stock === other.stock;
