import type { Vnd } from '../../contract/rules.js';
import type { CutName } from '../../../../demo/drawing/cuts.js';
import type { Cloth } from '../../../../demo/drawing/cloth/garment.js';
import type { DemoColor, SizeRun } from './colors-and-sizes.js';
import type { BrandKey, CategoryKey } from './taxonomy.js';

/** A product of the demo shop as a person wrote it; its purchases and reviews are generated from a seed. */
export interface DemoProduct {
  name: string;
  category: CategoryKey;
  brand: BrandKey;
  price: Vnd;
  /** The previous price, shown struck through. */
  oldPrice?: Vnd;
  /** A few sentences about cloth, fit and care. */
  description: string;
  cut: CutName;
  /** Its cloth; each of the colours becomes its base. */
  cloth: Omit<Cloth, 'base'>;
  /** The first colour is the one in the picture. */
  colors: readonly [DemoColor, ...DemoColor[]];
  /** Without sizes the product has no variants. */
  sizes?: SizeRun;
}

/** A product with its generated stock. */
export interface StockedProduct extends DemoProduct {
  createdAt: Date;
  countInStock: number;
  variants: { color: DemoColor; size: string; price: Vnd; stock: number }[];
}

/** Adds their common category to products. */
export const inCategory = (category: CategoryKey, products: readonly Omit<DemoProduct, 'category'>[]): DemoProduct[] =>
  products.map((product) => ({ ...product, category }));
