import { Link } from '@remix-run/react';
import type { AdminOrder } from 'contract/orders/orders';
import { customerPath } from '~/components/admin/customer-path';
import { chatWith } from '~/features/order-admin/chat-link';
import { formatTime } from '~/components/display/date';

const LINK = 'underline underline-offset-4';

export function OrderBuyer({ order: { user } }: { order: AdminOrder }) {
  return (
    <div className="grid gap-2 text-sm">
      <p className="[overflow-wrap:anywhere]">
        <Link to={customerPath(user.id)} className={`font-bold ${LINK}`}>
          {user.username}
        </Link>
        {user.email && <span className="block text-muted">{user.email}</span>}
      </p>
      <p className="flex flex-wrap gap-x-4 gap-y-1">
        <Link to={`/admin/orders?user=${user.id}`} className={LINK}>
          Đơn hàng
        </Link>
        <Link to={`/admin/paybox?user=${user.id}`} className={LINK}>
          Ví
        </Link>
        <Link to={`/admin/users?user=${user.id}`} className={LINK}>
          Tài khoản
        </Link>
        <Link to={chatWith(user)} className={LINK}>
          Trò chuyện
        </Link>
      </p>
    </div>
  );
}

/** The shipping address. Completed orders of deleted accounts have none. */
export function OrderDestination({ order: { shippingAddress: to, user, deliveredAt } }: { order: AdminOrder }) {
  return (
    <div className="grid gap-2 text-sm">
      {to.address ? (
        <address className="[overflow-wrap:anywhere] not-italic">
          <strong>{to.receiver || user.username}</strong>
          {to.phone && ` · ${to.phone}`}
          <span className="block">{to.address}</span>
          <span className="block">{[to.city, to.postalCode, to.country].join(', ')}</span>
        </address>
      ) : (
        <p className="text-muted">Địa chỉ đã được xóa cùng tài khoản của khách.</p>
      )}
      <p className="text-muted">{deliveredAt ? `Đã giao lúc ${formatTime(deliveredAt)}` : 'Chưa giao hàng'}</p>
    </div>
  );
}
