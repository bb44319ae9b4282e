import type { Facets, ProductQuery } from '../../contract/catalog/catalog.js';
import { MAX_BARE_LIST, PAGE_SIZE, PRICE_BANDS, type Sort } from '../../contract/rules.js';
import type { KeywordQuery } from './keyword.js';
import { LIST_PRODUCT } from '../products/product.sql.js';

/** A statement that returns one row: `json`, and `total`, the number of matching rows. */
interface Statement {
  text: string;
  values: unknown[];
}

const ORDERS: Record<Sort | 'popular' | 'relevant', string> = {
  'price-asc': 'min_price, id',
  'price-desc': 'min_price DESC, id DESC',
  'rating-desc': 'rating DESC, num_reviews DESC, id DESC',
  'sold-desc': 'total_sold DESC, id DESC',
  'reviews-desc': 'num_reviews DESC, id DESC',
  newest: 'created_at DESC, id DESC',
  popular: 'total_sold DESC, id DESC',
  relevant: 'relevance DESC, total_sold DESC, id DESC',
};

const BAND = `CASE ${PRICE_BANDS.map(({ band, to }) => `WHEN min_price <= ${to} THEN ${band}`).join(' ')} END`;

/** A filter whose choices the page shows without numbers, as a condition on a variant. */
type UncountedFilter = Exclude<keyof ProductQuery, keyof Facets | 'keyword' | 'sort' | 'page' | 'page_size'>;

/**
 * The statement of `GET /api/products/`; its row has the columns of `ShownProducts`, too. It is not prepared: PostgreSQL plans it with its values, because a plan for a rare
 * word does not suit a common one.
 *
 * @param words the parsed keyword; null matches nothing, undefined means no keyword
 */
export function listStatement(query: ProductQuery, words: KeywordQuery | null | undefined): Statement {
  const values: unknown[] = [];
  const value = (parameter: unknown) => `$${values.push(parameter)}`;
  const { color, size, category, brand, price, page, page_size: pageSize = PAGE_SIZE } = query;

  const uncounted: Record<UncountedFilter, string | undefined> = {
    color: color?.length ? `v.color_id = ANY (${value(color)}::integer[])` : undefined,
    size: size?.length ? `v.size_id = ANY (${value(size)}::integer[])` : undefined,
    in_stock: query.in_stock ? 'v.stock_quantity > 0' : undefined,
  };
  const ofVariant = Object.values(uncounted).filter((condition) => condition !== undefined);
  const hasOptions = uncounted.color !== undefined || uncounted.size !== undefined;
  const filters = hasOptions ? [hasVariant(ofVariant)] : query.in_stock ? ['total_stock > 0'] : [];
  const conditions = ['archived_at IS NULL', ...filters, ...(words === null ? ['false'] : [])];
  const wordMatches = words ? foundByWords(words, value) : '';
  const matching = (also: { columns: string; join: string }) =>
    `(SELECT p.*, ${BAND} AS band${also.columns} FROM ${words ? 'found' : 'products'} p${also.join}
      WHERE ${conditions.join(' AND ')}) p`;
  const from = matching({ columns: '', join: '' });
  const withSales = matching({ columns: ', s.total_sold', join: ' JOIN product_sales s ON s.product_id = p.id' });

  const choices: Choices = {
    category: category ? `category_id = ${value(category)}` : 'true',
    brand: brand ? `brand_id = ${value(brand)}` : 'true',
    price: price ? `band = ${value(price)}` : 'true',
  };
  const chosen = Object.values(choices).join(' AND ');
  const order = ORDERS[query.sort ?? (words ? 'relevant' : 'popular')];
  const limit =
    page === undefined ? `LIMIT ${MAX_BARE_LIST}` : `LIMIT ${pageSize} OFFSET ${value((page - 1) * pageSize)}::bigint`;
  const results = `
    shown AS (SELECT id, total_sold, row_number() OVER (ORDER BY ${order}) AS nth
      FROM (SELECT * FROM ${withSales} WHERE ${chosen} ORDER BY ${order} ${limit}) first),
    results AS (SELECT coalesce(json_agg(${LIST_PRODUCT} ORDER BY shown.nth), '[]') AS json,
        coalesce(array_agg(p.id), '{}') AS ids, min(shown.total_sold) AS least_sold, max(shown.total_sold) AS most_sold
      FROM shown JOIN products p ON p.id = shown.id)`;
  const text =
    page === undefined
      ? `WITH ${wordMatches} ${results}
         SELECT (SELECT count(*)::integer FROM ${from} WHERE ${chosen}) AS total, json::text AS json, ids, least_sold, most_sold
         FROM results`
      : `WITH ${wordMatches} ${counted(from)}, ${results}, total AS (SELECT ${sumOf(chosen)} AS n FROM counted)
         SELECT n AS total, json_build_object('count', n, 'page', ${page}, 'page_size', ${pageSize}, 'results', json,
           'facets', ${facets(choices)})::text AS json, ids, least_sold, most_sold FROM results, total`;
  return { text, values };
}

type Choices = Record<keyof Facets, string>;

/** Products per category, brand and price band: a few thousand rows at most, from which every facet is summed. */
const counted = (from: string) => `
  counted AS MATERIALIZED (SELECT category_id, brand_id, band, count(*) AS n
    FROM ${from} GROUP BY category_id, brand_id, band)`;

const sumOf = (condition: string) => `coalesce(sum(n) FILTER (WHERE ${condition}), 0)::integer`;

/** Counts the products of each choice of a facet, with the filters of the other facets but without its own. */
function facets({ category, brand, price }: Choices): string {
  const facet = (column: string, others: string[]) =>
    `(SELECT coalesce(json_object_agg(choice, products), '{}') FROM (SELECT ${column} AS choice, sum(n)::integer AS products
      FROM counted WHERE ${others.join(' AND ')} AND ${column} IS NOT NULL GROUP BY ${column} ORDER BY ${column}) each)`;
  return `json_build_object('category', ${facet('category_id', [brand, price])},
    'brand', ${facet('brand_id', [category, price])}, 'price', ${facet('band', [category, brand])})`;
}

/**
 * The products that match a keyword, with their relevance: those that contain every word; if there are none, those with a
 * similar name.
 */
function foundByWords(words: KeywordQuery, value: (parameter: unknown) => string): string {
  const [every, plain] = [value(words.every), value(words.plain)];
  const isPhrase = words.phrase === null ? '0' : `(search @@ ${value(words.phrase)}::tsquery)::integer`;
  return `
    every AS MATERIALIZED (SELECT id FROM products WHERE archived_at IS NULL AND search @@ ${every}::tsquery),
    -- The columns that filters and orders of a list read.
    found AS MATERIALIZED (
      SELECT id, archived_at, category_id, brand_id, has_variants, total_stock, min_price, rating, num_reviews, created_at,
        4 * (search @@ ${value(words.toned)}::tsquery)::integer
          + 2 * (search @@ ${value(words.named)}::tsquery)::integer + ${isPhrase}
          + CASE WHEN EXISTS (SELECT FROM every) THEN 0 ELSE word_similarity(${plain}, folded_name) END AS relevance
      FROM products WHERE archived_at IS NULL AND id IN (
        SELECT id FROM every UNION ALL
        SELECT id FROM products WHERE NOT EXISTS (SELECT FROM every) AND ${plain} <% folded_name)),`;
}

/** That one variant fulfils all conditions. */
const hasVariant = (conditions: readonly string[]) =>
  `has_variants AND EXISTS (SELECT FROM variants v WHERE v.product_id = p.id AND ${conditions.join(' AND ')})`;
