import { Link, useLoaderData, type ClientLoaderFunctionArgs } from '@remix-run/react';
import type { AdminOrder } from 'contract/orders/orders';
import { formatVnd } from 'contract/rules';
import type { Settings } from 'contract/administration/settings';
import { ArrowLeft, Printer } from 'lucide-react';
import { useState } from 'react';
import { load } from '~/components/admin/run-action';
import { Code39 } from './code-39';
import { AdminPage } from '~/components/admin/list/list-page';
import { getSettings } from '~/api/catalog/catalog';
import { getAdminOrder } from '~/api/orders/orders';
import { requireAdmin } from '~/routing/guards';
import { choiceOf } from '~/features/cart/cart-line';
import { adminPage } from '~/components/shop/page-title';
import { Alert } from '~/components/feedback/alert';
import { Button } from '~/components/form/button';
import { formatTime } from '~/components/display/date';
import { RetryAlert } from '~/components/feedback/retry-alert';
import { Skeleton } from '~/components/feedback/skeleton';

export const meta = adminPage(({ id }) => `Phiếu giao hàng #${id}`);

export async function clientLoader({ request, params }: ClientLoaderFunctionArgs) {
  await requireAdmin(request);
  const both = async (signal: AbortSignal) => {
    const [order, shop] = await Promise.all([getAdminOrder(Number(params.id), signal), getSettings(signal)]);
    return { order, shop };
  };
  return load(request, both, 'Không thể tải phiếu giao hàng.');
}
clientLoader.hydrate = true as const;

export const HydrateFallback = () => (
  <AdminPage title="Phiếu giao hàng">
    <Skeleton className="h-96 max-w-2xl" />
  </AdminPage>
);

/** The packing slip of an order. */
export default function OrderSlip() {
  const { data, error } = useLoaderData<typeof clientLoader>();
  const [hasPrices, setHasPrices] = useState(false);
  if (error !== null) {
    return (
      <AdminPage title="Phiếu giao hàng">
        <RetryAlert>{error}</RetryAlert>
      </AdminPage>
    );
  }
  const { order, shop } = data;
  return (
    <main id="main" className="grid content-start gap-4 px-3 py-5 sm:px-5 lg:px-8 lg:py-7 print:p-0">
      <div className="flex max-w-2xl flex-wrap items-center justify-between gap-3 print:hidden">
        <Link to={`/admin/orders/${order.id}`} className="inline-flex min-h-9 items-center gap-1 hover:underline">
          <ArrowLeft aria-hidden="true" className="size-4" />
          Đơn hàng #{order.id}
        </Link>
        <label className="flex min-h-9 items-center gap-2 text-sm">
          <input
            type="checkbox"
            checked={hasPrices}
            onChange={({ target }) => setHasPrices(target.checked)}
            className="size-4 accent-accent"
          />
          In cả giá
        </label>
        <Button size="sm" onClick={() => window.print()}>
          <Printer aria-hidden="true" className="size-4" />
          In
        </Button>
      </div>
      {(!order.isPaid && !isPaidInCash(order)) || order.isRefunded ? (
        <div className="max-w-2xl print:hidden">
          <Alert tone="warning">
            {order.isRefunded ? 'Đơn hàng đã được hoàn tiền.' : 'Đơn hàng chưa được thanh toán.'} Đừng gửi hàng đi.
          </Alert>
        </div>
      ) : null}
      <Slip order={order} shop={shop} hasPrices={hasPrices} />
    </main>
  );
}

/** Whether the carrier collects what the order costs. */
const isPaidInCash = ({ paymentMethod, isPaid, isCancelled }: AdminOrder) =>
  paymentMethod === 'COD' && !isPaid && !isCancelled;

function Slip({ order, shop, hasPrices }: { order: AdminOrder; shop: Settings; hasPrices: boolean }) {
  const { shippingAddress: to, user } = order;
  const pieces = order.orderItems.reduce((sum, { qty }) => sum + qty, 0);
  return (
    <article className="grid max-w-2xl gap-6 border border-line bg-surface p-6 text-sm sm:p-8 print:max-w-none print:border-0 print:p-0">
      <header className="flex flex-wrap items-start justify-between gap-6">
        <div>
          <p className="text-lg font-bold">{shop.shop_name}</p>
          <p>{shop.address}</p>
          <p>{[shop.phone, shop.email].filter(Boolean).join(' · ')}</p>
        </div>
        <div className="w-56 text-center">
          <Code39 number={order.id} className="h-14 w-full" />
          <p className="tabular tracking-widest">{order.id}</p>
        </div>
      </header>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 border-y border-ink py-3">
        <h1 className="text-xl">Phiếu giao hàng</h1>
        <p>
          Đơn hàng #{order.id} · đặt lúc <span className="tabular">{formatTime(order.createdAt)}</span>
        </p>
      </div>
      <section className="grid gap-1">
        <h2 className="text-xs text-muted uppercase">Người nhận</h2>
        {to.address ? (
          <address className="text-base [overflow-wrap:anywhere] not-italic">
            <strong>{to.receiver || user.username}</strong>
            {to.phone && <span className="tabular"> · {to.phone}</span>}
            <span className="block">{to.address}</span>
            <span className="block">{[to.city, to.postalCode, to.country].join(', ')}</span>
          </address>
        ) : (
          <p>Địa chỉ đã được xóa cùng tài khoản của khách.</p>
        )}
      </section>
      <table className="w-full">
        <caption className="sr-only">Hàng trong kiện</caption>
        <thead className="border-b border-ink text-left">
          <tr>
            <th scope="col" className="py-1.5 pr-3 font-medium">
              Sản phẩm
            </th>
            <th scope="col" className="py-1.5 pr-3 font-medium">
              Phân loại
            </th>
            <th scope="col" className="py-1.5 text-right font-medium">
              Số lượng
            </th>
            {hasPrices && (
              <th scope="col" className="py-1.5 pl-3 text-right font-medium">
                Thành tiền
              </th>
            )}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {order.orderItems.map((item) => (
            <tr key={item.id} className="break-inside-avoid align-top">
              <td className="py-1.5 pr-3">{item.productName}</td>
              <td className="py-1.5 pr-3">{item.variant_info && choiceOf(item.variant_info)}</td>
              <td className="py-1.5 text-right tabular">{item.qty}</td>
              {hasPrices && (
                <td className="py-1.5 pl-3 text-right whitespace-nowrap tabular">{formatVnd(item.qty * item.price)}</td>
              )}
            </tr>
          ))}
        </tbody>
        <tfoot className="border-t border-ink font-bold">
          <tr>
            <td colSpan={2} className="py-2">
              {hasPrices
                ? `Tổng cộng (gồm phí giao hàng và thuế${order.discount > 0 ? ', đã trừ mã giảm giá' : ''})`
                : 'Cộng'}
            </td>
            <td className="py-2 text-right tabular">{pieces}</td>
            {hasPrices && (
              <td className="py-2 pl-3 text-right whitespace-nowrap tabular">{formatVnd(order.totalPrice)}</td>
            )}
          </tr>
        </tfoot>
      </table>
      {order.gift_note && (
        <section className="grid gap-1 break-inside-avoid">
          <h2 className="text-xs text-muted uppercase">Lời nhắn quà tặng</h2>
          <p className="text-base [overflow-wrap:anywhere] whitespace-pre-line">{order.gift_note}</p>
        </section>
      )}
      {isPaidInCash(order) && (
        <p className="border-2 border-ink p-3 text-lg font-bold">
          Thu tiền mặt khi giao: <span className="tabular">{formatVnd(order.totalPrice)}</span>
        </p>
      )}
      <p>Cảm ơn bạn đã mua hàng tại {shop.shop_name}. Đổi trả trong vòng 7 ngày kể từ khi nhận hàng.</p>
    </article>
  );
}
