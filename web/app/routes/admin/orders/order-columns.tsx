import { Link } from '@remix-run/react';
import { CARRIER_NAMES } from 'contract/orders/carriers';
import type { Order } from 'contract/orders/orders';
import type { Parcel } from 'contract/orders/parcels';
import { formatVnd } from 'contract/rules';
import { StickyNote } from 'lucide-react';
import type { Column } from '~/components/admin/list/data-table';
import { useListState } from '~/components/admin/list/way-back';
import { formatTime } from '~/components/display/date';
import { Email } from '~/components/display/email';
import { Disputes } from '~/features/order-admin/disputes';
import { OrderStatus } from '~/features/order-admin/order-status';
import { PAYMENT_NAMES } from '~/features/orders/order-labels';

function OrderLink({ id }: { id: number }) {
  const state = useListState();
  return (
    <Link to={`/admin/orders/${id}`} state={state} className="font-medium underline underline-offset-4">
      #{id}
    </Link>
  );
}

/** Who carries a parcel, and its code, which leads to the carrier's page of it. */
const ParcelCode = ({ parcel: { carrier, tracking_code: code, tracking_url: url } }: { parcel: Parcel }) => (
  <span className="text-muted [overflow-wrap:anywhere]">
    {carrier !== 'other' && `${CARRIER_NAMES[carrier]} `}
    {url ? (
      <a href={url} target="_blank" rel="noopener noreferrer" className="tabular underline underline-offset-4">
        {code}
        <span className="sr-only"> (mở trang của {CARRIER_NAMES[carrier]})</span>
      </a>
    ) : (
      <span className="tabular">{code}</span>
    )}
  </span>
);

/** The shop's own note on an order, in one line. */
const NoteLine = ({ note }: { note: string }) => (
  <span title={note} className="flex max-w-56 items-center gap-1 text-muted">
    <StickyNote aria-hidden="true" className="size-4 shrink-0" />
    <span className="sr-only">Ghi chú nội bộ: </span>
    <span className="truncate">{note}</span>
  </span>
);

/** The columns of the list of orders. */
export const ORDER_COLUMNS: readonly Column<Order>[] = [
  {
    label: 'Đơn hàng',
    sort: 'date',
    cell: ({ id, createdAt }) => (
      <>
        <OrderLink id={id} />
        <span className="block whitespace-nowrap text-muted tabular">{formatTime(createdAt)}</span>
      </>
    ),
  },
  {
    label: 'Khách hàng',
    cell: ({ user, shippingAddress: { receiver, phone } }) => (
      <span className="block sm:min-w-28 [overflow-wrap:anywhere]">
        {user.username}
        <span className="block text-muted">
          {[receiver, phone].filter(Boolean).join(' · ') || (user.email && <Email address={user.email} />)}
        </span>
      </span>
    ),
  },
  {
    label: 'Sản phẩm',
    isMinor: true,
    cell: ({ orderItems: [first, ...rest] }) => (
      <span className="block sm:min-w-32">
        {first && `${first.qty} × ${first.productName}`}
        {rest.length > 0 && <span className="block text-muted">và {rest.length} sản phẩm khác</span>}
      </span>
    ),
  },
  {
    label: 'Tổng cộng',
    sort: 'total',
    isNumber: true,
    cell: ({ totalPrice, paymentMethod }) => (
      <>
        <span className="font-medium whitespace-nowrap">{formatVnd(totalPrice)}</span>
        <span className="block text-muted sm:min-w-24">{PAYMENT_NAMES[paymentMethod]}</span>
      </>
    ),
  },
  {
    label: 'Trạng thái',
    cell: (order) => (
      <span className="grid gap-1.5">
        <OrderStatus order={order} />
        {order.parcel && <ParcelCode parcel={order.parcel} />}
        {order.staff_note && <NoteLine note={order.staff_note} />}
        <Disputes disputes={order.disputes} />
      </span>
    ),
  },
];
