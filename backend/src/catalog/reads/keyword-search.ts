import type { ProductQuery } from '../../contract/catalog/catalog.js';
import type { Chip } from '../../contract/catalog/chips.js';
import type { ShownProducts } from './read-tags.js';

/** A part of a list, as the index finds it. */
export interface ListHits extends ShownProducts {
  /** How many products the whole list has. */
  count: number;
  /** `Facets` of the contract, as JSON. */
  facets: string;
  /** How the keyword was read; null for a list without one. */
  keyword: KeywordReading | null;
  /** Whether the index has read every change that it has heard of. */
  isCurrent: boolean;
}

/** How a keyword was read. */
export interface KeywordReading {
  understood: Chip[];
  /** The keyword with the words that it was taken for; null where these are the typed ones. */
  correction: string | null;
  /** When no product is all that was asked for: those that are most of it. */
  nearest: readonly number[];
}

/**
 * Finds, filters, counts and sorts the products of lists, and reads keywords as shoppers mean them. The search module registers it
 * with `CatalogReads`.
 */
export interface KeywordSearch {
  /** @returns null when it cannot answer now */
  find(query: ProductQuery, part: { from: number; count: number }): Promise<ListHits | null>;
}
