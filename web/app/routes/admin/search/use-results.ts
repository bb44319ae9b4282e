import type { ProductPage } from 'contract/catalog/catalog';
import { useEffect, useState } from 'react';
import { listProducts } from '~/api/catalog/catalog';
import { sentenceOf } from '~/api/http/client';
import { useDebounced } from '~/lib/use-debounced';

/** What a search finds now; `loading` while it runs, `error` when it failed. */
export type Results =
  { state: 'none' } | { state: 'loading' } | { state: 'failed'; error: string } | { state: 'found'; page: ProductPage };

/** Searches the shop while somebody types. @param keyword empty for no search */
export function useResults(keyword: string, pageSize: number): Results {
  const debounced = useDebounced(keyword.trim());
  const [answer, setAnswer] = useState<{ keyword: string; results: Results }>();
  useEffect(() => {
    if (debounced === '') return;
    const stop = new AbortController();
    listProducts({ keyword: debounced, page: 1, page_size: pageSize }, stop.signal).then(
      (page) => setAnswer({ keyword: debounced, results: { state: 'found', page } }),
      (error: unknown) => {
        if (!stop.signal.aborted) {
          setAnswer({
            keyword: debounced,
            results: { state: 'failed', error: sentenceOf(error, 'Không thể tìm lúc này.') },
          });
        }
      },
    );
    return () => stop.abort();
  }, [debounced, pageSize]);
  if (keyword.trim() === '') return { state: 'none' };
  return answer?.keyword === keyword.trim() ? answer.results : { state: 'loading' };
}
