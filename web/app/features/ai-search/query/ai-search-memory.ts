import { currentUser } from '~/api/account/session';
import type { SearchForm, SearchAnswer } from './ai-search-query';

/** A search that was left to look at one of its products. */
interface SavedSearch {
  /** Key of the history entry where the search was left. */
  at: string;
  /** Id of the product that was opened. */
  product: number;
  form: SearchForm;
  found: SearchAnswer | null;
}

/**
 * Restored once, when the shopper navigates back or opens the dialog on the product's page. Any opening, closing or
 * resetting of the search deletes it. Kept in memory only: a shopper's own picture is never stored, and the next user does not see it.
 */
let saved: (SavedSearch & { user: number | undefined }) | null = null;

/** @returns the search to restore, or null */
export const savedSearch = () => (saved?.user === currentUser()?.id ? saved : null);

/** Saves a search to restore later; null deletes it. */
export function saveSearch(search: SavedSearch | null) {
  saved = search && { ...search, user: currentUser()?.id };
}
