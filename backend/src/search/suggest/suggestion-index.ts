import type { Pool } from 'pg';
import { MAX_SUGGESTED, type Suggestions } from '../../contract/search/suggestions.js';
import type { ProductFacts } from '../text/products/product-facts.js';
import type { WordIndex } from '../text/word-index.js';
import { detailQueries, typeQueries, type QueryOffer } from './lexicon-queries.js';
import type { PopularQuery } from './popular-queries.js';
import { productsWith } from './products.js';
import { Titles } from './titles.js';
import { matchInOrder, readTyped, type TypedWord } from './typed-words.js';
import { WordList } from './word-list.js';

/** `Suggestions` with ids instead of products. */
export interface SuggestionHits extends Omit<Suggestions, 'products'> {
  /** Ids of products. */
  products: number[];
}

/** Builds suggestions from the words of the products in memory. */
export class SuggestionIndex {
  private readonly list = new WordList();
  private titles = Titles.none;

  constructor(private readonly index: WordIndex) {}

  /** Reads the brands and categories. */
  async open(pool: Pool): Promise<void> {
    this.titles = await Titles.open(pool);
  }

  /** The words of the products, for `restore`. */
  dump(): ReturnType<WordList['dump']> {
    return this.list.dump();
  }

  restore(words: ReturnType<WordList['dump']>): void {
    this.list.restore(words);
  }

  /** Adds the words of a product that was indexed. */
  learn(facts: ProductFacts): void {
    this.list.learn(facts);
  }

  /** @param popular keywords, most searched first */
  suggest(text: string, popular: readonly PopularQuery[]): SuggestionHits {
    const words = readTyped(text, this.list);
    if (words.length === 0) return { queries: this.mostSearched(popular), categories: [], brands: [], products: [] };
    const { cells } = this.index;
    return {
      queries: this.queries(text, words, popular),
      categories: this.titles.find('categories', words, cells, MAX_SUGGESTED.categories),
      brands: this.titles.find('brands', words, cells, MAX_SUGGESTED.brands),
      products: productsWith(words, this.index, this.list, MAX_SUGGESTED.products),
    };
  }

  private mostSearched(popular: readonly PopularQuery[]): string[] {
    return popular.slice(0, MAX_SUGGESTED.queries).map(({ text }) => text);
  }

  private queries(typed: string, words: readonly TypedWord[], popular: readonly PopularQuery[]): string[] {
    const searched = popular.flatMap((query): QueryOffer[] => {
      const match = matchInOrder(words, query.words);
      return match > 0 ? [{ text: query.text, words: query.words, match, weight: query.searches }] : [];
    });
    searched.sort((a, b) => b.match - a.match || b.weight - a.weight);
    const chosen = new Map<string, string>();
    const asTyped = typed.trim().toLowerCase().normalize('NFC');
    const choose = (offers: readonly QueryOffer[]) => {
      for (const { text, words: own } of offers) {
        const key = own.map(({ folded }) => folded).join(' ');
        if (chosen.size < MAX_SUGGESTED.queries && text !== asTyped && !chosen.has(key)) chosen.set(key, text);
      }
    };
    // Best match first; among equals, searched keywords come before types.
    const types = typeQueries(words, this.index);
    choose([...searched, ...types].sort((a, b) => b.match - a.match));
    if (chosen.size < MAX_SUGGESTED.queries) choose(detailQueries(words, this.index, MAX_SUGGESTED.queries));
    return [...chosen.values()];
  }
}
