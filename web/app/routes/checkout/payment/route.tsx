import {
  Form,
  redirect,
  replace,
  useLoaderData,
  useNavigation,
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
  type ShouldRevalidateFunctionArgs,
} from '@remix-run/react';
import {
  formatVnd,
  MAX_BANK_TRANSFER,
  MAX_CARD_CHARGE,
  orderTotals,
  PAYMENT_METHODS,
  type PaymentMethod,
} from 'contract/rules';
import { Banknote, CreditCard, QrCode, Wallet as WalletIcon, type LucideIcon } from 'lucide-react';
import { requireShopper } from '~/routing/guards';
import { Waiting } from '~/routing/waiting';
import { CartTotals } from '~/features/cart/cart-totals';
import { CheckoutPage } from '~/features/checkout/page/checkout-page';
import { EmptyCartNotice } from '~/features/cart/empty-cart-notice';
import { loadChunk } from '~/lib/chunk';
import { PAYMENT_NAMES } from '~/features/orders/order-labels';
import { privatePage } from '~/components/shop/page-title';
import { usePricing } from '~/features/checkout/pricing';
import { useSettings } from '~/features/settings/use-settings';
import { answerCoupon, COUPON_INTENT, useCoupon } from '~/features/checkout/use-coupon';
import { loadWallet } from '~/features/wallet/wallet-data';
import { useCart } from '~/features/cart/cart';
import { isCompleteAddress } from '~/features/addresses/address-draft';
import { shippingAddress } from '~/features/addresses/shipping-address';
import { paymentMethod } from '~/features/checkout/checkout';
import { claimCheckout } from '~/features/checkout/claim-checkout';
import { RetryAlert } from '~/components/feedback/retry-alert';
import { Button } from '~/components/form/button';
import { textOf } from '~/components/form/form-text';
import { useFirstPress } from '~/components/form/use-first-press';
import { PaymentMethodChoice } from './payment-method';
import { useTypedCoupon } from './use-typed-coupon';
import { WalletState, WalletMissing } from './wallet-state';

export const meta = privatePage('Thanh toán');

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  claimCheckout(await requireShopper(request));
  if (!isCompleteAddress(shippingAddress.get())) throw replace('/shipping');
  const [wallet, box] = await Promise.all([loadWallet(), loadChunk(() => import('./coupon-box'))]);
  return { ...wallet, ...box };
}
clientLoader.hydrate = true as const;

/** Checking a coupon does not change the wallet. */
export const shouldRevalidate = ({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  formMethod === undefined && defaultShouldRevalidate;

export async function clientAction({ request }: ClientActionFunctionArgs) {
  const form = await request.formData();
  if (textOf(form, 'intent') === COUPON_INTENT) return answerCoupon(request, form);
  const method = PAYMENT_METHODS.find((each) => each === textOf(form, 'paymentMethod'));
  if (!method) return null; // none suits the total
  paymentMethod.set(method);
  return redirect('/placeorder');
}

export const HydrateFallback = Waiting;

export default function Payment() {
  const { wallet, walletError, CouponBox } = useLoaderData<Awaited<ReturnType<typeof clientLoader>>>();
  const items = useCart();
  const pricing = usePricing();
  const coupon = useCoupon(orderTotals(items, 0, pricing).totalPrice);
  const { field, form, beforeGoingOn } = useTypedCoupon(coupon);
  const navigation = useNavigation();
  const isFirstPress = useFirstPress(navigation);
  // Whether the wallet covers the total depends on the coupon.
  const isBusy = navigation.state !== 'idle' || coupon.isChecking;
  return (
    <CheckoutPage
      title="Phương thức thanh toán"
      step={3}
      summary={
        <CartTotals
          coupon={coupon}
          action={
            <Button type="submit" form="payment" size="lg" isBusy={isBusy} disabled={items.length === 0}>
              Tiếp tục
            </Button>
          }
        />
      }
    >
      <EmptyCartNotice />
      <Form
        ref={form}
        id="payment"
        method="post"
        onSubmit={(event) => beforeGoingOn(event) && isFirstPress(event)}
        className="grid max-w-2xl gap-3"
      >
        <PaymentMethods
          wallet={wallet}
          walletError={walletError}
          total={orderTotals(items, coupon.discount, pricing).totalPrice}
        />
      </Form>
      <CouponBox coupon={field} />
    </CheckoutPage>
  );
}

interface PaymentMethodsProps extends Awaited<ReturnType<typeof loadWallet>> {
  /** What the order costs, in đồng. */
  total: number;
}

/** The methods of the shop. One that does not suit the order cannot be chosen, and says why. */
function PaymentMethods({ wallet, walletError, total }: PaymentMethodsProps) {
  const preferred = paymentMethod.use();
  const settings = useSettings();
  const [cod, vietqr] = [settings?.cod, settings?.vietqr];
  const canChoose: Record<PaymentMethod, boolean> = {
    Stripe: total <= MAX_CARD_CHARGE,
    Paybox: wallet !== null && wallet.is_active && wallet.balance >= total,
    COD: cod !== undefined && cod.is_on && total <= cod.max_total,
    VietQR: vietqr !== undefined && vietqr.is_on && total <= MAX_BANK_TRANSFER,
  };
  const chosen = canChoose[preferred] ? preferred : PAYMENT_METHODS.find((method) => canChoose[method]);
  const choice = (value: PaymentMethod, Icon: LucideIcon) => ({
    value,
    chosen,
    isDisabled: !canChoose[value],
    icon: <Icon aria-hidden="true" className="size-6 stroke-[1.5]" />,
    title: PAYMENT_NAMES[value],
  });
  return (
    <fieldset className="grid gap-3">
      <legend className="sr-only">Phương thức thanh toán</legend>
      <PaymentMethodChoice {...choice('Stripe', CreditCard)}>
        {canChoose.Stripe
          ? 'Visa, Mastercard, JCB. Bạn nhập thẻ ở bước sau, khi đơn hàng đã được đặt.'
          : `Mỗi lần thanh toán bằng thẻ tối đa ${formatVnd(MAX_CARD_CHARGE)}.`}
      </PaymentMethodChoice>
      <PaymentMethodChoice {...choice('Paybox', WalletIcon)}>
        {wallet ? <WalletState wallet={wallet} total={total} /> : <WalletMissing error={walletError} />}
      </PaymentMethodChoice>
      {settings === null && (
        <RetryAlert tone="warning">Chưa tải được hết các phương thức thanh toán của cửa hàng.</RetryAlert>
      )}
      {vietqr?.is_on && (
        <PaymentMethodChoice {...choice('VietQR', QrCode)}>
          {canChoose.VietQR
            ? 'Quét mã QR bằng ứng dụng ngân hàng bất kỳ. Mã hiện ra khi đơn hàng đã được đặt.'
            : `Mỗi lần chuyển tối đa ${formatVnd(MAX_BANK_TRANSFER)}.`}
        </PaymentMethodChoice>
      )}
      {cod?.is_on && (
        <PaymentMethodChoice {...choice('COD', Banknote)}>
          {canChoose.COD
            ? 'Trả đủ tiền mặt cho người giao hàng.'
            : `Chỉ dành cho đơn hàng đến ${formatVnd(cod.max_total)}.`}
        </PaymentMethodChoice>
      )}
    </fieldset>
  );
}
