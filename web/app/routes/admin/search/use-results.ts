import type { ProductPage } from 'contract/catalog/catalog';
import { useCallback } from 'react';
import { listProducts } from '~/api/catalog/catalog';
import { sentenceOf } from '~/api/http/client';
import { useDebounced } from '~/lib/use-debounced';
import { useLoad } from '~/lib/use-load';

/** What a search finds now; `loading` while it runs, `error` when it failed. */
export type Results =
  { state: 'none' } | { state: 'loading' } | { state: 'failed'; error: string } | { state: 'found'; page: ProductPage };

/** Searches the shop while somebody types. @param keyword empty for no search */
export function useResults(keyword: string, pageSize: number): Results {
  const typed = keyword.trim();
  const debounced = useDebounced(typed);
  const search = useCallback(
    (keyword: string, signal: AbortSignal) => listProducts({ keyword, page: 1, page_size: pageSize }, signal),
    [pageSize],
  );
  const { data: page, error } = useLoad(debounced || null, search);
  if (typed === '') return { state: 'none' };
  if (typed !== debounced) return { state: 'loading' };
  if (page) return { state: 'found', page };
  return error === undefined
    ? { state: 'loading' }
    : { state: 'failed', error: sentenceOf(error, 'Không thể tìm lúc này.') };
}
