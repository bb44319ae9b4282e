import { Link, useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import type { AdminOrder } from 'contract/orders/orders';
import type { RefundRequest } from 'contract/money/refunds';
import { formatVnd } from 'contract/rules';
import { useState } from 'react';
import { adminLoader, loadPage, type Loaded } from '~/components/admin/run-action';
import { DataTable, type Column } from '~/components/admin/list/data-table';
import { Disputes } from '~/features/order-admin/disputes';
import { DaysFilter, FilterBar, SearchFilter, SelectFilter } from '~/components/admin/list/filter-bar';
import { hrefWith, listQuery, pageOf, useListAddress } from '~/components/admin/list/list-url';
import { AdminPage, ListBody } from '~/components/admin/list/list-page';
import { RefundState } from '~/features/order-admin/order-parts';
import {
  RefundDecision,
  RefundDecisionDialog,
  decideRefund,
  type OpenRefundDecision,
} from '~/features/order-admin/refund-decision';
import { getAdminOrder } from '~/api/orders/orders';
import { listRefunds } from '~/api/money/refunds';
import { adminPage } from '~/components/shop/page-title';
import { buttonStyle } from '~/components/form/button';
import { formatTime } from '~/components/display/date';
import { Email } from '~/components/display/email';
import { Empty } from '~/components/feedback/empty';
import { OrderBeside } from './order-beside';

export const meta = adminPage('Yêu cầu hoàn tiền');

/** Loads the refund requests, and the order to show: the one in the URL, else that of the first request. */
export const clientLoader = adminLoader(async ({ request }) => {
  const params = new URL(request.url).searchParams;
  const filters = listQuery(params, ['search', 'status', 'from', 'to', 'sort']);
  const query = { ...filters, sort: filters.sort || 'pending-first' };
  const refunds = await loadPage(
    request,
    (signal) => listRefunds(query, signal),
    'Không thể tải danh sách yêu cầu hoàn tiền.',
  );
  const id = Number(params.get('order')) || refunds.data?.results[0]?.order.id;
  const order = id
    ? await loadPage(request, (signal) => getAdminOrder(id, signal), 'Không thể tải đơn hàng.')
    : undefined;
  return { refunds, order };
});

/** Approves, rejects or deletes a request. */
export async function clientAction({ request }: ClientActionFunctionArgs) {
  return decideRefund(request, await request.formData());
}

export const HydrateFallback = () => <RefundsPage />;

export default function Refunds() {
  return <RefundsPage {...useLoaderData<typeof clientLoader>()} />;
}

interface RefundsPageProps {
  refunds?: Loaded<Awaited<ReturnType<typeof listRefunds>>>;
  order?: Loaded<AdminOrder>;
}

function RefundsPage({ refunds, order }: RefundsPageProps) {
  const [open, setOpen] = useState<OpenRefundDecision | null>(null);
  return (
    <AdminPage title="Yêu cầu hoàn tiền">
      <FilterBar>
        <SearchFilter label="Số đơn, tên hoặc email khách" />
        <SelectFilter
          label="Trạng thái"
          name="status"
          options={[
            ['pending', 'Chờ duyệt'],
            ['approved', 'Đã duyệt'],
            ['rejected', 'Đã từ chối'],
          ]}
        />
        <DaysFilter />
      </FilterBar>
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_18rem] 2xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid min-w-0 gap-4">
          <ListBody
            list={refunds}
            empty={
              <Empty
                title="Chưa có yêu cầu hoàn tiền nào"
                action={
                  <Link to="/admin/orders" className={buttonStyle({ variant: 'outline' })}>
                    Xem đơn hàng
                  </Link>
                }
              >
                Khách gửi yêu cầu từ trang đơn hàng đã thanh toán của họ.
              </Empty>
            }
          >
            {(rows) => (
              <DataTable
                caption="Yêu cầu hoàn tiền"
                columns={COLUMNS}
                rows={rows}
                actions={(request) => <RefundDecision request={request} onOpen={setOpen} />}
              />
            )}
          </ListBody>
        </div>
        {order && <OrderBeside order={order} />}
      </div>
      {open && (
        <RefundDecisionDialog
          decision={open.decision}
          // As it is now, with what is left to refund.
          request={refunds?.data?.results.find(({ order: { id } }) => id === open.request.order.id) ?? open.request}
          onClose={() => setOpen(null)}
        />
      )}
    </AdminPage>
  );
}

/** The first columns are visible on a phone: buyer, amount and state. */
const COLUMNS: readonly Column<RefundRequest>[] = [
  { label: 'Yêu cầu', sort: 'date', cell: (request) => <Chooser request={request} /> },
  {
    label: 'Số tiền',
    sort: 'total',
    isNumber: true,
    cell: ({ order, isApproved }) => (
      <span className="grid sm:justify-items-end gap-1">
        <span className="font-medium whitespace-nowrap">{formatVnd(order.totalPrice)}</span>
        <RefundState isApproved={isApproved} />
        <Disputes disputes={order.disputes} />
      </span>
    ),
  },
  {
    label: 'Lý do',
    cell: ({ reason }) => <p className="max-w-md sm:min-w-36 [overflow-wrap:anywhere] whitespace-pre-line">{reason}</p>,
  },
];

/** Shows the order of a request beside the list. */
function Chooser({ request: { order, user, createdAt } }: { request: RefundRequest }) {
  const address = useListAddress();
  return (
    <>
      <Link
        to={hrefWith(address, { order: order.id, page: pageOf(address.params) })}
        preventScrollReset
        aria-label={`Đơn #${order.id}, xem bên cạnh`}
        className="font-medium underline underline-offset-4"
      >
        Đơn #{order.id}
      </Link>
      <span className="block whitespace-nowrap text-muted tabular">{formatTime(createdAt)}</span>
      <span className="block [overflow-wrap:anywhere]">
        {user.username}
        <span className="block text-muted">
          <Email address={user.email} />
        </span>
      </span>
    </>
  );
}
