import {
  redirect,
  useActionData,
  useNavigation,
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
} from '@remix-run/react';
import { requireShopper } from '~/routing/guards';
import { Waiting } from '~/routing/waiting';
import { AddressForm, addressErrors } from './address-form';
import { CheckoutPage } from '~/features/checkout/checkout-page';
import { CartTotals } from '~/features/cart/cart-totals';
import { privatePage } from '~/components/shop/page-title';
import { useCart } from '~/features/cart/cart';
import { shippingAddress } from '~/features/checkout/checkout';
import { Button } from '~/components/form/button';

export const meta = privatePage('Địa chỉ giao hàng');

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const user = await requireShopper(request);
  shippingAddress.set((draft) => ({
    ...draft,
    receiver: draft.receiver || [user.last_name, user.first_name].filter(Boolean).join(' '),
    phone: draft.phone || user.phone,
    address: draft.address || user.address,
  }));
  return null;
}
clientLoader.hydrate = true as const;

export async function clientAction({ request }: ClientActionFunctionArgs) {
  // The form has already stored its input; it sends the same.
  await request.formData();
  const errors = addressErrors(shippingAddress.get());
  return Object.keys(errors).length > 0 ? { errors } : redirect('/payment');
}

export const HydrateFallback = Waiting;

export default function Shipping() {
  const wrong = useActionData<typeof clientAction>();
  const isBusy = useNavigation().state !== 'idle';
  const isEmpty = useCart().length === 0;
  return (
    <CheckoutPage
      title="Địa chỉ giao hàng"
      step={2}
      summary={
        <CartTotals
          action={
            <Button type="submit" form="shipping" size="lg" isBusy={isBusy} disabled={isEmpty}>
              Tiếp tục
            </Button>
          }
        />
      }
    >
      <AddressForm id="shipping" errors={wrong?.errors} />
    </CheckoutPage>
  );
}
