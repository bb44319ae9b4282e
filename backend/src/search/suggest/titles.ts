import type { Pool } from 'pg';
import type { SuggestedTitle } from '../../contract/search/suggestions.js';
import type { FacetCells } from '../text/rows/facet-cells.js';
import { readTitles } from './suggestions.sql.js';
import { matchInOrder, offeredWords, type OfferedWord, type TypedWord } from './typed-words.js';

type Taxonomy = 'categories' | 'brands';

interface Title extends SuggestedTitle {
  words: readonly OfferedWord[];
}

/** The titles of categories and brands. When one of them changes, all are reloaded. */
export class Titles {
  private constructor(private readonly all: Record<Taxonomy, readonly Title[]>) {}

  static readonly none = new Titles({ categories: [], brands: [] });

  static async open(pool: Pool): Promise<Titles> {
    const withWords = async (taxonomy: Taxonomy) =>
      (await readTitles(pool, taxonomy)).map((one) => ({ ...one, words: offeredWords(one.title) }));
    return new Titles({ categories: await withWords('categories'), brands: await withWords('brands') });
  }

  /** Matching titles that have products in the shop: best match first, then most products. */
  find(taxonomy: Taxonomy, words: readonly TypedWord[], cells: FacetCells, count: number): SuggestedTitle[] {
    const matching = this.all[taxonomy].flatMap((title) => {
      const match = matchInOrder(words, title.words);
      return match > 0 ? [{ ...title, match }] : [];
    });
    if (matching.length === 0) return [];
    const products = productsOf(cells, taxonomy);
    return matching
      .filter(({ id }) => products.has(id))
      .sort((a, b) => b.match - a.match || (products.get(b.id) ?? 0) - (products.get(a.id) ?? 0))
      .slice(0, count)
      .map(({ id, title }) => ({ id, title }));
  }
}

/** The number of products in the shop, by id of the category or brand. */
function productsOf(cells: FacetCells, taxonomy: Taxonomy): Map<number, number> {
  const counts = new Map<number, number>();
  for (let cell = 0; cell < cells.length; cell++) {
    const products = cells.products[cell] ?? 0;
    const id = cells[taxonomy][cell] ?? 0;
    if (products > 0) counts.set(id, (counts.get(id) ?? 0) + products);
  }
  return counts;
}
