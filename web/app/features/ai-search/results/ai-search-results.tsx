import { TEXTS } from 'contract/rules';
import { forwardRef, type ReactNode } from 'react';
import { Alert } from '~/components/feedback/alert';
import { Button } from '~/components/form/button';
import { Empty } from '~/components/feedback/empty';
import { Skeleton } from '~/components/feedback/skeleton';
import { useWait, waitText } from '~/components/form/use-wait';
import { AiSearchCard } from './ai-search-card';
import { UnderstoodChips } from './ai-search-chips';
import { Ideas } from './ai-search-ideas';
import type { SearchAnswer } from '../ai-search-query';
import type { AiSearch, Failure } from '../ai-search-state';

const GRID = 'grid grid-cols-2 gap-x-3 gap-y-6 sm:grid-cols-3 sm:gap-x-4';

interface ResultsProps {
  search: AiSearch;
  /** Called with each search that starts in here. */
  onAsk: () => void;
}

/** What stands beside the form, on phones below it: ideas, then what was found. */
export const AiSearchResults = forwardRef<HTMLElement, ResultsProps>(function AiSearchResults({ search, onAsk }, ref) {
  const { result } = search;
  return (
    <section
      ref={ref}
      // The focus goes here when the chip that had it goes away.
      tabIndex={-1}
      aria-label="Kết quả tìm kiếm"
      aria-busy={result.is === 'loading'}
      className="min-w-0 scroll-mt-4 content-start outline-none max-lg:border-t max-lg:border-line max-lg:pt-4"
    >
      {/* Always in the page, so that a screen reader knows of it before it says something. */}
      <div role="status">
        {result.is === 'loading' && <Heading>AI đang phân tích và tìm kiếm...</Heading>}
        {result.is === 'found' && <Heading>{countText(result.found.products.length)}</Heading>}
      </div>
      {result.is === 'none' && <Ideas search={search} onAsk={onAsk} />}
      {result.is === 'loading' && <Loading />}
      {result.is === 'failed' && <Failed failure={result} onRetry={() => search.ask(result.asked)} />}
      {result.is === 'found' && <FoundProducts found={result.found} search={search} onAsk={onAsk} />}
    </section>
  );
});

const Heading = ({ children }: { children: ReactNode }) => <h3 className="mb-3 text-lg">{children}</h3>;

const countText = (count: number) =>
  count === 0 ? 'Không tìm thấy sản phẩm phù hợp' : `Tìm thấy ${count} sản phẩm phù hợp`;

function FoundProducts({ found, search, onAsk }: { found: SearchAnswer } & ResultsProps) {
  const { products, warning } = found;
  return (
    <div className="grid gap-4">
      {warning && <Alert tone="warning">{warning}</Alert>}
      <UnderstoodChips found={found} search={search} onAsk={onAsk} />
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

/** Of a picture alone plainer means find nothing. */
const Advice = ({ found: { asked, warning } }: { found: SearchAnswer }) => (
  <Empty title="Thử tìm theo cách khác nhé">
    {warning && !asked.text
      ? TEXTS.pictureSearchDown
      : 'Mô tả ngắn gọn hơn, bỏ bớt màu sắc hoặc mức giá, hoặc chọn một hình ảnh rõ nét chỉ có một sản phẩm.'}
  </Empty>
);

function Failed({ failure, onRetry }: { failure: Failure; onRetry: () => void }) {
  const wait = useWait(failure);
  return (
    <Alert
      tone="danger"
      action={
        <Button variant="outline" size="sm" disabled={wait > 0} onClick={onRetry}>
          {wait > 0 ? waitText(wait) : 'Thử lại'}
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
