import type { Facets, ProductQuery } from '../../../contract/catalog.js';
import type { Chip } from '../../../contract/chips.js';
import type { ShownProducts } from './read-tags.js';

/** What a keyword finds, a part of the list. */
export interface KeywordHits extends ShownProducts {
  /** How many products the whole list has. */
  count: number;
  facets: Facets;
  understood: Chip[];
  /** The keyword with the words that it was taken for; null where these are the typed ones. */
  correction: string | null;
  /** When no product is all that was asked for: those that are most of it. */
  nearest: readonly number[];
}

/** A search that reads keywords as shoppers mean them. The search module registers it with `CatalogReads`. */
export interface KeywordSearch {
  /** @returns null when it cannot answer now */
  find(query: ProductQuery & { keyword: string }, part: { from: number; count: number }): Promise<KeywordHits | null>;
}
