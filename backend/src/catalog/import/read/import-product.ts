import { MAX_PRODUCT_NAME, MAX_STOCK, MAX_VND, formatNumber, type Vnd } from '../../../contract/rules.js';
import type { NamedSizeTable } from '../../../contract/catalog/size-rules.js';

/** A product read from a file. */
export interface ImportProduct {
  /** Identifies the product when it is imported again. */
  handle: string;
  name: string;
  /** Plain text. */
  description: string;
  brand: string | null;
  category: string | null;
  price: Vnd;
  oldPrice: Vnd | null;
  /** For a product without variants. */
  stock: number;
  hasVariants: boolean;
  variants: ImportVariant[];
  /** Files of the pictures folder, or URLs, in order. */
  pictures: string[];
  /** The name of the colour that each of `pictures` shows, null for none; those of which the file says nothing are left out. */
  pictureColors: Map<string, string | null>;
  /** True when the shop shows it; null when the file does not say. */
  isPublished: boolean | null;
  /** About cloth and fit; undefined when the file does not say. */
  fit: ImportFit;
  /** What the file has no column for: the shop keeps its own. A new product gets what the fields above have. */
  unstated: ReadonlySet<Unstated>;
  /** The line on which it begins in the file. */
  line: number;
}

/** Parts of a product that a file may leave out. `options` are the columns that tell its variants apart. */
export type Unstated = 'description' | 'brand' | 'category' | 'oldPrice' | 'stock' | 'sku' | 'options';

/** What a file says of a product's cloth, model and size tables. */
export interface ImportFit {
  material?: string;
  care?: string;
  modelHeight?: number | null;
  modelSize?: string;
  /** The product's own one; null removes it. */
  sizeTable?: NamedSizeTable | null;
  /** Its category's. */
  categorySizeTable?: NamedSizeTable;
}

export interface ImportVariant {
  color: string;
  /** `#rrggbb` for a colour that the shop does not have yet; null when the file does not say. */
  hex: string | null;
  size: string;
  sku: string;
  price: Vnd;
  stock: number;
}

/** A problem of a file. With an error nothing is imported; a warning is only reported. */
export interface ImportNote {
  kind: 'error' | 'warning';
  line: number;
  /** The column heading; null when the whole line is concerned. */
  column: string | null;
  /** A Vietnamese sentence. */
  message: string;
}

/** Receives notes. Reading continues, so that one run reports them all. */
export type ReportNote = (note: ImportNote) => void;

/** What is wrong with a file. One that was checked before it was written may have changed since, or the shop has. */
export class ImportError extends Error {
  constructor(
    readonly file: string,
    readonly notes: ImportNote[],
  ) {
    super(notes.map((note) => placed(file, note)).join('\n'));
  }
}

/** `products.csv:12: Variant Price: …` */
export const placed = (file: string, { line, column, message }: ImportNote): string =>
  [`${file}:${line}`, ...(column === null ? [] : [column]), message].join(': ');

/** The longest name, in characters: of products, handles, brands, categories and options. */
export const MAX_NAME = MAX_PRODUCT_NAME;

/** Parses a price: whole đồng, also as `199000.00`. @returns the price, or a sentence that states the error */
export function readPrice(text: string): Vnd | string {
  if (text === '') return 'Thiếu giá.';
  const quoted = `“${text.slice(0, 40)}”`;
  if (/^-\d/.test(text)) return `Giá ${quoted} không được âm.`;
  // "100.000" may be a hundred thousand as Vietnamese write it, or a hundred with three decimals.
  if (/^\d{1,3}([.,]\d{3})+$/.test(text)) return `Giá ${quoted} không rõ ràng: hãy viết liền các chữ số, như 199000.`;
  if (/^\d+[.,]\d+$/.test(text) && !/^\d+\.0{1,2}$/.test(text)) return `Giá ${quoted} phải là số nguyên đồng.`;
  if (!/^\d+(\.0{1,2})?$/.test(text)) return `Giá ${quoted} không phải là số.`;
  const price = Number(text);
  return price <= MAX_VND ? price : `Giá ${quoted} quá lớn.`;
}

/** Parses a stock, negative when more pieces were sold than existed. @returns the stock, or a sentence that states the error */
export function readStock(text: string): number | string {
  if (text === '') return 0;
  const quoted = `“${text.slice(0, 40)}”`;
  if (!/^-?\d+$/.test(text)) return `Tồn kho ${quoted} phải là số nguyên.`;
  const stock = Number(text);
  return stock <= MAX_STOCK ? Math.max(stock, -MAX_STOCK) : `Tồn kho ${quoted} vượt quá ${formatNumber(MAX_STOCK)}.`;
}
