import { Link, useLoaderData, useLocation } from '@remix-run/react';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { adminLoader, loadPage } from '~/components/admin/run-action';
import { getSettings } from '~/api/settings';
import { getAdminOrder } from '~/api/orders/orders';
import { reasonToKeep } from '~/features/order-admin/order-status';
import { NoSlip, PrintOption, PrintPage, PrintWarning } from '~/features/order-admin/slips/print-page';
import { Slip } from '~/features/order-admin/slips/slip';
import { adminPage } from '~/components/shop/page-title';

export const meta = adminPage(({ id }) => `Phiếu giao hàng #${id}`);

export const clientLoader = adminLoader(async ({ request, params }) => {
  const both = async (signal: AbortSignal) => {
    const [order, shop] = await Promise.all([getAdminOrder(Number(params.id), signal), getSettings(signal)]);
    return { order, shop };
  };
  return loadPage(request, both, 'Không thể tải phiếu giao hàng.');
});

export const HydrateFallback = NoSlip;

/** The packing slip of an order. */
export default function OrderSlip() {
  const { data, error } = useLoaderData<typeof clientLoader>();
  const { state } = useLocation() as { state: unknown };
  const [hasPrices, setHasPrices] = useState(false);
  if (error !== null) return <NoSlip error={error} />;
  const { order, shop } = data;
  const reason = reasonToKeep(order);
  return (
    <PrintPage
      tools={
        <>
          <Link
            to={`/admin/orders/${order.id}`}
            state={state}
            className="inline-flex min-h-9 items-center gap-1 hover:underline"
          >
            <ArrowLeft aria-hidden="true" className="size-4" />
            Đơn hàng #{order.id}
          </Link>
          <PrintOption isOn={hasPrices} onChange={setHasPrices}>
            In cả giá
          </PrintOption>
        </>
      }
    >
      {reason && <PrintWarning>Đơn hàng {reason}. Đừng gửi hàng đi.</PrintWarning>}
      <Slip order={order} shop={shop} hasPrices={hasPrices} />
    </PrintPage>
  );
}
