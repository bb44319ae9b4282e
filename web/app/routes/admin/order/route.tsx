import { Link, useLoaderData, type ClientActionFunctionArgs, type ClientLoaderFunctionArgs } from '@remix-run/react';
import type { AdminOrder } from 'contract/orders/orders';
import { ArrowLeft, Banknote, Landmark, PackageCheck, PackageX, Printer, X } from 'lucide-react';
import { useState } from 'react';
import { loadPage } from '~/components/admin/run-action';
import { CancelDialog, cancelForShop } from './cancel-order';
import { AddressPanel, changeAddress, hasChangeableAddress } from './change-address';
import { CashDialog, TransferDialog, recordPayment, recordedWaysOf, type RecordedWay } from './record-payment';
import { DeliverDialog, deliverOrders } from '~/features/order-admin/deliver-orders';
import { AdminPage } from '~/components/admin/list/list-page';
import { OrderEvents, OrderMoney, OtherRefunds, Part, RefundState } from '~/features/order-admin/order-parts';
import { OrderStatus, isDeliverable } from '~/features/order-admin/order-status';
import { RefundDecision, decideRefund } from '~/features/order-admin/refund-decision';
import { getAdminOrder } from '~/api/orders/orders';
import { requireAdmin } from '~/routing/guards';
import { OrderLines } from '~/features/orders/order-lines';
import { OrderTotals } from '~/features/orders/order-summary';
import { adminPage } from '~/components/shop/page-title';
import { Alert } from '~/components/feedback/alert';
import { Button, buttonStyle } from '~/components/form/button';
import { formatTime } from '~/components/display/date';
import { textOf } from '~/components/form/form-text';
import { RetryAlert } from '~/components/feedback/retry-alert';
import { Skeleton } from '~/components/feedback/skeleton';
import { OrderDestination, OrderBuyer } from './order-buyer';
import { UndoDeliveryDialog, isUndoable, takeDeliveryBack } from './undo-delivery';

export const meta = adminPage(({ id }) => `Đơn hàng #${id}`);

export async function clientLoader({ request, params }: ClientLoaderFunctionArgs) {
  await requireAdmin(request);
  return loadPage(request, (signal) => getAdminOrder(Number(params.id), signal), 'Không thể tải đơn hàng.');
}
clientLoader.hydrate = true as const;

/** Marks the order as delivered, takes that back, cancels it, corrects its address, records its money, or decides its refund request. */
export async function clientAction({ request, params }: ClientActionFunctionArgs) {
  const form = await request.formData();
  if (textOf(form, 'intent') === 'cancel') return cancelForShop(request, Number(params.id), form);
  if (textOf(form, 'intent') === 'address') return changeAddress(request, Number(params.id), form);
  if (textOf(form, 'intent') === 'undo-delivery') return takeDeliveryBack(request, Number(params.id));
  const recorded = recordPayment(request, Number(params.id), form);
  if (recorded) return recorded;
  return (await decideRefund(request, form)) ?? deliverOrders(request, form);
}

export const HydrateFallback = () => (
  <AdminPage title="Đơn hàng">
    <Skeleton className="h-96" />
  </AdminPage>
);

export default function AdminOrderPage() {
  const { data: order, error } = useLoaderData<typeof clientLoader>();
  if (order) return <OrderDetails order={order} />;
  return (
    <AdminPage title="Đơn hàng">
      <Back />
      <RetryAlert>{error}</RetryAlert>
    </AdminPage>
  );
}

function OrderDetails({ order }: { order: AdminOrder }) {
  const [isAsking, setIsAsking] = useState(false);
  const [isCancelling, setIsCancelling] = useState(false);
  const [isUndoing, setIsUndoing] = useState(false);
  const [isMoving, setIsMoving] = useState(false);
  const [recording, setRecording] = useState<RecordedWay | null>(null);
  const ways = recordedWaysOf(order);
  return (
    <AdminPage
      title={`Đơn hàng #${order.id}`}
      actions={
        <>
          <Link to={`/admin/orders/${order.id}/slip`} className={buttonStyle({ variant: 'outline', size: 'sm' })}>
            <Printer aria-hidden="true" className="size-4" />
            In phiếu giao
          </Link>
          {ways.includes('cash') && (
            <Button size="sm" onClick={() => setRecording('cash')}>
              <Banknote aria-hidden="true" className="size-4" />
              Đã thu tiền mặt
            </Button>
          )}
          {ways.includes('transfer') && (
            <Button
              size="sm"
              variant={ways.includes('cash') ? 'outline' : 'primary'}
              onClick={() => setRecording('transfer')}
            >
              <Landmark aria-hidden="true" className="size-4" />
              Xác nhận chuyển khoản
            </Button>
          )}
          {isDeliverable(order) && (
            <Button size="sm" onClick={() => setIsAsking(true)}>
              <PackageCheck aria-hidden="true" className="size-4" />
              Đánh dấu đã giao
            </Button>
          )}
          {isUndoable(order) && (
            <Button variant="quiet" size="sm" onClick={() => setIsUndoing(true)}>
              <PackageX aria-hidden="true" className="size-4" />
              Rút lại xác nhận giao
            </Button>
          )}
          {order.status === 'unpaid' && (
            <Button variant="quiet" size="sm" className="text-signal" onClick={() => setIsCancelling(true)}>
              <X aria-hidden="true" className="size-4" />
              Hủy đơn hàng
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-muted">
        <Back />
        <span className="tabular">Đặt lúc {formatTime(order.createdAt)}</span>
        <OrderStatus order={order} />
      </div>
      {order.notice && <Alert tone="info">{order.notice}</Alert>}
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid gap-4">
          {order.refund_request && <Refund order={order} request={order.refund_request} />}
          <Part title="Sản phẩm">
            <OrderLines items={order.orderItems} />
            <div className="w-full max-w-sm justify-self-end text-sm">
              <OrderTotals totals={order} coupon={order.coupon_code} />
            </div>
          </Part>
          <Part title="Tiến trình">
            <OrderEvents events={order.events} />
          </Part>
        </div>
        <div className="grid gap-4 md:max-xl:grid-cols-2">
          <Part title="Khách hàng">
            <OrderBuyer order={order} />
          </Part>
          <Part title="Giao đến">
            <OrderDestination order={order} />
            {hasChangeableAddress(order) && (
              <Button variant="outline" size="sm" className="justify-self-start" onClick={() => setIsMoving(true)}>
                Sửa nơi giao
              </Button>
            )}
          </Part>
          {order.gift_note && (
            <Part title="Lời nhắn quà tặng">
              <p className="text-sm [overflow-wrap:anywhere] whitespace-pre-line">{order.gift_note}</p>
            </Part>
          )}
          <Part title="Thanh toán">
            <OrderMoney order={order} />
          </Part>
        </div>
      </div>
      {recording === 'cash' && <CashDialog order={order} onClose={() => setRecording(null)} />}
      {recording === 'transfer' && <TransferDialog order={order} onClose={() => setRecording(null)} />}
      {isAsking && <DeliverDialog orders={[order]} onClose={() => setIsAsking(false)} />}
      {isUndoing && <UndoDeliveryDialog order={order} onClose={() => setIsUndoing(false)} />}
      {isMoving && <AddressPanel order={order} onClose={() => setIsMoving(false)} />}
      {isCancelling && <CancelDialog order={order} onClose={() => setIsCancelling(false)} />}
    </AdminPage>
  );
}

const Back = () => (
  <Link to="/admin/orders" className="inline-flex min-h-9 items-center gap-1 underline-offset-4 hover:underline">
    <ArrowLeft aria-hidden="true" className="size-4" />
    Mọi đơn hàng
  </Link>
);

function Refund({ order, request }: { order: AdminOrder; request: NonNullable<AdminOrder['refund_request']> }) {
  return (
    <Part title="Yêu cầu hoàn tiền">
      <p className="flex flex-wrap items-center gap-3 text-sm text-muted">
        <RefundState isApproved={request.isApproved} />
        <span className="tabular">Gửi lúc {formatTime(request.createdAt)}</span>
      </p>
      <p className="[overflow-wrap:anywhere] whitespace-pre-line">{request.reason}</p>
      <div className="flex flex-wrap gap-2">
        <RefundDecision asked={{ user: order.user, order, isApproved: request.isApproved }} />
      </div>
      <OtherRefunds order={order} />
    </Part>
  );
}
