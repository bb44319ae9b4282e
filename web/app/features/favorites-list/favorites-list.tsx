import { Link } from '@remix-run/react';
import { formatNumber } from 'contract/rules';
import { useRef } from 'react';
import { retryFavorites, useFavorites } from '../favorites/favorites';
import { FavoritesSkeleton } from './favorites-skeleton';
import { Alert } from '~/components/feedback/alert';
import { Button, buttonStyle } from '~/components/form/button';
import { useFocusAfterRemoval } from '~/components/form/focus/focus-after-removal';
import { Empty } from '~/components/feedback/empty';
import { ProductGrid } from '~/features/product-list/product-grid';

/** The signed-in user's favourites: how many, and a card for each. */
export function FavoritesList() {
  const { status, products } = useFavorites();
  const list = useRef<HTMLDivElement>(null);
  useFocusAfterRemoval(
    products.map(({ id }) => id),
    '[aria-pressed]',
    list,
  );
  if (status === 'failed') {
    return (
      <Alert
        tone="danger"
        action={
          <Button variant="outline" size="sm" onClick={() => void retryFavorites()}>
            Thử lại
          </Button>
        }
      >
        Không thể tải danh sách yêu thích. Vui lòng thử lại.
      </Alert>
    );
  }
  if (status !== 'ready' && products.length === 0) return <FavoritesSkeleton />;
  return (
    <div ref={list} tabIndex={-1} className="grid gap-6 focus:outline-none">
      <p role="status" className="tabular text-sm text-muted">
        {formatNumber(products.length)} sản phẩm
      </p>
      {products.length > 0 ? <ProductGrid products={products} /> : <None />}
    </div>
  );
}

function None() {
  return (
    <Empty
      title="Bạn chưa có sản phẩm yêu thích nào"
      action={
        <Link to="/search" className={buttonStyle()}>
          Tiếp tục mua sắm
        </Link>
      }
    >
      Bấm vào trái tim để lưu sản phẩm vào đây và xem lại trên mọi thiết bị bạn đăng nhập.
    </Empty>
  );
}
