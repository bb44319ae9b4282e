import { Link, useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import type { AdminOrder } from 'contract/orders/orders';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { auditOf } from '~/components/admin/audit-link';
import { adminLoader, loadPage, type ActionOutcome } from '~/components/admin/run-action';
import { cancelForShop } from './cancel-order';
import { changeAddress, hasChangeableAddress } from './change-address';
import { OrderActions } from './order-actions';
import { OrderDialog, type OpenDialog } from './order-dialog';
import { recordPayment } from './record-payment';
import { deliverOrders } from '~/features/order-admin/bulk/deliver-orders';
import { AdminPage } from '~/components/admin/list/list-page';
import { useWayBack } from '~/components/admin/list/way-back';
import { OrderEvents, OrderMoney, Part } from '~/features/order-admin/order-parts';
import { OrderStatus } from '~/features/order-admin/order-status';
import { RefundDecisionDialog, decideRefund, type OpenRefundDecision } from '~/features/order-admin/refund-decision';
import { getAdminOrder } from '~/api/orders/orders';
import { OrderLines } from '~/features/orders/order-lines';
import { OrderTotalLines } from '~/features/orders/order-summary';
import { adminPage } from '~/components/shop/page-title';
import { Alert } from '~/components/feedback/alert';
import { Button } from '~/components/form/button';
import { formatTime } from '~/components/display/date';
import { textOf } from '~/components/form/form-text';
import { RetryAlert } from '~/components/feedback/retry-alert';
import { Skeleton } from '~/components/feedback/skeleton';
import { OrderDestination, OrderBuyer } from './order-buyer';
import { refundForShop } from './refund-order';
import { RefundPart, refundChoiceOf } from './refund-part';
import { ParcelPart, recordParcel, takeParcelBack } from './send-order';
import { StaffNotePart, changeStaffNote } from './staff-note';
import { takeDeliveryBack } from './undo-delivery';

export const meta = adminPage(({ id }) => `Đơn hàng #${id}`);

export const clientLoader = adminLoader(({ request, params }) => {
  return loadPage(request, (signal) => getAdminOrder(Number(params.id), signal), 'Không thể tải đơn hàng.');
});

const ACTIONS: Record<string, (request: Request, id: number, form: FormData) => Promise<ActionOutcome>> = {
  cancel: cancelForShop,
  refund: refundForShop,
  address: changeAddress,
  note: changeStaffNote,
  parcel: recordParcel,
  'undo-send': takeParcelBack,
  'undo-delivery': takeDeliveryBack,
};

/** Changes the order, records its money, decides its refund request, or marks it as delivered. */
export async function clientAction({ request, params }: ClientActionFunctionArgs) {
  const form = await request.formData();
  const id = Number(params.id);
  const act = ACTIONS[textOf(form, 'intent')];
  if (act) return act(request, id, form);
  return recordPayment(request, id, form) ?? decideRefund(request, form) ?? deliverOrders(request, form);
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
  const [open, setOpen] = useState<OpenDialog>(null);
  const [decision, setDecision] = useState<OpenRefundDecision | null>(null);
  return (
    <AdminPage title={`Đơn hàng #${order.id}`} actions={<OrderActions order={order} onOpen={setOpen} />}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-muted">
        <Back />
        <span className="tabular">Đặt lúc {formatTime(order.createdAt)}</span>
        <OrderStatus order={order} />
        <Link to={auditOf('order', order.id)} className="inline-flex min-h-9 items-center underline underline-offset-4">
          Nhật ký
        </Link>
        <Link
          to={`/admin/mails?search=%23${order.id}`}
          className="inline-flex min-h-9 items-center underline underline-offset-4"
        >
          Email
        </Link>
      </div>
      {order.notice && <Alert tone="info">{order.notice}</Alert>}
      <OrderParts order={order} onOpen={setOpen} onDecide={setDecision} />
      <OrderDialog open={open} order={order} onClose={() => setOpen(null)} />
      {decision && (
        <RefundDecisionDialog
          decision={decision.decision}
          request={refundChoiceOf(order) ?? decision.request}
          onClose={() => setDecision(null)}
        />
      )}
    </AdminPage>
  );
}

interface OrderPartsProps {
  order: AdminOrder;
  onOpen: (dialog: OpenDialog) => void;
  onDecide: (decision: OpenRefundDecision) => void;
}

function OrderParts({ order, onOpen, onDecide }: OrderPartsProps) {
  return (
    <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_24rem]">
      <div className="grid gap-4">
        {order.refund_request && <RefundPart order={order} request={order.refund_request} onDecide={onDecide} />}
        <Part title="Sản phẩm">
          <OrderLines items={order.orderItems} productPath={(id) => `/admin/products/${id}`} />
          <div className="w-full max-w-sm justify-self-end text-sm">
            <OrderTotalLines totals={order} coupon={order.coupon_code} />
          </div>
        </Part>
        <Part title="Tiến trình">
          <OrderEvents events={order.events} />
        </Part>
      </div>
      <div className="grid gap-4 md:max-xl:grid-cols-2">
        <StaffNotePart order={order} onOpen={() => onOpen('note')} />
        <Part title="Khách hàng">
          <OrderBuyer order={order} />
        </Part>
        <Part title="Giao đến">
          <OrderDestination order={order} />
          {hasChangeableAddress(order) && (
            <Button variant="outline" size="sm" className="justify-self-start" onClick={() => onOpen('address')}>
              Sửa địa chỉ giao hàng
            </Button>
          )}
        </Part>
        <ParcelPart order={order} onOpen={onOpen} />
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
  );
}

function Back() {
  const list = useWayBack('/admin/orders');
  return (
    <Link to={list} className="inline-flex min-h-9 items-center gap-1 underline-offset-4 hover:underline">
      <ArrowLeft aria-hidden="true" className="size-4" />
      Mọi đơn hàng
    </Link>
  );
}
