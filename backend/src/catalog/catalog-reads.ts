import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import { ShopError } from '../common/shop-error.js';
import type { ProductQuery } from '../contract/catalog.js';
import type { PageQuery } from '../contract/common.js';
import type { ProductReviewsQuery } from '../contract/reviews.js';
import { MAX_BARE_LIST, PAGE_SIZE, TEXTS } from '../contract/rules.js';
import { poolOf } from '../db/shared-pool.js';
import { CatalogVersion } from './catalog-version.js';
import { readKeyword } from './keyword.js';
import { listStatement } from './product-list.sql.js';
import * as sql from './product.sql.js';
import { productReviews } from './reviews.sql.js';
import { Vocabulary } from './vocabulary.js';

/** JSON as PostgreSQL wrote it, and for lists the number of rows that fit. */
export interface ReadyJson {
  json: string;
  total?: number;
}

/** Looking at every word of the catalogue may take this share of the time at most. */
const VOCABULARY_SHARE = 0.05;

/** The public reads of the catalogue: one prepared statement each, past the ORM, whose JSON is passed on as it comes. */
@Injectable()
export class CatalogReads {
  private readonly pool: Pool;
  private known: { vocabulary: Vocabulary; generation: number; dueAt: number } | undefined;
  private loading: Promise<Vocabulary> | undefined;

  constructor(
    @InjectDataSource() db: DataSource,
    private readonly version: CatalogVersion,
  ) {
    this.pool = poolOf(db);
  }

  /** A bare list of at most 1,000 products, or with `page` one page with its facets. */
  async list(query: ProductQuery): Promise<ReadyJson> {
    const keyword = query.keyword?.trim();
    const words = keyword ? readKeyword(keyword, await this.vocabulary()) : undefined;
    const { rows } = await this.pool.query<ReadyJson>(listStatement(query, words));
    return rows[0] ?? { json: '[]', total: 0 };
  }

  /** @throws ShopError 404 */
  product(id: number): Promise<ReadyJson> {
    return this.one('product', sql.ONE_PRODUCT, [id]);
  }

  /** Up to four others: of its category, then of its brand, then best sellers. @throws ShopError 404 */
  related(id: number): Promise<ReadyJson> {
    return this.one('related', sql.RELATED_PRODUCTS, [id]);
  }

  /** A product's reviews, newest first, bare or one page. @throws ShopError 404 */
  async reviews(id: number, query: ProductReviewsQuery): Promise<ReadyJson> {
    const { rows } = await this.pool.query<ReadyJson>(productReviews(id, query));
    if (!rows[0]) throw ShopError.notFound(TEXTS.productNotFound);
    return rows[0];
  }

  /** @throws ShopError 404 */
  variant(product: number, color: number, size: number): Promise<ReadyJson> {
    return this.one('variant', sql.ONE_VARIANT, [product, color, size], 'Không tìm thấy phân loại sản phẩm.');
  }

  /** The variants of a product, none for one that does not exist. */
  variants(product: number): Promise<ReadyJson> {
    return this.one('variants', sql.PRODUCT_VARIANTS, [product]);
  }

  async brands(query: PageQuery): Promise<ReadyJson> {
    return sliced(await this.one('brands', sql.shelves('brands', 'brand_id')), query);
  }

  async categories(query: PageQuery): Promise<ReadyJson> {
    return sliced(await this.one('categories', sql.shelves('categories', 'category_id')), query);
  }

  async colors(query: PageQuery): Promise<ReadyJson> {
    return sliced(await this.one('colors', sql.COLORS), query);
  }

  async sizes(query: PageQuery): Promise<ReadyJson> {
    return sliced(await this.one('sizes', sql.SIZES), query);
  }

  private async one(name: string, text: string, values: unknown[] = [], missing: string = TEXTS.productNotFound) {
    const { rows } = await this.pool.query<ReadyJson>({ name: `catalog-${name}`, text, values });
    if (!rows[0]) throw ShopError.notFound(missing);
    return rows[0];
  }

  /**
   * The words of the catalogue, looked through again after changes. They only serve to guess what was meant, so nobody
   * waits for the newest but the first.
   */
  private async vocabulary(): Promise<Vocabulary> {
    const { known } = this;
    const isDue = known?.generation !== this.version.generation && Date.now() >= (known?.dueAt ?? 0);
    if (isDue) this.loading ??= this.loadVocabulary().finally(() => (this.loading = undefined));
    if (known) {
      this.loading?.catch(() => undefined);
      return known.vocabulary;
    }
    return this.loading ?? this.loadVocabulary();
  }

  private async loadVocabulary(): Promise<Vocabulary> {
    const words = async (weights: string) => {
      const { rows } = await this.pool.query<{ word: string; ndoc: number }>(
        `SELECT word, ndoc FROM ts_stat('SELECT search FROM products WHERE archived_at IS NULL', $1)`,
        [weights],
      );
      return new Map(rows.map(({ word, ndoc }) => [word, ndoc]));
    };
    const { generation } = this.version;
    const started = Date.now();
    const [folded, toned] = await Promise.all([words('bc'), words('a')]);
    const vocabulary = new Vocabulary(folded, toned);
    const dueAt = Date.now() + (Date.now() - started) / VOCABULARY_SHARE;
    this.known = { vocabulary, generation, dueAt };
    return vocabulary;
  }
}

/** A list so short that it is made as a whole: bare, or with `page` one page of it. */
function sliced({ json }: ReadyJson, { page, page_size = PAGE_SIZE }: PageQuery): ReadyJson {
  const all = JSON.parse(json) as unknown[];
  const count = all.length;
  if (page === undefined)
    return { json: count > MAX_BARE_LIST ? JSON.stringify(all.slice(0, MAX_BARE_LIST)) : json, total: count };
  const results = all.slice((page - 1) * page_size, page * page_size);
  return { json: JSON.stringify({ count, page, page_size, results }) };
}
