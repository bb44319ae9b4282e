import type { ProductQuery } from '../../contract/catalog/catalog.js';
import { cardTag, productTag, salesTag, ttlTag } from '../../platform/http-cache/cache-tags.js';

/** The products that a list shows. */
export interface ShownProducts {
  ids: readonly number[];
  /** Pieces sold of the one that sold least and of the one that sold most; null for an empty list. */
  least_sold: number | null;
  most_sold: number | null;
}

const BY_RATING = new Set<ProductQuery['sort']>(['rating-desc', 'reviews-desc']);

/** The cache tags of `GET /api/products/`. The order of a keyword's hits follows sales only when its entry expires. */
export function listTags(query: ProductQuery, { ids, least_sold, most_sold }: ShownProducts): string[] {
  const tags = ['list', ...ids.map(cardTag)];
  if (query.page !== undefined) tags.push('counts');
  if (query.keyword?.trim()) tags.push('keywords');
  if (query.in_stock) tags.push('in-stock');
  if (BY_RATING.has(query.sort)) tags.push('ratings');
  const isBySales = query.sort === 'sold-desc' || (query.sort === undefined && !query.keyword?.trim());
  if (isBySales && least_sold !== null && most_sold !== null) tags.push(salesTag(least_sold, most_sold));
  return tags;
}

/** The cache tags of a list or of suggestions for which the index will soon have a better answer, whether or not the catalogue changes. */
export const PROVISIONAL_TAGS: readonly string[] = ['any', ttlTag(1_000)];

/** The cache tags of one product's own reads. */
export const productTags = (id: number): string[] => [productTag(id)];

/** The cache tags of the products that go with another. Which ones they are follows sales only when the entry expires. */
export const relatedTags = (id: number, ids: readonly number[]): string[] => [
  'list',
  productTag(id),
  ...ids.map(cardTag),
];

/** Numbers of products by brand or category; a change of the brands themselves drops everything. */
export const COUNT_TAGS: readonly string[] = ['counts'];
