import type { Columns } from './rows/columns.js';
import type { NameWords } from './rows/name-words.js';
import type { ProductPostings } from './rows/product-postings.js';
import type { Brands } from './query/brands.js';
import type { Scratch } from './rows/scratch.js';

/** The products in memory as queries read them: the read-only part of `WordIndex`. */
export interface IndexedProducts {
  readonly columns: Columns;
  readonly brands: Brands;
  readonly scratch: Scratch;
  readonly names: NameWords;
  readonly postings: ProductPostings;
  /** The number of products. */
  readonly size: number;
}
