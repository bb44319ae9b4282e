import {
  Form,
  redirect,
  useActionData,
  useLoaderData,
  useNavigation,
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
  type ShouldRevalidateFunctionArgs,
} from '@remix-run/react';
import type { SavedAddress } from 'contract/accounts/addresses';
import { createAddress, listAddresses } from '~/api/account/addresses';
import { failedWith, sentenceOf } from '~/api/http/client';
import { listOrders } from '~/api/orders/orders';
import { loadChunk } from '~/lib/chunk';
import type { AddressFields } from '~/features/addresses/address-fields';
import { Alert } from '~/components/feedback/alert';
import { toast } from '~/components/feedback/toast';
import { Button } from '~/components/form/button';
import { useFirstError } from '~/components/form/focus/use-first-error';
import { useFirstPress } from '~/components/form/use-first-press';
import { privatePage } from '~/components/shop/page-title';
import { CartTotals } from '~/features/cart/cart-totals';
import { useCart } from '~/features/cart/cart';
import { CheckoutPage } from '~/features/checkout/page/checkout-page';
import { EmptyCartNotice } from '~/features/cart/empty-cart-notice';
import { shippingAddress } from '~/features/addresses/shipping-address';
import { claimCheckout } from '~/features/checkout/claim-checkout';
import { endSession, requireShopper } from '~/routing/guards';
import { Waiting } from '~/routing/waiting';
import { SavedAddresses } from './saved-addresses';
import { addressErrors, isSameAddress, isUntouched, type AddressErrors } from '~/features/addresses/address-checks';
import { draftFrom, type AddressDraft } from '~/features/addresses/address-draft';

export const meta = privatePage('Địa chỉ giao hàng');

interface Loaded {
  /** Loaded with the address book: it knows every province, and no page before needs it. */
  AddressFields: typeof AddressFields;
  saved: SavedAddress[];
  /** Why the address book is missing. The form works without it. */
  error?: string;
}

export async function clientLoader({ request }: ClientLoaderFunctionArgs): Promise<Loaded> {
  const user = await requireShopper(request);
  claimCheckout(user);
  const fields = loadChunk(() => import('~/features/addresses/address-fields'));
  const loaded: Omit<Loaded, 'AddressFields'> = { saved: [] };
  try {
    loaded.saved = await listAddresses(request.signal);
  } catch (error) {
    if (failedWith(error, 401, 403)) throw endSession(request);
    loaded.error = sentenceOf(error, 'Không thể tải sổ địa chỉ.');
  }
  // Only an untouched form is filled in: with the default address, that of the last order, and the profile. Later a field
  // that was emptied stays empty, so that no old street ends up in a new province.
  if (isUntouched(shippingAddress.get())) {
    const known = loaded.saved[0] ?? (loaded.error === undefined ? await lastAddress() : undefined);
    const draft = draftFrom(known);
    shippingAddress.set({
      ...draft,
      receiver: draft.receiver || [user.last_name, user.first_name].filter(Boolean).join(' '),
      phone: draft.phone || user.phone,
      address: draft.address || user.address,
    });
  }
  return { ...loaded, ...(await fields) };
}
clientLoader.hydrate = true as const;

/** A refused form stays on screen with its errors, and there is nothing new to load for it. */
export const shouldRevalidate = ({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  !formMethod && defaultShouldRevalidate;

/** The address of the user's last order; undefined without one. */
async function lastAddress() {
  const orders = await listOrders(1, 1).catch(() => undefined);
  return orders?.results[0]?.shippingAddress;
}

export async function clientAction({ request }: ClientActionFunctionArgs) {
  // The form has already stored its input; it sends the same.
  const form = await request.formData();
  const draft = shippingAddress.get();
  const errors = addressErrors(draft);
  if (Object.keys(errors).length > 0) return { errors };
  if (form.has('save')) await saveToBook(draft);
  return redirect('/payment');
}

/** The order goes on without the address book. */
async function saveToBook(draft: AddressDraft): Promise<void> {
  try {
    await createAddress({ ...draft, isDefault: false });
  } catch (error) {
    toast(sentenceOf(error, 'Không thể lưu vào sổ địa chỉ.'), { tone: 'danger' });
  }
}

export const HydrateFallback = Waiting;

export default function Shipping() {
  const { saved, error, AddressFields } = useLoaderData<Loaded>();
  const wrong = useActionData<{ errors: AddressErrors }>();
  const draft = shippingAddress.use();
  const navigation = useNavigation();
  const isBusy = navigation.state !== 'idle';
  const isFirstPress = useFirstPress(navigation);
  const isEmpty = useCart().length === 0;
  const form = useFirstError(wrong?.errors);
  const isSaved = saved.some((address) => isSameAddress(address, draft));
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
      <EmptyCartNotice />
      {error !== undefined && <Alert tone="warning">{error} Bạn vẫn có thể nhập địa chỉ bên dưới.</Alert>}
      {saved.length > 0 && (
        <SavedAddresses saved={saved} draft={draft} onChoose={(chosen) => shippingAddress.set(chosen)} />
      )}
      <Form
        ref={form}
        id="shipping"
        method="post"
        noValidate
        onSubmit={isFirstPress}
        className="grid max-w-2xl gap-5 sm:grid-cols-2"
      >
        <AddressFields
          draft={draft}
          errors={wrong?.errors}
          onChange={(change) => shippingAddress.set((current) => ({ ...current, ...change }))}
        />
        {error === undefined && !isSaved && (
          <label className="flex min-h-11 items-center gap-3 sm:col-span-2">
            <input
              type="checkbox"
              name="save"
              defaultChecked={saved.length === 0}
              className="size-4 shrink-0 accent-accent"
            />
            Lưu để dùng lần sau
          </label>
        )}
      </Form>
    </CheckoutPage>
  );
}
