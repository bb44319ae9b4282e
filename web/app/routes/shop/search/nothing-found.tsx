import { Link } from '@remix-run/react';
import { Sparkles } from 'lucide-react';
import { Empty } from '~/components/feedback/empty';
import { Button, buttonStyle } from '~/components/form/button';
import { useAiSearchDialog } from '~/features/ai-search/ai-search-button';
import { ProductGrid, type ProductGridProps } from '~/features/product-list/product-grid';
import { searchHref, withoutFilters, type SearchQuery } from './search-query';

export const NOTHING_FOUND = 'Không tìm thấy sản phẩm phù hợp';

interface NothingFoundProps {
  search: SearchQuery;
  /** There are results, but the page number is past the last page. */
  isPastEnd: boolean;
  isFiltered: boolean;
}

/** An empty list and the ways out of it. */
export function NothingFound({ search, isPastEnd, isFiltered }: NothingFoundProps) {
  const way = isPastEnd
    ? { to: searchHref(search), label: 'Về trang đầu' }
    : isFiltered && { to: searchHref(withoutFilters(search)), label: 'Bỏ mọi bộ lọc' };
  return (
    <Empty
      title={NOTHING_FOUND}
      action={
        <>
          {way && (
            <Link to={way.to} className={buttonStyle()}>
              {way.label}
            </Link>
          )}
          {search.keyword && !isPastEnd && <AskAi key={search.keyword} keyword={search.keyword} />}
          <Link to="/search" className={buttonStyle({ variant: way ? 'outline' : 'primary' })}>
            Xem tất cả sản phẩm
          </Link>
        </>
      }
    >
      {isPastEnd
        ? 'Danh sách này không có nhiều trang như vậy.'
        : 'Hãy thử từ khóa ngắn hơn, viết có hoặc không dấu, hoặc bỏ bớt bộ lọc.'}
    </Empty>
  );
}

interface OffersProps extends Pick<ProductGridProps, 'products' | 'isWanted' | 'sizes'> {
  id: string;
  heading: string;
}

/** What an empty result offers. */
export function Offers({ id, heading, products, ...grid }: OffersProps) {
  if (products.length === 0) return null;
  return (
    <section aria-labelledby={id} className="mt-10">
      <h2 id={id} className="mb-4 text-xl">
        {heading}
      </h2>
      <ProductGrid products={products} columns="two-columns md:grid-cols-3" {...grid} />
    </section>
  );
}

/** Opens the AI search with the keyword, which reads sentences. Hidden without JavaScript. */
function AskAi({ keyword }: { keyword: string }) {
  const aiSearch = useAiSearchDialog(keyword);
  return (
    <>
      <Button variant="outline" isBusy={aiSearch.isLoading} className="noscript:hidden" onClick={aiSearch.open}>
        <Sparkles aria-hidden="true" className="size-4" />
        Tìm bằng AI
      </Button>
      {aiSearch.dialog}
    </>
  );
}
