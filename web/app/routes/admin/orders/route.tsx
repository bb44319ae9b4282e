import { Link, useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import type { Page } from 'contract/common';
import type { Order } from 'contract/orders/orders';
import { useState } from 'react';
import { adminLoader, loadPage, type Loaded } from '~/components/admin/run-action';
import { DataTable } from '~/components/admin/list/data-table';
import { DownloadButton } from '~/components/admin/list/download-button';
import { LIST_PAGE_SIZE, listQuery, useListAddress } from '~/components/admin/list/list-url';
import { AdminPage, ListBody } from '~/components/admin/list/list-page';
import { listAllOrders } from '~/api/orders/orders';
import { adminPage } from '~/components/shop/page-title';
import { buttonStyle } from '~/components/form/button';
import { Empty } from '~/components/feedback/empty';
import { ORDER_COLUMNS } from './order-columns';
import { BuyerFilter, OrderFilters, TodoTabs } from './order-filters';
import { OrderRowActions, TodoAction } from './order-row-actions';
import { OrdersDialogs, runOrdersAction, type OpenOrdersDialog } from './orders-dialogs';
import { PageSize, pageSizeOf } from './page-size';
import { SelectedOrders } from './selected-orders';
import { useSelection } from './use-selection';

export const meta = adminPage('Đơn hàng');

const FILTERS = ['search', 'status', 'todo', 'payment', 'date_of', 'from', 'to', 'user', 'sort'] as const;

const queryOf = (params: URLSearchParams) => ({ ...listQuery(params, FILTERS), page_size: pageSizeOf(params) });

export const clientLoader = adminLoader(({ request }) => {
  const query = queryOf(new URL(request.url).searchParams);
  return loadPage(request, (signal) => listAllOrders(query, signal), 'Không thể tải danh sách đơn hàng.');
});

/** Records the parcels of the selected orders, marks them as delivered, or records their cash. */
export async function clientAction({ request }: ClientActionFunctionArgs) {
  return runOrdersAction(request, await request.formData());
}

export const HydrateFallback = () => <OrdersPage orders={undefined} />;

export default function Orders() {
  return <OrdersPage orders={useLoaderData<typeof clientLoader>()} />;
}

function OrdersPage({ orders }: { orders: Loaded<Page<Order>> | undefined }) {
  const { params } = useListAddress();
  const { results: rows = [], count = 0 } = orders?.data ?? {};
  const selection = useSelection(rows, params.get('sort'));
  const [dialog, open] = useState<OpenOrdersDialog | null>(null);
  return (
    <AdminPage
      title="Đơn hàng"
      actions={
        <>
          <TodoAction todo={params.get('todo')} orders={rows} isAll={rows.length === count} onOpen={open} />
          <DownloadButton path="/api/admin/orders/export/" query={queryOf(params)} name="don-hang.csv">
            Xuất CSV
          </DownloadButton>
        </>
      }
    >
      <TodoTabs />
      <OrderFilters />
      {params.get('user') && <BuyerFilter name={rows[0]?.user.username} />}
      <SelectedOrders
        orders={selection.orders}
        elsewhere={selection.elsewhere}
        onOpen={open}
        onClear={() => selection.select(new Set())}
      />
      <ListBody list={orders} pageSize={pageSizeOf(params)} empty={<NoOrders />}>
        {(rows) => (
          <DataTable
            caption="Đơn hàng"
            columns={ORDER_COLUMNS}
            rows={rows}
            selection={{ selected: selection.ids, onChange: selection.select, nameOf: (id) => `đơn hàng #${id}` }}
            actions={(order) => <OrderRowActions order={order} onOpen={open} />}
          />
        )}
      </ListBody>
      {count > LIST_PAGE_SIZE && <PageSize />}
      {dialog && <OrdersDialogs open={dialog} onClose={() => open(null)} onDone={selection.drop} />}
    </AdminPage>
  );
}

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
