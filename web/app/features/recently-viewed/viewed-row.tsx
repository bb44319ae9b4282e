import type { ListProduct } from 'contract/catalog/catalog';
import { useEffect, useState } from 'react';
import { listCards } from '~/api/catalog/catalog';
import { FailedPart } from '~/components/feedback/failed-part';
import { Skeleton } from '~/components/feedback/skeleton';
import { focusHeadingAfter } from '~/components/form/focus/focus';
import { Section } from '~/components/shop/section';
import { ProductCard } from '~/features/product-list/product-card';
import { viewedProducts } from '~/lib/storage/viewed-products';

const SIZES = '(min-width: 992px) 208px, 160px';

/** A row of the viewed products as cards, which can be swiped, with a button that forgets them. */
export function ViewedRow({ ids, className }: { ids: readonly number[]; className?: string }) {
  const { products, hasFailed, retry } = useCards(ids);
  if (products?.length === 0) return null;
  return (
    <Section title="Bạn vừa xem" className={`min-h-112 ${className ?? 'py-10 lg:py-16'}`}>
      {hasFailed ? (
        <FailedPart onRetry={retry}>Không tải được sản phẩm bạn vừa xem.</FailedPart>
      ) : (
        <ul
          aria-busy={products === undefined}
          className="-mx-4 flex snap-x scroll-px-4 gap-3 overflow-x-auto px-4 pb-2 lg:mx-0 lg:gap-6 lg:px-0"
        >
          {products
            ? products.map((product) => (
                <li key={product.id} className="w-40 shrink-0 snap-start lg:w-52">
                  <ProductCard product={product} badges={['discount']} sizes={SIZES} />
                </li>
              ))
            : ids.map((id) => (
                <li key={id} className="w-40 shrink-0 lg:w-52">
                  <Skeleton className="aspect-3/4 w-full" />
                  <Skeleton className="mt-3 h-4 w-3/4" />
                </li>
              ))}
        </ul>
      )}
      <button
        type="button"
        onClick={({ currentTarget }) => {
          focusHeadingAfter(currentTarget.closest('section') ?? currentTarget);
          viewedProducts.clear();
        }}
        className="mt-2 min-h-11 text-sm underline underline-offset-4"
      >
        Xóa sản phẩm đã xem
      </button>
    </Section>
  );
}

/** Reads the cards of products; what is no longer sold is not among them. */
function useCards(ids: readonly number[]) {
  const [products, setProducts] = useState<readonly ListProduct[]>();
  const [hasFailed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const key = ids.join(',');
  useEffect(() => {
    const leaving = new AbortController();
    listCards(key.split(',').map(Number), leaving.signal).then(
      (products) => setProducts(products),
      () => !leaving.signal.aborted && setFailed(true),
    );
    return () => leaving.abort();
  }, [key, attempt]);
  function retry() {
    setFailed(false);
    setAttempt(attempt + 1);
  }
  return { products, hasFailed, retry };
}
