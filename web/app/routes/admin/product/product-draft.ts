import type { Variant } from 'contract/catalog/catalog';
import type { AdminProduct } from 'contract/catalog/products';
import { draftOfTable, tableErrors, type SizeTableDraft } from '~/features/size-table/size-table-draft';

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

/** Names a cell of the table of variants. */
export const cellKey = (color: number, size: number) => `${color}-${size}`;
/** The `cellKey` of a variant. */
export const keyOfVariant = ({ color, size }: Variant) => cellKey(color.id, size.id);

/** How many shoppers wait for the stock of each variant, by `cellKey`. */
export function waitingByCell({ stock_alerts: alerts, variants }: AdminProduct): Record<string, number> {
  return Object.fromEntries(
    variants.flatMap((each) => {
      const waiting = alerts.find(({ variant }) => variant === each.id)?.waiting;
      return waiting ? [[keyOfVariant(each), waiting]] : [];
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
    cells: Object.fromEntries(variants.map((variant) => [keyOfVariant(variant), cellOfVariant(variant)])),
  };
}

const pictureOf = ({ image, color, color_source }: AdminProduct['pictures'][number]): DraftPicture => ({
  address: image,
  color: color_source === 'owner' ? String(color ?? 0) : '',
  guess: (color_source === 'engine' && color) || undefined,
});

const text = (value: number | null | undefined) => (value === null || value === undefined ? '' : String(value));
/** The input that stands for a variant. */
export const cellOfVariant = ({ price, stock_quantity }: Variant): DraftCell => ({
  price: text(price),
  stock: text(stock_quantity),
});

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

/** True when the draft's own size table has a wrong cell: the form points it out, and sends nothing. */
export const hasWrongTable = ({ hasOwnTable, sizeTable }: ProductDraft) =>
  hasOwnTable && sizeTable !== null && Object.keys(tableErrors(sizeTable)).length > 0;
