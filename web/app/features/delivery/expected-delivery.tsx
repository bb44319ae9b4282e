import { Link } from '@remix-run/react';
import { useSettings } from '~/features/settings/use-settings';
import { formatDeliveryDays } from 'contract/orders/delivery-text';
import { expectedDays, type OrderToDeliver } from './expected-days';

/** The days on which an order is expected; nothing for one that is not on its way, or while the settings are missing. */
export function ExpectedDelivery({ order }: { order: OrderToDeliver }) {
  const rules = useSettings()?.delivery;
  const expected = rules && expectedDays(order, rules, new Date().toISOString());
  if (!expected) return null;
  const { days, isIfPaidNow, isLate } = expected;
  return (
    <p className="text-sm">
      {isIfPaidNow ? 'Thanh toán bây giờ, dự kiến nhận ' : 'Dự kiến giao '}
      <strong className="tabular">{formatDeliveryDays(days)}</strong>
      {isLate && (
        <>
          . Đơn đang đến muộn:{' '}
          <Link to="/user/chat" className="underline underline-offset-4">
            nhắn cửa hàng
          </Link>
        </>
      )}
    </p>
  );
}
