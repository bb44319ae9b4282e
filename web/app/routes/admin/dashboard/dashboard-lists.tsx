import { Link } from '@remix-run/react';
import type { Dashboard } from 'contract/administration/dashboard';
import { formatNumber, formatVnd } from 'contract/rules';
import { ORDER_STATUS_NAMES } from 'contract/orders/order-status-names';
import type { OrderStatus } from 'contract/orders/orders';
import type { ReactNode } from 'react';

/** Orders of the period by their current state, each with a bar of its share. */
export function OrdersByStatus({ data: { orders_by_status: counts, period } }: { data: Dashboard }) {
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return (
    <Panel title="Đơn đặt trong kỳ theo trạng thái" to={`/admin/orders?from=${period.from}&to=${period.to}`}>
      {all === 0 ? (
        <Nothing>Không có đơn nào được đặt trong kỳ này.</Nothing>
      ) : (
        <ul className="grid gap-2.5">
          {Object.entries(ORDER_STATUS_NAMES).map(([status, label]) => {
            const count = counts[status as OrderStatus];
            return (
              <li key={status}>
                <Link
                  to={`/admin/orders?status=${status}&from=${period.from}&to=${period.to}`}
                  className="grid grid-cols-[1fr_auto] gap-x-3 text-sm underline-offset-4 hover:underline"
                >
                  {label}
                  <strong className="tabular">{formatNumber(count)}</strong>
                  <span aria-hidden="true" className="col-span-2 mt-1 h-1.5 rounded-full bg-sand">
                    <span
                      className="block h-full rounded-full bg-accent"
                      style={{ width: `${(100 * count) / all}%` }}
                    />
                  </span>
                </Link>
              </li>
            );
          })}
        </ul>
      )}
    </Panel>
  );
}

export function BestSellers({ products }: { products: Dashboard['best_sellers'] }) {
  return (
    <Panel title="Bán chạy trong kỳ" to="/admin/products?sort=sold-desc">
      {products.length === 0 ? (
        <Nothing>Chưa có sản phẩm nào được bán trong kỳ này.</Nothing>
      ) : (
        <ProductList products={products}>
          {({ sold, total }) => (
            <>
              <strong>{formatNumber(sold)}</strong>
              <span className="block text-muted">{formatVnd(total)}</span>
            </>
          )}
        </ProductList>
      )}
    </Panel>
  );
}

export function LowStock({ low: { count, products } }: { low: Dashboard['low_stock'] }) {
  return (
    <Panel title={`Sắp hết hàng (${formatNumber(count)})`} to="/admin/products?stock=low">
      {count === 0 ? (
        <Nothing>Mọi sản phẩm đều còn đủ hàng.</Nothing>
      ) : (
        <ProductList products={products}>
          {({ total_stock: left }) => (
            <strong className={left === 0 ? 'text-signal' : ''}>{left === 0 ? 'Hết hàng' : `Còn ${left}`}</strong>
          )}
        </ProductList>
      )}
    </Panel>
  );
}

interface Listed {
  id: number;
  name: string;
  image: string | null;
}

function ProductList<T extends Listed>({
  products,
  children,
}: {
  products: readonly T[];
  children: (product: T) => ReactNode;
}) {
  return (
    <ol className="grid gap-2">
      {products.map((product) => (
        <li key={product.id} className="grid grid-cols-[auto_1fr_auto] items-center gap-3 text-sm">
          <img
            src={product.image ?? '/images/sample.png'}
            alt=""
            width={36}
            height={48}
            loading="lazy"
            className="h-12 w-9 rounded-sm bg-sand object-cover"
          />
          <Link
            to={`/admin/products/${product.id}`}
            className="line-clamp-2 min-w-0 underline-offset-4 hover:underline"
          >
            {product.name}
          </Link>
          <span className="text-right tabular">{children(product)}</span>
        </li>
      ))}
    </ol>
  );
}

function Panel({ title, to, children }: { title: string; to: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="min-w-0 rounded-lg border border-line bg-surface p-4">
      <div className="mb-3 flex items-baseline justify-between gap-3">
        <h2 className="text-base font-medium">{title}</h2>
        <Link to={to} className="shrink-0 text-sm underline underline-offset-4">
          Xem<span className="sr-only"> {title}</span>
        </Link>
      </div>
      {children}
    </section>
  );
}

const Nothing = ({ children }: { children: ReactNode }) => (
  <p className="grid min-h-24 place-content-center rounded-md bg-paper px-4 text-center text-sm text-muted">
    {children}
  </p>
);
