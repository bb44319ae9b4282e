import { ProductQuery, VariantQuery } from '../../contract/catalog/catalog.js';
import { PageQuery } from '../../contract/common.js';
import { ProductReviewsQuery } from '../../contract/catalog/reviews.js';
import { SuggestQuery } from '../../contract/search/suggestions.js';
import { parseQueryString } from '../http/query.js';

/** Paths of reads that are answered in front of the application when it has not cached them, see `DirectReads`. */
export const DIRECT_PATHS = {
  list: /^\/api\/products\/?$/,
  product: /^\/api\/products\/(\d{1,10})\/?$/,
  suggest: /^\/api\/search\/suggest\/?$/,
};
const REVIEWS = /^\/api\/products\/\d{1,10}\/reviews\/?$/;
const VARIANTS = /^\/api\/product-variants\/?$/;
const ATTRIBUTES = /^\/api\/(?:brands|category|colors|sizes)\/?$/;
const OTHERS = /^\/api\/(?:settings|products\/\d{1,10}(?:\/related|\/variants\/\d{1,10}\/\d{1,10})?)\/?$/;
/** A response depends on the query parameters that its schema parses, so the key takes their names from the same schemas. */
const QUERIES = [
  [DIRECT_PATHS.list, ProductQuery],
  [REVIEWS, ProductReviewsQuery],
  [VARIANTS, VariantQuery],
  [ATTRIBUTES, PageQuery],
  [DIRECT_PATHS.suggest, SuggestQuery],
] as const;
const MAX_REMEMBERED = 5_000;

/** Keys of recent URLs: most requests repeat one, and parsing a query costs more than the cached response. */
const remembered = new Map<string, string | undefined>();

/**
 * Returns the cache key of a public read. Equivalent URLs have the same key: it has no trailing slash, sorted filters, and no
 * empty or unknown ones.
 *
 * @param url path and query of a request
 * @returns undefined when the URL is not a public read, or when the application should validate it
 */
export function cacheKey(url: string): string | undefined {
  if (remembered.has(url)) return remembered.get(url);
  const key = computeKey(url);
  if (remembered.size >= MAX_REMEMBERED) remembered.clear();
  if (url.length < 500) remembered.set(url, key);
  return key;
}

/** @returns the route's pattern of a public read, without its ids; undefined for other URLs */
export function routeOfCached(url: string): string | undefined {
  if (cacheKey(url) === undefined) return undefined;
  return url.replace(/\/?(\?.*)?$/s, '').replace(/\/\d+/g, '/:id');
}

function computeKey(url: string): string | undefined {
  // The router cuts a URL there; what follows is no query.
  if (url.includes('#')) return undefined;
  const [path = '', query] = url.split(/\?(.*)/s, 2);
  const schema = QUERIES.find(([list]) => list.test(path))?.[1];
  const filters = schema && Object.keys(schema.shape).sort();
  if (!filters && !OTHERS.test(path)) return undefined;
  const place = path.endsWith('/') ? path.slice(0, -1) : path;
  if (!query || !filters) return place;
  const params = parseQueryString(query);
  const kept: string[] = [];
  for (const name of filters) {
    const value = params[name];
    if (Array.isArray(value)) return undefined;
    if (value) kept.push(`${name}=${encodeURIComponent(value)}`);
  }
  return kept.length > 0 ? `${place}?${kept.join('&')}` : place;
}
