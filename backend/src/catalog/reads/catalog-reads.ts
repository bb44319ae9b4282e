import { Injectable } from '@nestjs/common';
import { ShopError } from '../../platform/errors/shop-error.js';
import type { ProductQuery, VariantQuery } from '../../contract/catalog/catalog.js';
import type { PageQuery } from '../../contract/common.js';
import type { ProductReviewsQuery } from '../../contract/catalog/reviews.js';
import { MAX_BARE_LIST, PAGE_SIZE, TEXTS } from '../../contract/rules.js';
import { SHOP_TAGS } from '../../platform/http-cache/cache-tags.js';
import { CatalogChanges } from '../../platform/http-cache/catalog-changes.js';
import { CardCache } from './card-cache.js';
import { readJson, type ReadSource } from './catalog-reads.sql.js';
import { CatalogSource } from './catalog-source.js';
import { readKeyword, type KeywordQuery } from './keyword.js';
import type { KeywordSearch, ListHits } from './keyword-search.js';
import { listStatement } from './product-list.sql.js';
import * as sql from '../products/product.sql.js';
import { COUNT_TAGS, listTags, productTags, PROVISIONAL_TAGS, relatedTags, type ShownProducts } from './read-tags.js';
import { productReviews } from '../reviews/reviews.sql.js';
import type { RawJson } from '../../platform/http-cache/raw-json.interceptor.js';

/** A read whose text is constant. */
interface ConstantRead {
  values?: unknown[];
  /** See `cache-tags.ts`. */
  tags: readonly string[];
  /** The text of the 404. */
  missing?: string;
  /** Prices and stock of a purchase are read from the primary. */
  source?: ReadSource;
}

/** The public reads of the catalogue: one prepared statement each, without the ORM. PostgreSQL writes the JSON. */
@Injectable()
export class CatalogReads {
  private readonly cards: CardCache;
  private keywordSearch: KeywordSearch | undefined;

  constructor(
    private readonly source: CatalogSource,
    changes: CatalogChanges,
  ) {
    this.cards = new CardCache(source, changes);
  }

  /** Registers the search that answers keywords whenever it can. */
  useKeywordSearch(search: KeywordSearch): void {
    this.keywordSearch = search;
  }

  /** A bare list of at most 1,000 products, or with `page` one page with its facets. */
  async list(query: ProductQuery): Promise<RawJson> {
    const keyword = query.keyword?.trim() || undefined;
    const hits = await this.keywordSearch?.find({ ...query, keyword }, listPart(query));
    if (hits) return this.show(query, hits);
    if (!keyword) return this.plainList(query);
    const { json, total } = await this.plainList(query, readKeyword(keyword));
    return { json, total, tags: PROVISIONAL_TAGS };
  }

  /** The list as PostgreSQL finds it by itself. @param words undefined without a keyword */
  private async plainList(query: ProductQuery, words?: KeywordQuery | null): Promise<RawJson> {
    const list = await readJson<ShownProducts>(this.source, listStatement(query, words));
    if (!list) throw new Error('The list of products has one row');
    return { json: list.json, total: list.total, tags: listTags(query, list) };
  }

  private async show(query: ProductQuery, hits: ListHits): Promise<RawJson> {
    const { ids, count: total, facets, keyword, isCurrent } = hits;
    const nearest = keyword?.nearest ?? [];
    const [results, others] = await Promise.all([this.cards.read(ids), this.cards.read(nearest)]);
    const tags = isCurrent ? listTags(query, { ...hits, ids: [...ids, ...nearest] }) : PROVISIONAL_TAGS;
    if (query.page === undefined) return { json: results, total, tags };
    const { page, page_size = PAGE_SIZE } = query;
    const read = keyword ? `,"nearest":${others},${JSON.stringify({ ...keyword, nearest: undefined }).slice(1)}` : '}';
    const json = `{"count":${total},"page":${page},"page_size":${page_size},"results":${results},"facets":${facets}${read}`;
    return { json, total, tags };
  }

  /** The products of the shop among these, in this order; those that are gone are left out. */
  async cardsOf(ids: readonly number[]): Promise<RawJson> {
    return { json: await this.cards.read([...new Set(ids)]) };
  }

  /** @throws ShopError 404 */
  product(id: number): Promise<RawJson> {
    return this.one(sql.ONE_PRODUCT, { values: [id], tags: productTags(id) });
  }

  /** Up to four other products: of its category, then its brand, then best sellers. @throws ShopError 404 */
  async related(id: number): Promise<RawJson> {
    const statement = { text: sql.RELATED_PRODUCTS, values: [id] };
    const related = await readJson<Pick<ShownProducts, 'ids'>>(this.source, statement);
    if (!related) throw ShopError.notFound(TEXTS.productNotFound);
    return { json: related.json, tags: relatedTags(id, related.ids) };
  }

  /** A product's reviews, newest first, bare or one page. @throws ShopError 404 */
  async reviews(id: number, query: ProductReviewsQuery): Promise<RawJson> {
    const reviews = await readJson(this.source, productReviews(id, query));
    if (!reviews) throw ShopError.notFound(TEXTS.productNotFound);
    return { ...reviews, tags: productTags(id) };
  }

  /** @throws ShopError 404 */
  variant(product: number, color: number, size: number): Promise<RawJson> {
    const missing = 'Không tìm thấy phân loại sản phẩm.';
    return this.one(sql.ONE_VARIANT, {
      values: [product, color, size],
      tags: productTags(product),
      missing,
      source: this.source.primary,
    });
  }

  /** The variants of a product; an empty list for an unknown product. */
  async variants({ product, ...page }: VariantQuery): Promise<RawJson> {
    const variants = await this.one(sql.PRODUCT_VARIANTS, {
      values: [product],
      tags: productTags(product),
      source: this.source.primary,
    });
    return sliced(variants, page);
  }

  async brands(query: PageQuery): Promise<RawJson> {
    return sliced(await this.one(sql.BRANDS_JSON, { tags: COUNT_TAGS }), query);
  }

  async categories(query: PageQuery): Promise<RawJson> {
    return sliced(await this.one(sql.CATEGORIES_JSON, { tags: COUNT_TAGS }), query);
  }

  async colors(query: PageQuery): Promise<RawJson> {
    return sliced(await this.one(sql.COLORS_JSON, { tags: SHOP_TAGS }), query);
  }

  async sizes(query: PageQuery): Promise<RawJson> {
    return sliced(await this.one(sql.SIZES_JSON, { tags: SHOP_TAGS }), query);
  }

  private async one(
    text: string,
    { values = [], tags, missing = TEXTS.productNotFound, source = this.source }: ConstantRead,
  ): Promise<RawJson> {
    const answer = await readJson(source, { text, values });
    if (!answer) throw ShopError.notFound(missing);
    return { ...answer, tags };
  }
}

/** Which rows of a list a query is for. */
function listPart({ page, page_size = PAGE_SIZE }: ProductQuery): { from: number; count: number } {
  return page === undefined ? { from: 0, count: MAX_BARE_LIST } : { from: (page - 1) * page_size, count: page_size };
}

/** Cuts a short, complete list: bare, or with `page` one page of it. */
function sliced({ json, tags }: RawJson, { page, page_size = PAGE_SIZE }: PageQuery): RawJson {
  const all = JSON.parse(json) as unknown[];
  const count = all.length;
  if (page === undefined)
    return { json: count > MAX_BARE_LIST ? JSON.stringify(all.slice(0, MAX_BARE_LIST)) : json, total: count, tags };
  const results = all.slice((page - 1) * page_size, page * page_size);
  return { json: JSON.stringify({ count, page, page_size, results }), tags };
}
