import { SecureLine } from '~/features/checkout/checkout-page';
import { CheckoutSteps } from '~/features/checkout/checkout-steps';

/** Above an order that waits for its payment: every step before it is done. */
export const PlacedSteps = () => (
  <div className="grid justify-items-end gap-3">
    <SecureLine />
    <div className="w-full">
      <CheckoutSteps current={5} />
    </div>
  </div>
);
