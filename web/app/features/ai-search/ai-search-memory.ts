import type { Form, SearchAnswer } from './ai-search-query';

/** A search that a shopper left in order to look at one of its products. */
interface KeptSearch {
  /** Key of the history entry it was left at. */
  at: string;
  /** The product it was left for, where it was left for one. */
  product: number | null;
  form: Form;
  found: SearchAnswer | null;
}

/**
 * The search comes back when the shopper does, or opens it anew on the product's page. A search that is closed otherwise
 * is forgotten, as is one that is reset. In memory alone: a picture of a shopper's own is written down nowhere.
 */
let kept: KeptSearch | null = null;

export const keptSearch = () => kept;

export function keepSearch(search: KeptSearch | null) {
  kept = search;
}
