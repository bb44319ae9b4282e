import { Link } from '@remix-run/react';
import { formatVnd, type OrderTotals } from 'contract/rules';
import { Alert } from '~/components/feedback/alert';
import type { FixPage, Refusal } from './place';

type RefusedProps = Refusal & { isRepriced: boolean; isOtherCart: boolean; isSoldOut: boolean; totals: OrderTotals };

/** Why the order was not placed, and what the shopper can do. */
export function Refused({
  error,
  dropped,
  unpaidOrders,
  fixAt,
  isUnsure,
  isRepriced,
  isOtherCart,
  isSoldOut,
  totals,
}: RefusedProps) {
  return (
    // A sold-out line has its own message below, with the same link.
    <Alert tone="danger" action={fixAt && !(isSoldOut && fixAt === '/cart') && <FixLink to={fixAt} />}>
      {error}
      {unpaidOrders?.map((id) => (
        <Link key={id} to={`/orders/${id}`} className="mr-4 inline-block font-medium underline underline-offset-4">
          Đơn hàng #{id}
        </Link>
      ))}
      {isUnsure && <span className="block">Bấm đặt hàng lần nữa để thử lại: đơn hàng không bị đặt hai lần.</span>}
      {dropped !== undefined && <span className="block">Đã bỏ mã {dropped} khỏi đơn hàng.</span>}
      {(isRepriced || dropped !== undefined) && (
        <span className="block">
          {isOtherCart && 'Giỏ hàng cũng đã thay đổi. '}Tổng cộng mới là <strong>{formatVnd(totals.totalPrice)}</strong>
          . Bấm đặt hàng lần nữa nếu bạn đồng ý.
        </span>
      )}
    </Alert>
  );
}

const FIX_TEXTS: Record<FixPage, string> = {
  '/cart': 'Xem giỏ hàng',
  '/payment': 'Đổi cách thanh toán',
  '/shipping': 'Sửa địa chỉ',
};

/** A link to where the shopper can change something, for an alert. */
export const FixLink = ({ to }: { to: FixPage }) => (
  <Link to={to} className="font-medium underline underline-offset-4">
    {FIX_TEXTS[to]}
  </Link>
);
