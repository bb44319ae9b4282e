import {
  Link,
  useLoaderData,
  useLocation,
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
} from '@remix-run/react';
import type { Page } from 'contract/common';
import type { Order } from 'contract/orders/orders';
import { PackageCheck, Printer } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { loadPage, type Loaded } from '~/components/admin/run-action';
import { DataTable } from '~/components/admin/list/data-table';
import { DeliverDialog, deliverOrders } from '~/features/order-admin/bulk/deliver-orders';
import { DownloadButton } from '~/components/admin/list/download-button';
import { listQuery, useListAddress } from '~/components/admin/list/list-url';
import { AdminPage, ListBody } from '~/components/admin/list/list-page';
import { isDeliverable } from '~/features/order-admin/order-status';
import { listAllOrders } from '~/api/orders/orders';
import { requireAdmin } from '~/routing/guards';
import { adminPage } from '~/components/shop/page-title';
import { Button, buttonStyle } from '~/components/form/button';
import { Empty } from '~/components/feedback/empty';
import { ORDER_COLUMNS } from './order-columns';
import { BuyerFilter, OrderFilters, TodoTabs } from './order-filters';
import { saveSelection, savedSelection } from './saved-selection';

export const meta = adminPage('Đơn hàng');

const FILTERS = ['search', 'status', 'todo', 'payment', 'date_of', 'from', 'to', 'user', 'sort'] as const;

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
  // The page of the slips leads back here with the selection, and so does the browser's Back.
  const { key, state } = useLocation() as { key: string; state: { selected?: readonly number[] } | null };
  const [selected, select] = useState<ReadonlySet<number>>(() => new Set(state?.selected ?? savedSelection(key)));
  const rows = orders?.data?.results ?? [];
  const [toDeliver, setToDeliver] = useState<readonly Order[] | null>(null);
  return (
    <AdminPage
      title="Đơn hàng"
      actions={
        <>
          {params.get('todo') === 'deliver' && rows.length > 0 && (
            <SlipsLink orders={rows}>In phiếu giao {rows.length} đơn</SlipsLink>
          )}
          <DownloadButton path="/api/admin/orders/export/" query={listQuery(params, FILTERS)} name="don-hang.csv">
            Xuất CSV
          </DownloadButton>
        </>
      }
    >
      <TodoTabs />
      <OrderFilters />
      {params.get('user') && <BuyerFilter name={rows[0]?.user.username} />}
      <SelectedOrders
        // Selected orders that are no longer shown are ignored.
        orders={rows.filter((order) => selected.has(order.id))}
        onDeliver={setToDeliver}
        onClear={() => select(new Set())}
      />
      <ListBody list={orders} empty={<NoOrders />}>
        {(rows) => (
          <DataTable
            caption="Đơn hàng"
            hasCards
            columns={ORDER_COLUMNS}
            rows={rows}
            selection={{ selected, onChange: select, nameOf: (id) => `đơn hàng #${id}` }}
            actions={(order) => <OrderRowActions order={order} onDeliver={() => setToDeliver([order])} />}
          />
        )}
      </ListBody>
      {toDeliver && (
        <DeliverDialog
          orders={toDeliver}
          onClose={() => setToDeliver(null)}
          onDone={(done) => select(new Set([...selected].filter((id) => !done.includes(id))))}
        />
      )}
    </AdminPage>
  );
}

interface SelectedOrdersProps {
  orders: readonly Order[];
  onDeliver: (orders: readonly Order[]) => void;
  onClear: () => void;
}

/** How many orders are selected, and what can be done with all of them. */
function SelectedOrders({ orders, onDeliver, onClear }: SelectedOrdersProps) {
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
      <SlipsLink orders={orders} isSelection>
        In phiếu giao
      </SlipsLink>
      <Button size="sm" variant="quiet" onClick={onClear}>
        Bỏ chọn
      </Button>
    </div>
  );
}

interface SlipsLinkProps {
  orders: readonly Order[];
  /** Whether they are selected, and stay so on the way back. */
  isSelection?: boolean;
  children: ReactNode;
}

/** Leads to the packing slips and the pick list of orders, and from there back to the list as it is. */
function SlipsLink({ orders, isSelection = false, children }: SlipsLinkProps) {
  const { params } = useListAddress();
  const { key } = useLocation();
  const ids = orders.map(({ id }) => id);
  const selected = isSelection ? ids : [];
  return (
    <Link
      to={`/admin/slips?orders=${ids.join(',')}`}
      state={{ list: `?${params}`, selected }}
      onClick={() => saveSelection(key, selected)}
      className={buttonStyle({ variant: 'outline', size: 'sm' })}
    >
      <Printer aria-hidden="true" className="size-4" />
      {children}
    </Link>
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
