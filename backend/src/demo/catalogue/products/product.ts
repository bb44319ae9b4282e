import type { Vnd } from '../../../contract/rules.js';
import type { CutName } from '../../../../../demo/drawing/cuts.js';
import type { Cloth } from '../../../../../demo/drawing/garment.js';
import type { DemoColor, SizeRun } from '../colors-and-sizes.js';
import type { BrandKey, CategoryKey } from '../taxonomy.js';

/** A product of the demo shop as it is written down; what is bought and said of it is made up from a seed. */
export interface DemoProduct {
  name: string;
  category: CategoryKey;
  brand: BrandKey;
  price: Vnd;
  /** The price before; shown struck through. */
  oldPrice?: Vnd;
  /** A few sentences: cloth, fit, care. */
  description: string;
  cut: CutName;
  /** Its cloth; the base is each of the colours in turn. */
  cloth: Omit<Cloth, 'base'>;
  /** The first one is the one in the picture. */
  colors: readonly [DemoColor, ...DemoColor[]];
  /** None: the product has no variants. */
  sizes?: SizeRun;
}

/** The products of one category, which need not say it each time. */
export const inCategory = (category: CategoryKey, products: readonly Omit<DemoProduct, 'category'>[]): DemoProduct[] =>
  products.map((product) => ({ ...product, category }));
