import { Link } from '@remix-run/react';
import { formatVnd } from 'contract/rules';
import { Alert } from '~/components/feedback/alert';
import { Button } from '~/components/form/button';
import type { CouponState } from '~/features/checkout/use-coupon';

/** The notice for a stored coupon that is no longer valid, or whose check failed. */
export function CouponTrouble({ coupon: { code, answer, isChecking, check, remove } }: { coupon: CouponState }) {
  if (isChecking || !answer || answer.verdict === 'valid') return null;
  if (answer.verdict === 'unknown') {
    return (
      code !== '' && (
        <Alert
          tone="warning"
          action={
            <>
              <Button variant="outline" size="sm" onClick={() => check(code)}>
                Thử lại
              </Button>
              <Button variant="quiet" size="sm" onClick={remove}>
                Bỏ mã
              </Button>
            </>
          }
        >
          Chưa kiểm tra được mã giảm giá {code}. {answer.message}
        </Alert>
      )
    );
  }
  return (
    <Alert
      tone="warning"
      action={
        <Link to="/payment" className="font-medium underline underline-offset-4">
          Dùng mã khác
        </Link>
      }
    >
      {answer.message} Đã bỏ mã {answer.code} khỏi đơn hàng.
    </Alert>
  );
}

type CouponLineProps = Pick<CouponState, 'code' | 'isChecking' | 'discount'>;

/** The coupon of an order and its discount. */
export function CouponLine({ code, isChecking, discount }: CouponLineProps) {
  if (isChecking) return <p className="text-sm text-muted">Đang kiểm tra mã giảm giá {code}…</p>;
  return discount > 0 && <p className="text-sm text-muted">{`Mã giảm giá ${code}: −${formatVnd(discount)}`}</p>;
}
