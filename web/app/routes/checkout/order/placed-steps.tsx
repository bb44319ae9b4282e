import { Alert } from '~/components/feedback/alert';
import { SecureLine } from '~/features/checkout/page/checkout-page';
import { CheckoutSteps } from '~/features/checkout/page/checkout-steps';

/** Above an order that waits for its payment: every step before it is done. */
export const PlacedSteps = () => (
  <div className="grid justify-items-end gap-3">
    <SecureLine />
    <div className="w-full">
      <CheckoutSteps current={5} />
    </div>
  </div>
);

/** Above an order in cash: nothing is left to do. */
export const PlacedInCash = () => (
  <Alert tone="success">
    <strong className="block">Đặt hàng thành công!</strong>
    Cửa hàng chuẩn bị và giao hàng đến bạn; bạn trả tiền mặt khi nhận hàng.
  </Alert>
);
