import type { Columns } from './columns.js';
import type { NameWords } from './name-words.js';
import type { ProductPostings } from './product-postings.js';
import type { Brands } from './brands.js';
import type { Scratch } from './scratch.js';

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
