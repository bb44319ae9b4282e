import type { CatalogChange } from './catalog-change.js';

/*
 * Cache tags state what a cached response depends on; a policy states which tags a change of the catalogue touches.
 *
 *   product-7     shows everything of product 7
 *   card-7        shows product 7 in a list
 *   list          its members or their order may change with any product
 *   counts        shows numbers of products: facets, brands, categories
 *   in-stock      its members depend on stock
 *   ratings       is ordered by ratings or numbers of reviews
 *   sales-12-40   is ordered by sales and shows products that sold 12 to 40 pieces
 *   keywords      depends on how the owner directs the search
 *   shop          depends on no product but on colours, sizes or settings, whose changes are announced as "everything"
 *   ttl-1000      may be served for 1,000 ms
 *   any           depends on something that no other tag covers
 */

/** The request header that asks for a response's tags, and the response header that lists them. */
export const CACHE_TAGS_HEADER = 'cache-tags';

export const productTag = (id: number) => `product-${id}`;
export const cardTag = (id: number) => `card-${id}`;
/** @param min the lowest number of sold pieces in the list @param max the highest */
export const salesTag = (min: number, max: number) => `sales-${min}-${max}`;

/** Bounds the time for which a response, and a page with it, may be served. */
export const ttlTag = (ms: number) => `ttl-${ms}`;

/** The tags of a response that depends on no product. */
export const SHOP_TAGS: readonly string[] = ['shop'];

const SALES = /^sales-(\d+)-(\d+)$/;
const TTL = /^ttl-(\d+)$/;

/** @returns the range of a sales tag; undefined for another tag */
export function salesRange(tag: string): { min: number; max: number } | undefined {
  const [, min, max] = SALES.exec(tag) ?? [];
  return min === undefined ? undefined : { min: Number(min), max: Number(max) };
}

/** @returns the shortest time to live that the tags state, in milliseconds; Infinity without one */
export const ttlOf = (tags: readonly string[]): number =>
  tags.reduce((min, tag) => Math.min(min, Number(TTL.exec(tag)?.[1] ?? Infinity)), Infinity);

/**
 * The effect of a change on a cached response. `drop`: it is never served again. `refresh`: it is recomputed, immediately or,
 * during many changes, when there is time for it (`RefreshBudget`).
 */
export type Effect = 'drop' | 'refresh';

/** The tags that a change touches. `sales` touches each range that it overlaps. */
export interface TouchedTags {
  tags: readonly (readonly [tag: string, effect: Effect])[];
  sales: readonly { from: number; to: number }[];
}

/** Returns the tags that a change touches; never called for `everything`. */
export type CachePolicy = (change: Exclude<CatalogChange, { kind: 'everything' }>) => TouchedTags;

/** The effect of each kind of change on responses that show the product, on its cards, and on other tags. */
interface Rules {
  product?: Effect;
  card?: Effect;
  others?: readonly (readonly [tag: string, effect: Effect])[];
}

const LISTS_CHANGE: Rules = {
  product: 'drop',
  card: 'drop',
  others: [
    ['list', 'drop'],
    ['counts', 'drop'],
    ['in-stock', 'drop'],
    ['ratings', 'drop'],
  ],
};
const IN_STOCK_CHANGES: Rules = { product: 'drop', card: 'drop', others: [['in-stock', 'drop']] };
const SEARCH_CHANGES: Rules = { others: [['keywords', 'drop']] };
const RATINGS_CHANGE = [['ratings', 'refresh']] as const;

/** The policy of the API, which shows exact stock and sales. */
export const API_POLICY = policyOf({
  curated: SEARCH_CHANGES,
  listed: LISTS_CHANGE,
  edited: LISTS_CHANGE,
  availability: IN_STOCK_CHANGES,
  stock: { product: 'drop', card: 'refresh' },
  reviewed: { product: 'drop', card: 'refresh', others: RATINGS_CHANGE },
  sold: { product: 'drop', card: 'refresh' },
});

/** The policy of pages, which show whether a product is in stock; the browser loads the quantity itself. */
export const PAGE_POLICY = policyOf({
  curated: SEARCH_CHANGES,
  listed: LISTS_CHANGE,
  edited: LISTS_CHANGE,
  availability: IN_STOCK_CHANGES,
  stock: {},
  reviewed: { product: 'drop', card: 'refresh', others: RATINGS_CHANGE },
  sold: { product: 'refresh', card: 'refresh' },
});

function policyOf(rules: Record<Exclude<CatalogChange['kind'], 'everything'>, Rules>): CachePolicy {
  return (change) => {
    const { product, card, others = [] } = rules[change.kind];
    const tags: [string, Effect][] = [
      ['any', 'drop'],
      ...others.map(([tag, effect]): [string, Effect] => [tag, effect]),
    ];
    const sales = change.kind === 'sold' ? change.sales : [];
    for (const id of 'ids' in change ? change.ids : sales.map((sale) => sale.id)) {
      if (product) tags.push([productTag(id), product]);
      if (card) tags.push([cardTag(id), card]);
    }
    return { tags, sales };
  };
}

/** True when a product whose sales went from `from` to `to` may move into, out of or within a list of this range. */
export const overlaps = ({ min, max }: { min: number; max: number }, from: number, to: number) =>
  Math.max(from, to) >= min && Math.min(from, to) <= max;
