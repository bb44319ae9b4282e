import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { CatalogReads } from '../../catalog/reads/catalog-reads.js';
import type { Chip } from '../../contract/catalog/chips.js';
import type { ListProduct, ProductPage } from '../../contract/catalog/catalog.js';
import { readProducts } from '../index/search-documents.sql.js';
import { hitsOf } from '../hybrid/fusion.js';
import type { Hit } from '../jobs/search-job.js';
import { parseQuery } from '../text/query/parse-query.js';
import type { ParsedQuery } from '../text/query/parsed-query.js';
import { WordIndex } from '../text/word-index.js';

/** How many keyword hits are filtered by price, and how many of these are ranked. */
const CANDIDATES = 100;
const COMPARED = 40;
/** The maximum percentage when the picture was not examined or a word is unknown: the rest alone is never a good match. */
const MAX_UNCERTAIN = 60;

/**
 * Answers while the worker does not: the keyword search finds products, and each is ranked against the whole request, as the
 * worker does with all products.
 */
@Injectable()
export class KeywordFallback {
  /** An empty index: it knows the language, but no products. */
  private readonly language = new WordIndex();

  constructor(
    private readonly reads: CatalogReads,
    @InjectDataSource() private readonly db: DataSource,
  ) {}

  /** @param hasPicture true when the request has a picture too, which is not examined here */
  async search(text: string, limit: number, hasPicture: boolean): Promise<{ hits: Hit[]; understood: Chip[] }> {
    if (!text) return { hits: [], understood: [] };
    const { chips, price } = parseQuery(text, this.language);
    const labels = (...kinds: Chip['kind'][]) =>
      kinds.flatMap((kind) => chips.filter((chip) => chip.kind === kind).map(({ label }) => label)).join(' ');
    const isAffordable = ({ min_price }: ListProduct) =>
      !price || (min_price >= (price.min ?? 0) && min_price <= (price.max ?? Infinity));
    const ids = new Set<number>();
    // Few products match all words of a sentence, so its type and colour are searched for too.
    for (const keyword of new Set([withoutNumbers(text, chips), labels('type', 'color'), labels('type')])) {
      if (!keyword || ids.size >= limit) continue;
      for (const { id } of (await this.find(keyword)).filter(isAffordable)) ids.add(id);
    }
    return this.compare(text, [...ids].slice(0, COMPARED), limit, hasPicture);
  }

  private async find(keyword: string): Promise<ListProduct[]> {
    const { json } = await this.reads.list({ keyword, page: 1, page_size: CANDIDATES });
    return (JSON.parse(json) as ProductPage).results;
  }

  /** Ranks products against the whole request, best first; equal ones keep the order in which they were found. */
  private async compare(text: string, ids: number[], limit: number, hasPicture: boolean) {
    const index = new WordIndex();
    for (const { id, facts } of await readProducts(this.db, ids)) index.set(id, facts);
    const query = parseQuery(text, index);
    const maxPercent = hasPicture || query.unknownCount > 0 ? MAX_UNCERTAIN : 100;
    const matches = ids
      .map((id) => matchOf(index, query, id, maxPercent))
      .sort((one, other) => other.score - one.score);
    return { hits: hitsOf(matches.slice(0, limit)), understood: query.chips };
  }
}

/** A product about which none of the requested properties is known gets the lowest percentage. */
function matchOf(index: WordIndex, query: ParsedQuery, id: number, maxPercent: number) {
  const { score, percent, reasons, disagrees } = index.match(query, id) ?? {
    score: 0,
    percent: 1,
    reasons: [],
    disagrees: [],
  };
  return { id, score, percent: Math.min(percent, maxPercent), reasons, disagrees };
}

/** Removes prices from a text, because no product name contains them. */
function withoutNumbers(text: string, chips: Chip[]): string {
  const prices = chips.filter(({ kind, start, end }) => kind === 'price' && start !== undefined && end !== undefined);
  const kept = prices.reduceRight((rest, { start, end }) => `${rest.slice(0, start)} ${rest.slice(end)}`, text);
  return kept.trim();
}
