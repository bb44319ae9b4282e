import { z } from 'zod';
import { Id, PageQuery, Search, oneOf, requiredText } from '../common.js';
import { MAX_KEYWORD, MAX_MEANINGS, MAX_PINS, MAX_SEARCH_QUERY } from '../rules.js';

const keyword = requiredText(MAX_KEYWORD);

/** What a browser reports of a search: that it was made, that a result was chosen, or that it was bought. */
export const SearchEvent = z
  .discriminatedUnion('type', [
    /** `found`: whether there was any result. */
    z.object({ type: z.literal('search'), keyword, found: z.boolean() }),
    z.object({ type: z.literal('click'), keyword, product: Id }),
    z.object({ type: z.literal('purchase'), keyword, product: Id }),
  ])
  .meta({ id: 'SearchEvent' });
export type SearchEvent = z.infer<typeof SearchEvent>;

/** Periods of the list of searches, in days up to today. */
const SEARCH_PERIODS = ['7', '30', '90'] as const;

/** A query that shoppers searched for in a period. */
export const SearchQueryRow = z
  .object({
    query: z.string(),
    searches: z.int(),
    /** Searches that found nothing. */
    empty: z.int(),
    clicks: z.int(),
    purchases: z.int(),
  })
  .meta({ id: 'SearchQueryRow' });
export type SearchQueryRow = z.infer<typeof SearchQueryRow>;

/** Most searched first; `only=empty`: those that found nothing, by how often. */
export const SearchQueriesQuery = PageQuery.extend({
  search: Search,
  days: oneOf(SEARCH_PERIODS),
  only: oneOf(['empty']),
});
export type SearchQueriesQuery = z.infer<typeof SearchQueriesQuery>;

const query = requiredText(MAX_SEARCH_QUERY);

export const Synonym = z
  .object({ id: Id, word: z.string(), meanings: z.array(z.string()).max(MAX_MEANINGS), is_two_way: z.boolean() })
  .meta({ id: 'Synonym' });
export type Synonym = z.infer<typeof Synonym>;

/** `was`: the synonym as its editor saw it. Without it a change overwrites any other. */
export const SaveSynonym = z
  .object({
    word: query,
    /** Each is searched for in place of the word. */
    meanings: z.array(query).min(1, 'Cần ít nhất một nghĩa').max(MAX_MEANINGS, `Tối đa ${MAX_MEANINGS} nghĩa`),
    /** Whether the word is also searched for in place of each meaning. */
    is_two_way: z.boolean().default(false),
    was: Synonym.omit({ id: true }).partial().optional(),
  })
  .meta({ id: 'SaveSynonym' });
export type SaveSynonym = z.infer<typeof SaveSynonym>;

export const SynonymQuery = PageQuery.extend({ search: Search });
export type SynonymQuery = z.infer<typeof SynonymQuery>;

/** A product that is pinned or buried. */
export const PinnedProduct = z
  .object({
    id: Id,
    name: z.string(),
    image: z.string().nullable(),
    /** An archived product is not shown. */
    is_archived: z.boolean(),
  })
  .meta({ id: 'PinnedProduct' });
export type PinnedProduct = z.infer<typeof PinnedProduct>;

/** The products that come first for a query, in order, and those that come last. */
export const QueryPins = z
  .object({ query: z.string(), pinned: z.array(PinnedProduct), buried: z.array(PinnedProduct) })
  .meta({ id: 'QueryPins' });
export type QueryPins = z.infer<typeof QueryPins>;

export const QueryPinsRow = z
  .object({ query: z.string(), pinned: z.int(), buried: z.int() })
  .meta({ id: 'QueryPinsRow' });
export type QueryPinsRow = z.infer<typeof QueryPinsRow>;

export const PinsQuery = PageQuery.extend({ search: Search });
export type PinsQuery = z.infer<typeof PinsQuery>;

/** `?query=`, the query of the pins. */
export const OnePinsQuery = z.object({ query });
export type OnePinsQuery = z.infer<typeof OnePinsQuery>;

const chosenIds = { pinned: z.array(Id).max(MAX_PINS), buried: z.array(Id).max(MAX_PINS) };

/**
 * Replaces the pins of a query; with no products it has none any more. `was`: the pins as their editor saw them. Without it the
 * change overwrites any other.
 */
export const SavePins = z
  .object({ query, ...chosenIds, was: z.object(chosenIds).optional() })
  .refine(({ pinned, buried }) => pinned.length + buried.length <= MAX_PINS, {
    path: ['pinned'],
    message: `Tối đa ${MAX_PINS} sản phẩm cho một từ khóa`,
  })
  .refine(({ pinned, buried }) => new Set([...pinned, ...buried]).size === pinned.length + buried.length, {
    path: ['pinned'],
    message: 'Mỗi sản phẩm chỉ chọn một lần',
  })
  .meta({ id: 'SavePins' });
export type SavePins = z.infer<typeof SavePins>;
