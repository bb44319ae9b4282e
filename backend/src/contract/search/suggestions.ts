import { z } from 'zod';
import { ListProduct } from '../catalog/catalog.js';
import { Id, withoutZeroBytes } from '../common.js';
import { MAX_KEYWORD } from '../rules.js';

/** The query of `GET /api/search/suggest/`: what somebody has typed so far. A longer one is cut, as a keyword is. */
export const SuggestQuery = z.object({
  q: z
    .string()
    .transform((typed) => withoutZeroBytes(typed.slice(0, MAX_KEYWORD)))
    .default(''),
});
export type SuggestQuery = z.infer<typeof SuggestQuery>;

/** The most of each kind that are suggested. */
export const MAX_SUGGESTED = { queries: 4, categories: 3, brands: 3, products: 5 } as const;

/** A brand or a category. */
export const SuggestedTitle = z.object({ id: Id, title: z.string() }).meta({ id: 'SuggestedTitle' });
export type SuggestedTitle = z.infer<typeof SuggestedTitle>;

export const SuggestedProduct = ListProduct.pick({ id: true, name: true, image: true, min_price: true }).meta({
  id: 'SuggestedProduct',
});
export type SuggestedProduct = z.infer<typeof SuggestedProduct>;

/** The best of each kind first. */
export const Suggestions = z
  .object({
    /** Keywords that find something; when nothing is typed, those that are searched for most. */
    queries: z.array(z.string()).max(MAX_SUGGESTED.queries),
    categories: z.array(SuggestedTitle).max(MAX_SUGGESTED.categories),
    brands: z.array(SuggestedTitle).max(MAX_SUGGESTED.brands),
    products: z.array(SuggestedProduct).max(MAX_SUGGESTED.products),
    /** What the products are where nothing has the words: those that come nearest, or the best sellers. Absent otherwise. */
    offer: z.enum(['nearest', 'popular']).optional(),
  })
  .meta({ id: 'Suggestions' });
export type Suggestions = z.infer<typeof Suggestions>;
