import { useEffect } from 'react';
import { reportSearch } from './search-events';

/**
 * Reports the search of a result page once it is shown.
 * @param keyword empty for a list that is no search, or only a part of its results
 */
export function useSearchReport(keyword: string, hasResults: boolean): void {
  useEffect(() => (keyword === '' ? undefined : reportSearch(keyword, hasResults)), [keyword, hasResults]);
}
