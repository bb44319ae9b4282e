import { Link } from '@remix-run/react';
import type { AdminOrder } from 'contract/orders/orders';
import { customerPath } from '~/components/admin/customer-path';
import { chatWith } from '~/features/order-admin/chat-link';
import { formatTime } from '~/components/display/date';
import { CopyButton } from '~/components/form/copy-button';

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
export function OrderDestination({ order }: { order: AdminOrder }) {
  const { shippingAddress: to, deliveredAt } = order;
  return (
    <div className="grid gap-2 text-sm">
      {to.address ? (
        <Destination order={order} />
      ) : (
        <p className="text-muted">Địa chỉ đã được xóa cùng tài khoản của khách.</p>
      )}
      <p className="text-muted">{deliveredAt ? `Đã giao lúc ${formatTime(deliveredAt)}` : 'Chưa giao hàng'}</p>
    </div>
  );
}

/** Receiver, phone and address. All three are copied at once, too: a carrier's form reads them from one text. */
function Destination({ order: { shippingAddress: to, user } }: { order: AdminOrder }) {
  const receiver = to.receiver || user.username;
  const place = [to.city, to.postalCode, to.country].join(', ');
  return (
    <div className="flex items-start justify-between gap-2">
      <address className="min-w-0 [overflow-wrap:anywhere] not-italic">
        <strong>{receiver}</strong>
        {to.phone && (
          <span className="flex flex-wrap items-center">
            <a href={`tel:${to.phone.replace(/[^\d+]/g, '')}`} className={`${LINK} tabular`}>
              {to.phone}
            </a>
            <CopyButton label="Số điện thoại" text={to.phone} />
          </span>
        )}
        <span className="block">{to.address}</span>
        <span className="block">{place}</span>
      </address>
      <CopyButton
        label="Toàn bộ địa chỉ giao hàng"
        text={[receiver, to.phone, `${to.address}, ${place}`].filter(Boolean).join('\n')}
      />
    </div>
  );
}
