import { Link, useLoaderData } from '@remix-run/react';
import { formatVnd, orderTotals } from 'contract/rules';
import { useEffect, useState } from 'react';
import { CartLine } from '~/features/cart/cart-line';
import { CheckoutPage } from '~/features/checkout/page/checkout-page';
import { OrderSummary } from '~/features/orders/order-summary';
import { privatePage } from '~/components/shop/page-title';
import { UnfinishedOrder } from '~/features/checkout/page/unfinished-order';
import { usePricing } from '~/features/checkout/pricing';
import { countPieces, useCart, type CartItem } from '~/features/cart/cart';
import { refreshCart, type CartChange } from '~/features/cart/refresh-cart';
import { useUser } from '~/api/account/session';
import { Alert } from '~/components/feedback/alert';
import { Button, buttonStyle } from '~/components/form/button';
import { useFocusAfterRemoval } from '~/components/form/focus/focus-after-removal';
import { Empty } from '~/components/feedback/empty';
import { StorageNotice } from '~/components/shop/storage-notice';
import { Skeleton } from '~/components/feedback/skeleton';
import { RetryAlert } from '~/components/feedback/retry-alert';

export const meta = privatePage('Giỏ hàng');

/** Shows the stored lines immediately and refreshes them in the background. */
export function clientLoader() {
  const refreshed = refreshCart();
  // The visitor may leave before it fails: avoid an unhandled rejection.
  refreshed.catch(() => undefined);
  return { refreshed };
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return (
    <main id="main" className="page grid gap-6 py-6" aria-busy="true">
      <h1 className="text-2xl">Giỏ hàng</h1>
      <noscript>
        <p>Giỏ hàng cần JavaScript. Hãy bật JavaScript trong trình duyệt rồi tải lại trang.</p>
      </noscript>
      <div className="grid max-w-3xl gap-5 noscript:hidden">
        {[1, 2].map((line) => (
          <div key={line} className="grid grid-cols-[5.5rem_1fr] gap-4 sm:grid-cols-[7rem_1fr]">
            <Skeleton className="aspect-[3/4] w-full" />
            <div className="grid content-start gap-3">
              <Skeleton className="h-5 w-3/4" />
              <Skeleton className="h-4 w-1/3" />
              <Skeleton className="h-11 w-32" />
            </div>
          </div>
        ))}
      </div>
    </main>
  );
}

export default function Cart() {
  const { changes, hasFailed } = useOutcome(useLoaderData<typeof clientLoader>().refreshed);
  const items = useCart();
  useFocusAfterRemoval(
    items.map(({ uniqueKey }) => uniqueKey),
    'main [data-remove]',
  );
  if (items.length === 0) return <EmptyCart />;
  return (
    <CheckoutPage title={`Giỏ hàng (${countPieces(items)})`} summary={<CartSummary items={items} />}>
      <StorageNotice />
      <UnfinishedOrder />
      {hasFailed && <RefreshFailed />}
      <Lines items={items} changes={changes} />
    </CheckoutPage>
  );
}

/** The result of the refresh. Not with `Suspense`, which would remount the lines while one is edited. */
function useOutcome(refreshed: Promise<CartChange[]>) {
  const [outcome, setOutcome] = useState<{ changes: CartChange[]; hasFailed: boolean }>(UNKNOWN);
  useEffect(() => {
    let isCurrent = true;
    refreshed.then(
      (changes) => isCurrent && setOutcome({ changes, hasFailed: false }),
      () => isCurrent && setOutcome({ changes: [], hasFailed: true }),
    );
    return () => {
      isCurrent = false;
    };
  }, [refreshed]);
  return outcome;
}

const UNKNOWN = { changes: [], hasFailed: false };

function Lines({ items, changes }: { items: readonly CartItem[]; changes: readonly CartChange[] }) {
  return (
    <>
      {changes.length > 0 && (
        <Alert tone="warning">
          Giỏ hàng đã được cập nhật theo giá và số lượng hiện có. Xem ghi chú ở từng sản phẩm.
        </Alert>
      )}
      <ul className="border-t border-line">
        {items.map((item, index) => (
          <CartLine
            key={item.uniqueKey}
            item={item}
            index={index}
            changes={changes.filter(({ uniqueKey }) => uniqueKey === item.uniqueKey)}
          />
        ))}
      </ul>
    </>
  );
}

function RefreshFailed() {
  return (
    <RetryAlert tone="warning">Chưa kiểm tra được giá và số lượng còn lại. Giỏ hàng của bạn vẫn được giữ.</RetryAlert>
  );
}

function CartSummary({ items }: { items: readonly CartItem[] }) {
  const pricing = usePricing();
  const user = useUser();
  const available = items.filter(({ countInStock }) => countInStock > 0);
  const totals = orderTotals(available, 0, pricing);
  const isReady = available.length === items.length;
  return (
    <OrderSummary
      totals={totals}
      pricing={pricing}
      action={
        isReady ? (
          <Link to={user ? '/shipping' : '/login?redirect=shipping'} className={buttonStyle({ size: 'lg' })}>
            Thanh toán · {formatVnd(totals.totalPrice)}
          </Link>
        ) : (
          <Button size="lg" disabled>
            Hãy xóa sản phẩm hết hàng
          </Button>
        )
      }
    />
  );
}

function EmptyCart() {
  return (
    <main id="main" className="page py-6">
      <h1 className="sr-only">Giỏ hàng</h1>
      <StorageNotice />
      <UnfinishedOrder />
      <Empty
        title="Giỏ hàng trống"
        action={
          <>
            <Link to="/search" className={buttonStyle()}>
              Tiếp tục mua sắm
            </Link>
            <Button variant="outline" disabled>
              Thanh toán
            </Button>
          </>
        }
      >
        Những món bạn chọn sẽ nằm ở đây đến khi bạn đặt hàng.
      </Empty>
    </main>
  );
}
