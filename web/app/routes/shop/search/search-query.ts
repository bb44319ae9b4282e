import { PAGE_SIZE, PRICE_BANDS, SORTS } from 'contract/rules';
import type { Sort } from 'contract/rules';
import { queryString } from '~/api/http/client';
import type { Query } from '~/api/http/client';

/** The filters, order and page of the search, as in its URL. 0 and '' mean all. */
export interface SearchQuery {
  keyword: string;
  category: number;
  brand: number;
  /** One of the PRICE_BANDS. */
  price: number;
  color: readonly number[];
  size: readonly number[];
  inStock: boolean;
  /** Empty: the most popular first. */
  sort: Sort | '';
  page: number;
}

/** Parses the URL of a search. Invalid values count as absent. */
export function readSearch(params: URLSearchParams): SearchQuery {
  const price = idOf(params.get('price'));
  const sort = params.get('sort');
  return {
    keyword: params.get('keyword')?.trim() ?? '',
    category: idOf(params.get('category')),
    brand: idOf(params.get('brand')),
    price: price <= PRICE_BANDS.length ? price : 0,
    color: idsOf(params.getAll('color')),
    size: idsOf(params.getAll('size')),
    inStock: ['1', 'true'].includes(params.get('in_stock') ?? ''),
    sort: SORTS.find((known) => known === sort) ?? '',
    page: idOf(params.get('page')) || 1,
  };
}

/** The query of `GET /api/products/` for it. */
export const toApiQuery = (search: SearchQuery): Query => ({
  ...toParams(search),
  page: search.page,
  page_size: PAGE_SIZE,
});

/**
 * The URL of the search with some parts changed. Every change except of the page starts at page 1. Defaults are left out,
 * so that each result has exactly one URL.
 */
export const searchHref = (search: SearchQuery, change: Partial<SearchQuery> = {}): string =>
  `/search${queryString(toParams({ ...search, page: 1, ...change }))}`;

/** The search without filters, with the same keyword and order. */
export const withoutFilters = ({ keyword, sort }: SearchQuery): SearchQuery => ({
  ...readSearch(new URLSearchParams()),
  keyword,
  sort,
});

function toParams({ keyword, category, brand, price, color, size, inStock, sort, page }: SearchQuery): Query {
  return {
    keyword,
    category: category || null,
    brand: brand || null,
    price: price || null,
    color: color.join(','),
    size: size.join(','),
    in_stock: inStock ? 1 : null,
    sort,
    page: page > 1 ? page : null,
  };
}

const idOf = (text: string | null): number => (/^[1-9]\d{0,8}$/.test(text ?? '') ? Number(text) : 0);

/** A form without scripts sends `color=1&color=3`; links use `color=1,3`. */
function idsOf(texts: readonly string[]): number[] {
  const ids = texts.flatMap((text) => text.split(',')).map(idOf);
  return [...new Set(ids.filter((id) => id > 0))].sort((a, b) => a - b);
}
