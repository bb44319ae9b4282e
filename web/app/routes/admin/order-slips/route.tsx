import { Link, useLoaderData, useLocation } from '@remix-run/react';
import type { Order } from 'contract/orders/orders';
import { MAX_PAGE_SIZE } from 'contract/rules';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { getSettings } from '~/api/settings';
import { listAllOrders } from '~/api/orders/orders';
import { adminLoader, loadPage } from '~/components/admin/run-action';
import { Empty } from '~/components/feedback/empty';
import { buttonStyle } from '~/components/form/button';
import { adminPage } from '~/components/shop/page-title';
import { numbersOf } from '~/features/order-admin/bulk/run-for-orders';
import { reasonToKeep } from '~/features/order-admin/order-status';
import { NoSlip, PrintOption, PrintPage, PrintWarning } from '~/features/order-admin/slips/print-page';
import { Slip } from '~/features/order-admin/slips/slip';
import { PickList } from './pick-list';

export const meta = adminPage('Phiếu giao hàng');

export const clientLoader = adminLoader(async ({ request }) => {
  const asked = idsOf(new URL(request.url).searchParams.get('orders') ?? '');
  const [ids, rest] = [asked.slice(0, MAX_PAGE_SIZE), asked.slice(MAX_PAGE_SIZE)];
  const all = async (signal: AbortSignal) => {
    const [shop, orders] = await Promise.all([getSettings(signal), readOrders(ids, signal)]);
    return { shop, orders, missing: ids.filter((id) => !orders.some((order) => order.id === id)), rest };
  };
  return loadPage(request, all, 'Không thể tải phiếu giao hàng.');
});

/** @returns the numbers of orders in an address, each once */
const idsOf = (text: string) => [...new Set(text.split(',').filter((id) => /^[1-9]\d{0,8}$/.test(id)))].map(Number);

/** Reads orders with one call. @returns those that exist, in the order of their ids in the address */
async function readOrders(ids: readonly number[], signal: AbortSignal): Promise<Order[]> {
  if (ids.length === 0) return [];
  const query = { ids: ids.join(','), page: 1, page_size: MAX_PAGE_SIZE };
  const { results } = await listAllOrders(query, signal);
  return ids.flatMap((id) => results.find((order) => order.id === id) ?? []);
}

export const HydrateFallback = NoSlip;

/** The packing slips of several orders, one a sheet, after a list of all their goods. */
export default function OrderSlips() {
  const { data, error } = useLoaderData<typeof clientLoader>();
  // The list as it was filtered, and what was selected in it.
  const { state } = useLocation() as { state: { list?: string; selected?: readonly number[] } | null };
  const list = `/admin/orders${state?.list ?? ''}`;
  const selection = { selected: state?.selected };
  const [hasPrices, setHasPrices] = useState(false);
  const [hasPickList, setHasPickList] = useState(true);
  if (error !== null) return <NoSlip error={error} />;
  const { orders, shop, missing, rest } = data;
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
      <SlipWarnings toKeep={toKeep} missing={missing} rest={rest} />
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

interface SlipWarningsProps {
  toKeep: readonly Order[];
  missing: readonly number[];
  /** The orders that one print has no room for. */
  rest: readonly number[];
}

/** Why some of the orders have no slip here. */
function SlipWarnings({ toKeep, missing, rest }: SlipWarningsProps) {
  const { state } = useLocation() as { state: unknown };
  return (
    <>
      {toKeep.length > 0 && (
        <PrintWarning>
          Không in {toKeep.map((order) => `#${order.id} (${reasonToKeep(order)})`).join(', ')}: đừng gửi hàng đi.
        </PrintWarning>
      )}
      {missing.length > 0 && <PrintWarning>Không tìm thấy đơn hàng {numbersOf(missing)}.</PrintWarning>}
      {rest.length > 0 && (
        <PrintWarning
          action={
            <Link to={`/admin/slips?orders=${rest.join(',')}`} state={state} className="underline underline-offset-4">
              Mở {rest.length} đơn còn lại
            </Link>
          }
        >
          Mỗi lần in được {MAX_PAGE_SIZE} đơn. Chưa có ở đây: {numbersOf(rest)}.
        </PrintWarning>
      )}
    </>
  );
}
