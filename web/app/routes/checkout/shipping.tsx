import {
  redirect,
  useActionData,
  useNavigation,
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
} from '@remix-run/react';
import { requireShopper } from '~/routing/guards';
import { Waiting } from '~/routing/waiting';
import { AddressForm, addressErrors } from '~/shop/address-form';
import { CheckoutPage } from '~/shop/checkout-page';
import { CartTotals } from '~/shop/cart-totals';
import { privatePage } from '~/shop/page-title';
import { useCart } from '~/state/cart';
import { shippingAddress } from '~/state/checkout';
import { Button } from '~/ui/button';

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
  // The form keeps what is typed in the store; what it sends is the same.
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
