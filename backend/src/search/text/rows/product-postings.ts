import { meaningNumber } from '../lexicon/meanings.js';
import type { Meaning } from '../lexicon/meaning.js';
import { CERTAINTY, FIELD_BITS } from '../products/codes.js';
import type { ProductReading } from '../products/product-reading.js';
import type { VariantFacts } from './list-facts.js';
import { InvertedIndex, type PostingList, type PostingDump } from './postings.js';
import { unionOf, type RowUnion } from './row-sets.js';

/** A piece of the postings as saved: the number of the kind, and some of its keys. */
export interface PostingsPiece {
  postings: number;
  piece: [unknown, PostingDump][];
}

/** Whether a variant is in stock. */
export const VARIANT_STOCK = { none: 1, some: 2 } as const;

/** Ids of colours are below 2^31, so that a key is a safe integer while ids of sizes are below this. */
const MAX_SIZE_ID = 2 ** 22;
const variantKey = (color: number, size: number) => color * MAX_SIZE_ID + size;

/** A word of names, folded and, where it was written with tones, tone last. */
export interface NameWord {
  folded: string;
  toned: string | null;
}

/** The rows of products by what queries and filters look for. */
export class ProductPostings {
  /** By the meaning's number, with one of `CERTAINTY`. */
  private readonly meanings = new InvertedIndex<number>();
  /** By folded word, with bits of `FIELD_BITS`. */
  private readonly words = new InvertedIndex<string>();
  /** Words of the descriptions alone. */
  private readonly described = new InvertedIndex<string>();
  private readonly toned = new InvertedIndex<string>();
  private readonly heights = new InvertedIndex<number>();
  private readonly rareSizes = new InvertedIndex<string>();
  /** By colour and size, see `variantKey`, with one of `VARIANT_STOCK`. */
  private readonly variants = new InvertedIndex<number>();

  private readonly kinds = [
    this.meanings,
    this.words,
    this.described,
    this.toned,
    this.heights,
    this.rareSizes,
    this.variants,
  ];

  get bytes(): number {
    return this.kinds.reduce((sum, postings) => sum + postings.bytes, 0);
  }

  /** @param row higher than all previous rows */
  push(row: number, product: ProductReading, variants: readonly VariantFacts[]): void {
    for (const [number, certainty] of product.meanings) this.meanings.push(number, row, certainty);
    for (const [word, fields] of product.words) {
      (fields === FIELD_BITS.description ? this.described : this.words).push(word, row, fields);
    }
    for (const word of product.toned) this.toned.push(word, row, 1);
    for (const height of new Set(product.heights)) this.heights.push(height, row, CERTAINTY.named);
    for (const size of new Set(product.rareSizes)) this.rareSizes.push(size, row, CERTAINTY.named);
    for (const { color, size, in_stock: isInStock } of variants) {
      this.variants.push(variantKey(color, size), row, isInStock ? VARIANT_STOCK.some : VARIANT_STOCK.none);
    }
  }

  ofMeaning(meaning: Meaning): PostingList | undefined {
    return this.meanings.get(meaningNumber(meaning));
  }

  /** The rows that have one of the meanings, with any certainty. */
  ofAnyMeaning(meanings: readonly Meaning[]): RowUnion {
    return unionOf(meanings.map((meaning) => this.ofMeaning(meaning)));
  }

  /** @param word folded, from any text but the description */
  ofWord(word: string): PostingList | undefined {
    return this.words.get(word);
  }

  /** @param word folded, from the description alone */
  ofDescribedWord(word: string): PostingList | undefined {
    return this.described.get(word);
  }

  /** @param word of the name as written, tone last */
  ofTonedWord(word: string): PostingList | undefined {
    return this.toned.get(word);
  }

  /** @param height of heels, in centimetres */
  ofHeight(height: number): PostingList | undefined {
    return this.heights.get(height);
  }

  /** @param size as `rareSizeOf` writes it */
  ofRareSize(size: string): PostingList | undefined {
    return this.rareSizes.get(size);
  }

  /** One posting for each rare size but these. @param sizes as `rareSizeOf` writes them */
  ofOtherRareSizes(sizes: readonly string[]): PostingList[] {
    return this.rareSizes.where((size) => !sizes.includes(size));
  }

  /** One posting for each pair of one of these colours and one of these sizes. @param colors ids; empty for any @param sizes likewise */
  ofVariants(colors: readonly number[], sizes: readonly number[]): PostingList[] {
    return this.variants.where((key) => {
      const [color, size] = [Math.floor(key / MAX_SIZE_ID), key % MAX_SIZE_ID];
      return (colors.length === 0 || colors.includes(color)) && (sizes.length === 0 || sizes.includes(size));
    });
  }

  /** Whether more than one name has the word with exactly these tones. @param word tone last */
  isWritten(word: string): boolean {
    return (this.toned.get(word)?.length ?? 0) > 1;
  }

  hasWord(word: string): boolean {
    return this.words.get(word) !== undefined || this.described.get(word) !== undefined;
  }

  /** An upper bound of the products whose names have all these words as written: the count of the rarest word. */
  namesWith(words: readonly NameWord[]): number {
    return Math.min(...words.map(({ toned, folded }) => this.toned.get(toned ?? folded)?.length ?? 0));
  }

  /** How many products have each folded word, and each word as written. */
  vocabulary(): { folded: Map<string, number>; toned: Map<string, number> } {
    return { folded: this.words.counts(isWord), toned: this.toned.counts(isWord) };
  }

  /** Its contents in pieces of some megabytes, for `restore`. */
  *dump(): Generator<PostingsPiece> {
    for (const [kind, postings] of this.kinds.entries()) {
      for (const piece of postings.dump()) yield { postings: kind, piece };
    }
  }

  /** Adds a piece. */
  restore({ postings, piece }: PostingsPiece): void {
    // The keys are texts or numbers, as they were dumped.
    (this.kinds[postings] as InvertedIndex<unknown> | undefined)?.restore(piece);
  }

  clear(): void {
    for (const postings of this.kinds) postings.clear();
  }

  /** Gives the rows new numbers and removes those without one. */
  renumber(numbers: Int32Array): void {
    for (const postings of this.kinds) postings.renumber(numbers);
  }
}

/** Leaves out article codes, which are no spelling suggestions. */
const isWord = (word: string) => !/\d/.test(word);
