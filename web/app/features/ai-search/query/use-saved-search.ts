import { useLocation } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { saveSearch, savedSearch } from './ai-search-memory';
import type { SearchAnswer, SearchForm } from './ai-search-query';

/**
 * The search that is saved for the page on which the dialog opens. The Forward button changes the page below the dialog, which
 * closes and discards the search.
 * @param isRestored false to begin without the saved search
 */
export function useSavedSearch(onClose: () => void, isRestored: boolean) {
  const { key, pathname } = useLocation();
  const [openedAt] = useState(key);
  const [saved] = useState(() => (isRestored ? savedSearchFor(key, pathname) : null));

  // Every opening resets the search: a saved one is shown once.
  useEffect(() => saveSearch(null), []);

  const newestClose = useRef(onClose);
  useEffect(() => {
    newestClose.current = onClose;
  });
  useEffect(() => {
    if (key !== openedAt) newestClose.current();
  }, [key, openedAt]);

  return {
    saved,
    /** Saves a search to restore; see `saveSearch`. @param product that is opened */
    save: (product: number, form: SearchForm, found: SearchAnswer | null) =>
      saveSearch({ at: openedAt, product, form, found }),
  };
}

/** The search to restore in a dialog that opens here: where it was left, or on the product's page. */
function savedSearchFor(key: string, pathname: string) {
  const saved = savedSearch();
  return saved && (saved.at === key || pathname === `/products/${saved.product}`) ? saved : null;
}
