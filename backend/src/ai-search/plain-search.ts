import { Injectable } from '@nestjs/common';
import { CatalogReads } from '../catalog/catalog-reads.js';
import { foldVi, wordsOf } from '../catalog/fold.js';
import type { Chip } from '../contract/ai-search.js';
import type { ListProduct, ProductPage } from '../contract/catalog.js';
import type { Hit } from './fusion.js';
import { understand } from './words/understand.js';
import { WordIndex } from './words/word-index.js';

/** So many are looked at for those that cost what was asked for. */
const LOOKED_AT = 100;

/**
 * What serves while the worker does not: the shop's keyword search, with what a sentence says of the price held against the
 * products' prices.
 */
@Injectable()
export class PlainSearch {
  /** Of a shop without products: it knows the language, and nothing else. */
  private readonly language = new WordIndex();

  constructor(private readonly reads: CatalogReads) {}

  async search(text: string, limit: number): Promise<{ hits: Hit[]; understood: Chip[] }> {
    if (!text) return { hits: [], understood: [] };
    const { chips, price } = understand(text, this.language);
    const types = chips.filter(({ kind }) => kind === 'type').map(({ label }) => label);
    const isAffordable = ({ min_price }: ListProduct) =>
      !price || (min_price >= (price.min ?? 0) && min_price <= (price.max ?? Infinity));
    // A sentence that no product has all the words of is asked by what it is about.
    for (const keyword of [withoutNumbers(text, chips), types.join(' ')]) {
      const found = keyword ? (await this.find(keyword)).filter(isAffordable) : [];
      if (found.length > 0)
        return {
          hits: byShare(found, keyword).slice(0, limit),
          understood: chips.filter(({ kind }) => kind === 'type' || kind === 'price'),
        };
    }
    return { hits: [], understood: [] };
  }

  private async find(keyword: string): Promise<ListProduct[]> {
    const { json } = await this.reads.list({ keyword, page: 1, page_size: LOOKED_AT });
    return (JSON.parse(json) as ProductPage).results;
  }
}

/** A text without what it says of prices, which no product's name has. */
function withoutNumbers(text: string, chips: Chip[]): string {
  const prices = chips.filter(({ kind, start, end }) => kind === 'price' && start !== undefined && end !== undefined);
  const kept = prices.reduceRight((rest, { start, end }) => `${rest.slice(0, start)} ${rest.slice(end)}`, text);
  return kept.trim();
}

/** What is known of how well they fit: how many of the words their names have. Those with more come first. */
function byShare(products: ListProduct[], keyword: string): Hit[] {
  const words = wordsOf(foldVi(keyword));
  const hits = products.map(({ id, name }) => {
    const has = new Set(wordsOf(foldVi(name)));
    const share = words.filter((word) => has.has(word)).length / words.length;
    return { id, percent: Math.max(1, Math.round(100 * share)), reasons: share > 0 ? ['trùng từ khoá'] : [] };
  });
  return hits.sort((a, b) => b.percent - a.percent);
}
