import { Link } from '@remix-run/react';
import type { Page } from 'contract/common';
import type { Order } from 'contract/orders/orders';
import { formatNumber, formatVnd } from 'contract/rules';
import { DataTable, type Column } from '~/components/admin/list/data-table';
import type { Loaded } from '~/components/admin/run-action';
import { formatTime } from '~/components/display/date';
import { Empty } from '~/components/feedback/empty';
import { RetryAlert } from '~/components/feedback/retry-alert';
import { buttonStyle } from '~/components/form/button';
import { Disputes } from '~/features/order-admin/disputes';
import { OrderStatus } from '~/features/order-admin/order-status';
import { PAYMENT_NAMES } from '~/features/orders/order-labels';

/** How many orders the page shows. */
export const LAST_ORDERS = 10;

/** Without sorts: the page always shows the last ones. */
const COLUMNS: readonly Column<Order>[] = [
  {
    label: 'Đơn hàng',
    cell: ({ id, createdAt }) => (
      <>
        <Link to={`/admin/orders/${id}`} className="font-medium underline underline-offset-4">
          #{id}
        </Link>
        <span className="block whitespace-nowrap text-muted tabular">{formatTime(createdAt)}</span>
      </>
    ),
  },
  {
    label: 'Sản phẩm',
    cell: ({ orderItems: [first, ...rest] }) => (
      <span className="block min-w-32 [overflow-wrap:anywhere]">
        {first && `${first.qty} × ${first.productName}`}
        {rest.length > 0 && <span className="block text-muted">và {rest.length} sản phẩm khác</span>}
      </span>
    ),
  },
  {
    label: 'Tổng cộng',
    isNumber: true,
    cell: ({ totalPrice, paymentMethod }) => (
      <>
        <span className="font-medium whitespace-nowrap">{formatVnd(totalPrice)}</span>
        <span className="block text-muted">{PAYMENT_NAMES[paymentMethod]}</span>
      </>
    ),
  },
  {
    label: 'Trạng thái',
    cell: (order) => (
      <span className="grid gap-1.5">
        <OrderStatus order={order} />
        <Disputes disputes={order.disputes} />
      </span>
    ),
  },
];

/** The last orders of a customer, with a link to all of them. */
export function CustomerOrders({ user, orders: { data, error } }: { user: number; orders: Loaded<Page<Order>> }) {
  return (
    <section aria-labelledby="last-orders" className="grid min-w-0 gap-3">
      <h2 id="last-orders" className="text-base">
        Đơn hàng gần đây
      </h2>
      {!data ? (
        <RetryAlert>{error}</RetryAlert>
      ) : data.results.length === 0 ? (
        <div className="rounded-lg border border-line bg-surface">
          <Empty title="Chưa có đơn hàng nào">Đơn hàng của khách sẽ hiện ở đây.</Empty>
        </div>
      ) : (
        <>
          <DataTable caption="Đơn hàng gần đây" columns={COLUMNS} rows={data.results} />
          {data.count > data.results.length && (
            <Link
              to={`/admin/orders?user=${user}`}
              className={`${buttonStyle({ variant: 'outline', size: 'sm' })} justify-self-start`}
            >
              Xem cả {formatNumber(data.count)} đơn hàng
            </Link>
          )}
        </>
      )}
    </section>
  );
}
