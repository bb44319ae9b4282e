import { Link, useLoaderData, type ClientActionFunctionArgs, type ClientLoaderFunctionArgs } from '@remix-run/react';
import type { Page } from 'contract/common';
import type { Order } from 'contract/orders/orders';
import { ORDER_STATUS_NAMES } from 'contract/orders/order-status-names';
import { PAYMENT_METHODS } from 'contract/rules';
import { PackageCheck, Printer, X } from 'lucide-react';
import { useState } from 'react';
import { loadPage, type Loaded } from '~/components/admin/run-action';
import { DataTable } from '~/components/admin/list/data-table';
import { DeliverDialog, deliverOrders } from '~/features/order-admin/deliver-orders';
import { DownloadButton } from '~/components/admin/list/download-button';
import { DaysFilter, FilterBar, SearchFilter, SelectFilter } from '~/components/admin/list/filter-bar';
import { hrefWith, listQuery, useListAddress } from '~/components/admin/list/list-url';
import { AdminPage, ListBody } from '~/components/admin/list/list-page';
import { isDeliverable } from '~/features/order-admin/order-status';
import { listAllOrders } from '~/api/orders/orders';
import { requireAdmin } from '~/routing/guards';
import { PAYMENT_NAMES } from '~/features/orders/order-labels';
import { adminPage } from '~/components/shop/page-title';
import { Button, buttonStyle } from '~/components/form/button';
import { Empty } from '~/components/feedback/empty';
import { ORDER_COLUMNS } from './order-columns';

export const meta = adminPage('Đơn hàng');

const FILTERS = ['search', 'status', 'payment', 'date_of', 'from', 'to', 'user', 'sort'] as const;

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  await requireAdmin(request);
  const query = listQuery(new URL(request.url).searchParams, FILTERS);
  return loadPage(request, (signal) => listAllOrders(query, signal), 'Không thể tải danh sách đơn hàng.');
}
clientLoader.hydrate = true as const;

/** Marks the selected orders as delivered. */
export async function clientAction({ request }: ClientActionFunctionArgs) {
  return deliverOrders(request, await request.formData());
}

export const HydrateFallback = () => <OrdersPage orders={undefined} />;

export default function Orders() {
  return <OrdersPage orders={useLoaderData<typeof clientLoader>()} />;
}

function OrdersPage({ orders }: { orders: Loaded<Page<Order>> | undefined }) {
  const { params } = useListAddress();
  const [selected, select] = useState<ReadonlySet<number>>(new Set());
  const [toDeliver, setToDeliver] = useState<readonly Order[] | null>(null);
  return (
    <AdminPage
      title="Đơn hàng"
      actions={
        <DownloadButton path="/api/admin/orders/export/" query={listQuery(params, FILTERS)} name="don-hang.csv">
          Xuất CSV
        </DownloadButton>
      }
    >
      <OrderFilters />
      {params.get('user') && <BuyerFilter />}
      <SelectedOrders
        // Selected orders that are no longer shown are ignored.
        orders={(orders?.data?.results ?? []).filter((order) => selected.has(order.id))}
        onDeliver={setToDeliver}
        onClear={() => select(new Set())}
      />
      <ListBody list={orders} empty={<NoOrders />}>
        {(rows) => (
          <DataTable
            caption="Đơn hàng"
            columns={ORDER_COLUMNS}
            rows={rows}
            selection={{ selected, onChange: select, nameOf: (id) => `đơn hàng #${id}` }}
            actions={(order) => <OrderRowActions order={order} onDeliver={() => setToDeliver([order])} />}
          />
        )}
      </ListBody>
      {toDeliver && (
        <DeliverDialog orders={toDeliver} onClose={() => setToDeliver(null)} onDone={() => select(new Set())} />
      )}
    </AdminPage>
  );
}

const OrderFilters = () => (
  <FilterBar>
    <SearchFilter label="Số đơn, khách, người nhận, điện thoại" />
    <SelectFilter label="Trạng thái" name="status" options={Object.entries(ORDER_STATUS_NAMES)} />
    <SelectFilter
      label="Thanh toán"
      name="payment"
      options={PAYMENT_METHODS.map((method) => [method, PAYMENT_NAMES[method]] as const)}
      className="max-w-40" // All filters fit in one row of 976 pixels.
    />
    <SelectFilter
      label="Ngày"
      name="date_of"
      all="Đặt hàng"
      options={[
        ['paid', 'Thanh toán'],
        ['refunded', 'Hoàn tiền'],
      ]}
    />
    <DaysFilter />
  </FilterBar>
);

interface SelectedOrdersProps {
  orders: readonly Order[];
  onDeliver: (orders: readonly Order[]) => void;
  onClear: () => void;
}

/** How many orders are selected, and what can be done with all of them. */
function SelectedOrders({ orders, onDeliver, onClear }: SelectedOrdersProps) {
  const { params } = useListAddress();
  const deliverable = orders.filter(isDeliverable);
  if (orders.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-md bg-sand px-4 py-2 text-sm" role="status">
      <p>
        Đã chọn {orders.length} đơn hàng
        {deliverable.length < orders.length && `, ${deliverable.length} đơn có thể đánh dấu đã giao`}
      </p>
      <Button size="sm" disabled={deliverable.length === 0} onClick={() => onDeliver(deliverable)}>
        <PackageCheck aria-hidden="true" className="size-4" />
        Đánh dấu đã giao
      </Button>
      <Link
        to={`/admin/slips?orders=${orders.map(({ id }) => id).join(',')}`}
        state={{ list: `?${params}` }}
        className={buttonStyle({ variant: 'outline', size: 'sm' })}
      >
        <Printer aria-hidden="true" className="size-4" />
        In phiếu giao
      </Link>
      <Button size="sm" variant="quiet" onClick={onClear}>
        Bỏ chọn
      </Button>
    </div>
  );
}

const OrderRowActions = ({ order, onDeliver }: { order: Order; onDeliver: () => void }) => (
  <>
    {isDeliverable(order) && (
      <Button size="sm" variant="outline" aria-label={`Đánh dấu đơn hàng #${order.id} đã giao`} onClick={onDeliver}>
        Đã giao
      </Button>
    )}
    <Link
      to={`/admin/orders/${order.id}/slip`}
      aria-label={`In phiếu giao đơn hàng #${order.id}`}
      title="In phiếu giao"
      className={buttonStyle({ variant: 'quiet', size: 'sm' })}
    >
      <Printer aria-hidden="true" className="size-4" />
    </Link>
  </>
);

const NoOrders = () => (
  <Empty
    title="Chưa có đơn hàng nào"
    action={
      <Link to="/admin/products" className={buttonStyle({ variant: 'outline' })}>
        Xem sản phẩm
      </Link>
    }
  >
    Đơn hàng xuất hiện ở đây ngay khi khách đặt.
  </Empty>
);

/** The active buyer filter, with a link that removes it. No filter box shows it. */
function BuyerFilter() {
  const address = useListAddress();
  const user = address.params.get('user');
  return (
    <p className="flex items-center gap-2 text-sm">
      Chỉ đơn của khách hàng số {user}
      <Link
        to={hrefWith(address, { user: null })}
        className="inline-flex min-h-9 items-center gap-1 underline underline-offset-4"
      >
        <X aria-hidden="true" className="size-4" />
        Xem mọi khách hàng
      </Link>
    </p>
  );
}
