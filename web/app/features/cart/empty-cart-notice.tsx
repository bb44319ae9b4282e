import { Link } from '@remix-run/react';
import { Alert } from '~/components/feedback/alert';
import { buttonStyle } from '~/components/form/button';
import { useCart } from './cart';

/** Says why a step of the checkout leads no further without goods, as for who goes back from a placed order. */
export function EmptyCartNotice() {
  const isEmpty = useCart().length === 0;
  if (!isEmpty) return null;
  return (
    <Alert
      tone="info"
      action={
        <Link to="/search" className={buttonStyle({ variant: 'outline', size: 'sm' })}>
          Tiếp tục mua sắm
        </Link>
      }
    >
      Giỏ hàng trống, chưa có sản phẩm nào để đặt. Đơn bạn đã đặt ở trong{' '}
      <Link to="/profile?tab=orders" className="font-medium underline underline-offset-4">
        Đơn hàng của tôi
      </Link>
      .
    </Alert>
  );
}
