import { Link, useLoaderData } from '@remix-run/react';
import type { Customer } from 'contract/administration/customers';
import type { Page } from 'contract/common';
import type { Order } from 'contract/orders/orders';
import { ArrowLeft } from 'lucide-react';
import { getCustomer } from '~/api/admin/customers';
import { listAllOrders } from '~/api/orders/orders';
import { auditOf } from '~/components/admin/audit-link';
import { AdminPage } from '~/components/admin/list/list-page';
import { useWayBack } from '~/components/admin/list/way-back';
import { adminLoader, loadPage, type Loaded } from '~/components/admin/run-action';
import { Badge } from '~/components/display/badge';
import { formatTime } from '~/components/display/date';
import { Alert } from '~/components/feedback/alert';
import { RetryAlert } from '~/components/feedback/retry-alert';
import { Skeleton } from '~/components/feedback/skeleton';
import { adminPage } from '~/components/shop/page-title';
import { CustomerFigures } from './customer-figures';
import { CustomerOrders, LAST_ORDERS } from './customer-orders';
import { Contact } from './contact';

export const meta = adminPage(({ id }) => `Khách hàng #${id}`);

/** Loads the customer and their last orders in parallel. Either may fail alone. */
export const clientLoader = adminLoader(async ({ request, params }) => {
  const id = Number(params.id);
  const query = { user: id, page: 1, page_size: LAST_ORDERS };
  const [customer, orders] = await Promise.all([
    loadPage(request, (signal) => getCustomer(id, signal), 'Không thể tải khách hàng.'),
    loadPage(request, (signal) => listAllOrders(query, signal), 'Không thể tải đơn hàng của khách.'),
  ]);
  return { customer, orders };
});

export const HydrateFallback = () => (
  <AdminPage title="Khách hàng">
    <Back />
    <div aria-busy="true" className="grid gap-4">
      <Skeleton className="h-24 w-full" />
      <Skeleton className="h-96 w-full" />
    </div>
  </AdminPage>
);

export default function CustomerPage() {
  const { customer, orders } = useLoaderData<typeof clientLoader>();
  if (customer.data) return <CustomerDetails customer={customer.data} orders={orders} />;
  return (
    <AdminPage title="Khách hàng">
      <Back />
      <RetryAlert>{customer.error}</RetryAlert>
    </AdminPage>
  );
}

function CustomerDetails({ customer, orders }: { customer: Customer; orders: Loaded<Page<Order>> }) {
  const { user } = customer;
  return (
    <AdminPage title={user.username}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-muted">
        <Back />
        <span className="tabular">Tham gia lúc {formatTime(user.date_joined)}</span>
        <Role user={user} />
        <Link to={auditOf('user', user.id)} className="inline-flex min-h-9 items-center underline underline-offset-4">
          Nhật ký
        </Link>
      </div>
      {user.closed_at && (
        <Alert tone="info">
          Tài khoản đã đóng lúc {formatTime(user.closed_at)}. Tên và thông tin liên hệ đã được xóa; đơn hàng, giao dịch
          ví và đánh giá được giữ lại.
        </Alert>
      )}
      <CustomerFigures customer={customer} />
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <CustomerOrders user={user.id} orders={orders} />
        <Contact customer={customer} />
      </div>
    </AdminPage>
  );
}

const Role = ({ user }: Pick<Customer, 'user'>) => (
  <span className="flex flex-wrap gap-1">
    <Badge tone={user.is_staff ? 'ink' : 'sand'}>{user.is_staff ? 'Quản trị viên' : 'Khách hàng'}</Badge>
    {user.closed_at ? <Badge tone="sand">Đã đóng</Badge> : !user.is_active && <Badge tone="danger">Đã khóa</Badge>}
  </span>
);

function Back() {
  const list = useWayBack('/admin/users');
  return (
    <Link
      to={list}
      className="inline-flex min-h-9 items-center gap-1 justify-self-start text-sm underline-offset-4 hover:underline"
    >
      <ArrowLeft aria-hidden="true" className="size-4" />
      Mọi người dùng
    </Link>
  );
}
