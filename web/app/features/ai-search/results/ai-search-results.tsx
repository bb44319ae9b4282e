import { forwardRef, type ReactNode } from 'react';
import { Alert } from '~/components/feedback/alert';
import { Button } from '~/components/form/button';
import { Empty } from '~/components/feedback/empty';
import { Skeleton } from '~/components/feedback/skeleton';
import { useRetryCountdown, retryCountdownText } from '~/components/form/use-retry-countdown';
import { AiSearchCard } from './ai-search-card';
import { UnderstoodChips } from './ai-search-chips';
import { Ideas } from './ai-search-ideas';
import type { SearchAnswer } from '~/features/ai-search/query/ai-search-query';
import type { AiSearch } from '~/features/ai-search/query/ai-search-state';
import type { SearchFailure } from '~/features/ai-search/query/use-search-run';

const PICTURE_SEARCH_DOWN = 'Chưa tìm được bằng hình ảnh lúc này. Vui lòng mô tả bằng chữ hoặc thử lại sau ít phút.';
const GRID = 'grid grid-cols-2 gap-x-3 gap-y-6 sm:grid-cols-3 sm:gap-x-4';

interface ResultsProps {
  search: AiSearch;
  /** Called when a search starts in the result area. */
  onSearch: () => void;
}

/** The result area beside the form, on phones below it: examples first, then the results. */
export const AiSearchResults = forwardRef<HTMLElement, ResultsProps>(function AiSearchResults(
  { search, onSearch },
  ref,
) {
  const { result } = search;
  return (
    <section
      ref={ref}
      // Takes the focus when the focused chip disappears.
      tabIndex={-1}
      aria-label="Kết quả tìm kiếm"
      aria-busy={result.status === 'loading'}
      className="min-w-0 scroll-mt-4 content-start outline-none max-lg:border-t max-lg:border-line max-lg:pt-4"
    >
      {/* Always rendered, so that screen readers register the live region before its text changes. */}
      <div role="status">
        {result.status === 'loading' && <Heading>AI đang phân tích và tìm kiếm...</Heading>}
        {result.status === 'found' && <Heading>{countText(result.found.products.length)}</Heading>}
      </div>
      {result.status === 'idle' && <Ideas search={search} onSearch={onSearch} />}
      {result.status === 'loading' && <Loading />}
      {result.status === 'failed' && <Failed failure={result} onRetry={() => search.run(result.input)} />}
      {result.status === 'found' && <FoundProducts found={result.found} search={search} onSearch={onSearch} />}
    </section>
  );
});

const Heading = ({ children }: { children: ReactNode }) => <h3 className="mb-3 text-lg">{children}</h3>;

const countText = (count: number) =>
  count === 0 ? 'Không tìm thấy sản phẩm phù hợp' : `Tìm thấy ${count} sản phẩm phù hợp`;

function FoundProducts({ found, search, onSearch }: { found: SearchAnswer } & ResultsProps) {
  const { products, warning } = found;
  return (
    <div className="grid gap-4">
      {warning && <Alert tone="warning">{warning}</Alert>}
      <UnderstoodChips found={found} search={search} onSearch={onSearch} />
      {products.length === 0 ? (
        <Advice found={found} />
      ) : (
        <ul className={GRID}>
          {products.map((product) => (
            <li key={product.id}>
              <AiSearchCard product={product} onOpen={() => search.leave(product.id)} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Advice when nothing was found. The keyword fallback cannot search by a picture alone. */
const Advice = ({ found: { input, warning } }: { found: SearchAnswer }) => (
  <Empty title="Thử tìm theo cách khác nhé">
    {warning && !input.text
      ? PICTURE_SEARCH_DOWN
      : 'Mô tả ngắn gọn hơn, bỏ bớt màu sắc hoặc mức giá, hoặc chọn một hình ảnh rõ nét chỉ có một sản phẩm.'}
  </Empty>
);

function Failed({ failure, onRetry }: { failure: SearchFailure; onRetry: () => void }) {
  const wait = useRetryCountdown(failure);
  return (
    <Alert
      tone="danger"
      action={
        <Button variant="outline" size="sm" disabled={wait > 0} onClick={onRetry}>
          {wait > 0 ? retryCountdownText(wait) : 'Thử lại'}
        </Button>
      }
    >
      Có lỗi xảy ra khi tìm kiếm: {failure.sentence}
    </Alert>
  );
}

function Loading() {
  return (
    <div aria-hidden="true" className={GRID}>
      {[1, 2, 3, 4, 5, 6].map((place) => (
        <div key={place} className="grid gap-2">
          <Skeleton className="aspect-3/4 w-full" />
          <Skeleton className="h-4 w-4/5" />
          <Skeleton className="h-4 w-2/5" />
          <Skeleton className="h-1.5 w-full" />
        </div>
      ))}
    </div>
  );
}
