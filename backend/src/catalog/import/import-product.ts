import { MAX_VND, type Vnd } from '../../contract/rules.js';

/** A product as a file gives it. */
export interface ImportProduct {
  /** What it is recognised by when it is imported again. */
  handle: string;
  name: string;
  /** Plain text. */
  description: string;
  brand: string | null;
  category: string | null;
  price: Vnd;
  oldPrice: Vnd | null;
  /** Of a product without variants. */
  stock: number;
  variants: ImportVariant[];
  /** Files of the pictures folder, or addresses, in their order. */
  pictures: string[];
  /** Where it begins in the file. */
  line: number;
}

export interface ImportVariant {
  color: string | null;
  size: string | null;
  sku: string;
  price: Vnd;
  stock: number;
}

/** Something in a file that keeps it from being imported. */
export interface Problem {
  line: number;
  message: string;
}

/** Reports a problem; reading goes on, so that one run tells them all. */
export type Report = (line: number, message: string) => void;

/** A file that was not imported. Nothing was changed. */
export class ImportError extends Error {
  constructor(
    readonly file: string,
    readonly problems: Problem[],
  ) {
    super(problems.map(({ line, message }) => `${file}:${line}: ${message}`).join('\n'));
  }
}

export const MAX_NAME = 255;
export const MAX_DESCRIPTION = 20_000;
const MAX_STOCK = 1_000_000;

/** A whole number of đồng; `199000.00` is one too. Undefined when the text is none. */
export function readPrice(text: string): Vnd | undefined {
  const price = /^\d{1,16}(\.0+)?$/.test(text) ? Number(text) : NaN;
  return price <= MAX_VND ? price : undefined;
}

/** Pieces in stock; Shopify writes what was sold beyond it as a negative number. Undefined when the text is none. */
export function readStock(text: string): number | undefined {
  const stock = /^-?\d{1,9}$/.test(text) ? Number(text) : NaN;
  return stock <= MAX_STOCK ? Math.max(0, stock) : undefined;
}
