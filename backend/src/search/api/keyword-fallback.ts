import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { CatalogReads } from '../../catalog/products/reads/catalog-reads.js';
import type { Chip } from '../../contract/chips.js';
import type { ListProduct, ProductPage } from '../../contract/catalog.js';
import { readProducts } from '../index/search-documents.sql.js';
import { hitsOf, type Hit } from '../worker/fusion.js';
import { parseQuery } from '../text/query/parse-query.js';
import { WordIndex, type Understanding } from '../text/word-index.js';

/** So many of what the keywords find are looked at for those that cost what was asked for, and so many of these are compared. */
const LOOKED_AT = 100;
const COMPARED = 40;
/** Nobody looked at the picture, or nothing in these products knows one of the words: the rest alone is never a good match. */
const MAX_UNSEEN = 60;

/**
 * Serves while the worker does not: the keyword search finds products, and each is compared with the whole of what was
 * asked for, as the worker does with all products.
 */
@Injectable()
export class KeywordFallback {
  /** Of a shop without products: it knows the language, and nothing else. */
  private readonly language = new WordIndex();

  constructor(
    private readonly reads: CatalogReads,
    @InjectDataSource() private readonly db: DataSource,
  ) {}

  /** @param hasPicture whether a picture was shown, too, at which nothing looks here */
  async search(text: string, limit: number, hasPicture: boolean): Promise<{ hits: Hit[]; understood: Chip[] }> {
    if (!text) return { hits: [], understood: [] };
    const { chips, price } = parseQuery(text, this.language);
    const labels = (...kinds: Chip['kind'][]) =>
      kinds.flatMap((kind) => chips.filter((chip) => chip.kind === kind).map(({ label }) => label)).join(' ');
    const isAffordable = ({ min_price }: ListProduct) =>
      !price || (min_price >= (price.min ?? 0) && min_price <= (price.max ?? Infinity));
    const found = new Set<number>();
    // A sentence that few products have all the words of is asked by what it is about, too.
    for (const keyword of new Set([withoutNumbers(text, chips), labels('type', 'color'), labels('type')])) {
      if (!keyword || found.size >= limit) continue;
      for (const { id } of (await this.find(keyword)).filter(isAffordable)) found.add(id);
    }
    return this.compare(text, [...found].slice(0, COMPARED), limit, hasPicture);
  }

  private async find(keyword: string): Promise<ListProduct[]> {
    const { json } = await this.reads.list({ keyword, page: 1, page_size: LOOKED_AT });
    return (JSON.parse(json) as ProductPage).results;
  }

  /** How well each fits all that was asked for, the best first; of those as good, in the order in which they were found. */
  private async compare(text: string, found: number[], limit: number, hasPicture: boolean) {
    const index = new WordIndex();
    for (const { id, facts } of await readProducts(this.db, found)) index.set(id, facts);
    const asked = parseQuery(text, index);
    const most = hasPicture || asked.unknown > 0 ? MAX_UNSEEN : 100;
    const matches = found.map((id) => matchOf(index, asked, id, most)).sort((one, other) => other.score - one.score);
    return { hits: hitsOf(matches.slice(0, limit)), understood: asked.chips };
  }
}

/** A product of which nothing that was asked for is known fits as little as can be said. */
function matchOf(index: WordIndex, asked: Understanding, id: number, most: number) {
  const { score, percent, reasons, disagrees } = index.match(asked, id) ?? {
    score: 0,
    percent: 1,
    reasons: [],
    disagrees: [],
  };
  return { id, score, percent: Math.min(percent, most), reasons, disagrees };
}

/** A text without what it says of prices, which no product's name has. */
function withoutNumbers(text: string, chips: Chip[]): string {
  const prices = chips.filter(({ kind, start, end }) => kind === 'price' && start !== undefined && end !== undefined);
  const kept = prices.reduceRight((rest, { start, end }) => `${rest.slice(0, start)} ${rest.slice(end)}`, text);
  return kept.trim();
}
