import { Link } from '@remix-run/react';
import type { AdminOrder } from 'contract/orders/orders';
import { formatVnd } from 'contract/rules';
import type { ReactNode } from 'react';
import { customerPath } from '~/components/admin/customer-path';
import type { Loaded } from '~/components/admin/run-action';
import { formatTime } from '~/components/display/date';
import { RetryAlert } from '~/components/feedback/retry-alert';
import { Disputes } from '~/features/order-admin/disputes';
import { DecisionReason, OtherRefunds, Part } from '~/features/order-admin/order-parts';
import { OrderStatus } from '~/features/order-admin/order-status';
import { PAYMENT_NAMES } from '~/features/orders/order-labels';
import { OrderLines } from '~/features/orders/order-lines';

/** The facts of an order that matter for a refund decision. */
export function OrderBeside({ order: { data: order, error } }: { order: Loaded<AdminOrder> }) {
  if (!order) return <RetryAlert>{error}</RetryAlert>;
  return (
    <aside aria-label={`Đơn hàng #${order.id}`} className="grid gap-4 xl:sticky xl:top-18">
      <Part title={`Đơn hàng #${order.id}`}>
        <div className="flex flex-wrap items-center justify-between gap-2">
          <OrderStatus order={order} />
          <Link to={`/admin/orders/${order.id}`} className="text-sm underline underline-offset-4">
            Mở đơn hàng
          </Link>
        </div>
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
          <Fact label="Khách hàng">
            <Link to={customerPath(order.user.id)} className="underline underline-offset-4">
              {order.user.username}
            </Link>
          </Fact>
          <Fact label="Tổng cộng">{formatVnd(order.totalPrice)}</Fact>
          <Fact label="Thanh toán">
            {PAYMENT_NAMES[order.paymentMethod]}
            {order.paidAt && `, ${formatTime(order.paidAt)}`}
          </Fact>
          <Fact label="Giao hàng">{order.deliveredAt ? formatTime(order.deliveredAt) : 'Chưa giao'}</Fact>
        </dl>
        <Disputes disputes={order.disputes} />
        <DecisionReason request={order.refund_request} />
        <OrderLines items={order.orderItems} productPath={(id) => `/admin/products/${id}`} />
        <OtherRefunds order={order} />
      </Part>
    </aside>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd className="text-right [overflow-wrap:anywhere] tabular">{children}</dd>
    </>
  );
}
