import type { Pool } from 'pg';
import type { SuggestedTitle } from '../../contract/suggestions.js';
import type { Columns } from '../text/columns.js';
import { HAS } from '../text/columns.js';
import { readTitles } from './suggestions.sql.js';
import { fitOfText, offeredWords, type OfferedWord, type TypedWord } from './typed-words.js';

type Taxonomy = 'categories' | 'brands';

interface Title extends SuggestedTitle {
  words: readonly OfferedWord[];
}

const COLUMN = { categories: 'categoryIds', brands: 'brandIds' } as const;

/** The titles of categories and brands. A change of one of them has everything read again. */
export class Titles {
  private counts: Record<Taxonomy, Map<number, number>> | null = null;

  private constructor(private readonly all: Record<Taxonomy, readonly Title[]>) {}

  static readonly none = new Titles({ categories: [], brands: [] });

  static async open(pool: Pool): Promise<Titles> {
    const withWords = async (taxonomy: Taxonomy) =>
      (await readTitles(pool, taxonomy)).map((one) => ({ ...one, words: offeredWords(one.title) }));
    return new Titles({ categories: await withWords('categories'), brands: await withWords('brands') });
  }

  /** Products have changed. */
  recount(): void {
    this.counts = null;
  }

  /** Those of which the shop has products: what fits best first, of those what has most products. */
  find(taxonomy: Taxonomy, words: readonly TypedWord[], columns: Columns, count: number): SuggestedTitle[] {
    const fitting = this.all[taxonomy].flatMap((title) => {
      const fit = fitOfText(words, title.words);
      return fit > 0 ? [{ ...title, fit }] : [];
    });
    if (fitting.length === 0) return [];
    this.counts ??= { categories: countsOf(columns, 'categories'), brands: countsOf(columns, 'brands') };
    const products = this.counts[taxonomy];
    return fitting
      .filter(({ id }) => products.has(id))
      .sort((a, b) => b.fit - a.fit || (products.get(b.id) ?? 0) - (products.get(a.id) ?? 0))
      .slice(0, count)
      .map(({ id, title }) => ({ id, title }));
  }
}

function countsOf(columns: Columns, taxonomy: Taxonomy): Map<number, number> {
  const counts = new Map<number, number>();
  const ids = columns[COLUMN[taxonomy]];
  for (let row = 0; row < columns.length; row++) {
    if (!((columns.flags[row] ?? 0) & HAS.life)) continue;
    const id = ids[row] ?? 0;
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}
