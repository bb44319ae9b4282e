import { Link, useLoaderData, useLocation, type ClientLoaderFunctionArgs } from '@remix-run/react';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { getSettings } from '~/api/catalog/catalog';
import { getOrder } from '~/api/orders/orders';
import { AdminPage } from '~/components/admin/list/list-page';
import { LIST_PAGE_SIZE } from '~/components/admin/list/list-url';
import { loadPage } from '~/components/admin/run-action';
import { Alert } from '~/components/feedback/alert';
import { Empty } from '~/components/feedback/empty';
import { RetryAlert } from '~/components/feedback/retry-alert';
import { Skeleton } from '~/components/feedback/skeleton';
import { buttonStyle } from '~/components/form/button';
import { adminPage } from '~/components/shop/page-title';
import { PrintOption, PrintPage, Slip, reasonToKeep } from '~/features/order-admin/slip';
import { requireAdmin } from '~/routing/guards';
import { PickList } from './pick-list';

export const meta = adminPage('Phiếu giao hàng');

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  await requireAdmin(request);
  const ids = idsOf(new URL(request.url).searchParams.get('orders') ?? '');
  const all = async (signal: AbortSignal) => {
    const [shop, orders] = await Promise.all([getSettings(signal), Promise.all(ids.map((id) => getOrder(id, signal)))]);
    return { shop, orders };
  };
  return loadPage(request, all, 'Không thể tải phiếu giao hàng.');
}
clientLoader.hydrate = true as const;

/** @returns the numbers of orders in an address, each once; a page of the list holds no more */
const idsOf = (text: string) =>
  [...new Set(text.split(',').filter((id) => /^[1-9]\d{0,8}$/.test(id)))].slice(0, LIST_PAGE_SIZE).map(Number);

export const HydrateFallback = () => (
  <AdminPage title="Phiếu giao hàng">
    <Skeleton className="h-96 max-w-2xl" />
  </AdminPage>
);

/** The packing slips of several orders, one a sheet, after a list of all their goods. */
export default function OrderSlips() {
  const { data, error } = useLoaderData<typeof clientLoader>();
  // The list as it was filtered, and what was selected in it.
  const { state } = useLocation() as { state: { list?: string; selected?: readonly number[] } | null };
  const list = `/admin/orders${state?.list ?? ''}`;
  const selection = { selected: state?.selected };
  const [hasPrices, setHasPrices] = useState(false);
  const [hasPickList, setHasPickList] = useState(true);
  if (error !== null) {
    return (
      <AdminPage title="Phiếu giao hàng">
        <RetryAlert>{error}</RetryAlert>
      </AdminPage>
    );
  }
  const { orders, shop } = data;
  const toSend = orders.filter((order) => reasonToKeep(order) === null);
  const toKeep = orders.filter((order) => reasonToKeep(order) !== null);
  return (
    <PrintPage
      tools={
        <>
          <Link to={list} state={selection} className="inline-flex min-h-9 items-center gap-1 hover:underline">
            <ArrowLeft aria-hidden="true" className="size-4" />
            Đơn hàng
          </Link>
          <PrintOption isOn={hasPickList} onChange={setHasPickList}>
            In danh sách lấy hàng
          </PrintOption>
          <PrintOption isOn={hasPrices} onChange={setHasPrices}>
            In cả giá
          </PrintOption>
        </>
      }
    >
      {toKeep.length > 0 && (
        <div className="max-w-2xl print:hidden">
          <Alert tone="warning">
            Không in {toKeep.map((order) => `#${order.id} (${reasonToKeep(order)})`).join(', ')}: đừng gửi hàng đi.
          </Alert>
        </div>
      )}
      {toSend.length === 0 && (
        <Empty
          title="Không có phiếu nào để in"
          action={
            <Link to={list} state={selection} className={buttonStyle()}>
              Chọn đơn hàng
            </Link>
          }
        >
          Hãy chọn những đơn đã thanh toán trong danh sách đơn hàng.
        </Empty>
      )}
      {hasPickList && toSend.length > 1 && <PickList orders={toSend} />}
      {toSend.map((order) => (
        <Slip key={order.id} order={order} shop={shop} hasPrices={hasPrices} />
      ))}
    </PrintPage>
  );
}
