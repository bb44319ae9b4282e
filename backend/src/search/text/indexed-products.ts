import type { Columns } from './columns.js';
import type { Meaning } from './meaning.js';
import type { NameWords } from './name-words.js';
import type { Posting } from './postings.js';
import type { Brands } from './query/brands.js';
import type { Scratch } from './rows/scratch.js';

/** The products in memory as queries read them: the read-only part of `WordIndex`. */
export interface IndexedProducts {
  readonly columns: Columns;
  readonly brands: Brands;
  readonly scratch: Scratch;
  readonly names: NameWords;
  /** The number of products. */
  readonly size: number;
  having(meaning: Meaning): Posting | undefined;
  named(word: string): Posting | undefined;
  describedBy(word: string): Posting | undefined;
  writtenAs(word: string): Posting | undefined;
  highAs(height: number): Posting | undefined;
}
