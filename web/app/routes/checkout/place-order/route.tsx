import {
  Form,
  Link,
  replace,
  useActionData,
  useLoaderData,
  useNavigation,
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
} from '@remix-run/react';
import type { PlaceOrder as PlaceOrderBody } from 'contract/orders/placing';
import { formatVnd } from 'contract/rules';
import { requireShopper } from '~/routing/guards';
import { Waiting } from '~/routing/waiting';
import { SmallLines } from '~/features/cart/cart-totals';
import { CheckoutPage } from '~/features/checkout/page/checkout-page';
import { loadChunk } from '~/lib/chunk';
import { place, placeAgain, type Refusal } from './place';
import { useScrollIntoView, useLastAnswer } from './held-values';
import { OrderPart } from './order-part';
import { FixLink, Refused } from './refused';
import { useShownOrder } from './use-shown-order';
import { LoadFailure, pageData } from '~/components/shop/load-failure';
import { OrderSummary } from '~/features/orders/order-summary';
import { PAYMENT_IN_TEXT, PAYMENT_NAMES } from '~/features/orders/order-labels';
import { privatePage } from '~/components/shop/page-title';
import { answerCoupon, COUPON_INTENT } from '~/features/checkout/use-coupon';
import { refreshCart } from '~/features/cart/refresh-cart';
import { shippingAddress } from '~/features/addresses/shipping-address';
import { RESEND_INTENT } from '~/features/checkout/checkout';
import { claimCheckout } from '~/features/checkout/claim-checkout';
import { UnfinishedOrder } from '~/features/checkout/page/unfinished-order';
import { isCompleteAddress } from '~/features/addresses/address-draft';
import { AddressLines } from '~/features/addresses/address-lines';
import { Alert } from '~/components/feedback/alert';
import { Button } from '~/components/form/button';
import { useFirstPress } from '~/components/form/use-first-press';
import { textOf } from '~/components/form/form-text';

export const meta = privatePage('Đặt hàng');

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  claimCheckout(await requireShopper(request));
  if (!isCompleteAddress(shippingAddress.get())) throw replace('/shipping');
  const [changes, parts] = await Promise.all([pageData(refreshCart()), loadChunk(() => import('./late-parts'))]);
  return { hasChanged: changes.length > 0, ...parts };
}
clientLoader.hydrate = true as const;

const TITLE = 'Kiểm tra và đặt hàng';

/** Nothing to reload: the next page loads the order, and a refusal has refreshed the cart. */
export const shouldRevalidate = () => false;

export async function clientAction({ request }: ClientActionFunctionArgs) {
  const form = await request.formData();
  if (textOf(form, 'intent') === COUPON_INTENT) return answerCoupon(request, form);
  return textOf(form, 'intent') === RESEND_INTENT ? placeAgain(request, form) : place(request, form);
}

export const HydrateFallback = Waiting;
export const ErrorBoundary = LoadFailure;

export default function PlaceOrder() {
  const { hasChanged, GiftNote, CouponLine, CouponTrouble, NothingToOrder } =
    useLoaderData<Awaited<ReturnType<typeof clientLoader>>>();
  const refusal = useLastAnswer(useActionData<Refusal>());
  const isBusy = useNavigation().state !== 'idle';
  const news = useScrollIntoView<HTMLDivElement>(refusal);
  const shown = useShownOrder(refusal, isBusy);
  const { order, items, code, coupon, pricing, totals, isResend } = shown;
  const unfinished = <UnfinishedOrder except={isResend ? order : undefined} />;
  if (items.length === 0) return <NothingToOrder title={TITLE}>{unfinished}</NothingToOrder>;

  const isSoldOut = items.some(({ countInStock }) => countInStock === 0);
  const isUnsure = code !== '' && (coupon.isChecking || coupon.answer?.verdict === 'unknown');
  return (
    <CheckoutPage
      title={TITLE}
      step={4}
      summary={
        <OrderSummary
          totals={totals}
          coupon={code}
          pricing={pricing}
          action={
            <PlaceForm
              order={order}
              isResend={isResend}
              isBusy={isBusy}
              isBlocked={!isResend && (isSoldOut || isUnsure)}
            />
          }
        />
      }
    >
      {refusal && (
        <div ref={news}>
          <Refused
            {...refusal}
            isUnsure={isResend}
            isRepriced={shown.isRepriced}
            isOtherCart={shown.isOtherCart}
            isSoldOut={isSoldOut}
            totals={totals}
          />
        </div>
      )}
      {unfinished}
      <CouponTrouble coupon={coupon} />
      {(hasChanged || isSoldOut) && <CartNotice isSoldOut={isSoldOut} />}
      <OrderPart title="Giao đến" to="/shipping">
        <AddressLines draft={shown.address} />
      </OrderPart>
      <OrderPart title="Thanh toán" to="/payment">
        <p>{PAYMENT_NAMES[shown.method]}</p>
        {code && <CouponLine code={code} discount={totals.discount} isChecking={coupon.isChecking} />}
      </OrderPart>
      <OrderPart title="Sản phẩm" to="/cart">
        <SmallLines items={items} />
      </OrderPart>
      <GiftNote errors={refusal?.giftNoteErrors} isLocked={isBusy || isResend} />
      <p className="text-sm text-muted">
        Khi đặt hàng, bạn đồng ý với{' '}
        <Link to="/terms" target="_blank" className="underline underline-offset-4">
          Điều khoản dịch vụ
        </Link>
        .
      </p>
    </CheckoutPage>
  );
}

/** Says that the cart is not what it was when it was filled. */
const CartNotice = ({ isSoldOut }: { isSoldOut: boolean }) => (
  <Alert tone="warning" action={<FixLink to="/cart" />}>
    {isSoldOut
      ? 'Có sản phẩm đã hết hàng. Hãy xóa khỏi giỏ để đặt phần còn lại.'
      : 'Giá hoặc số lượng vừa được cập nhật theo cửa hàng.'}
  </Alert>
);

interface PlaceFormProps {
  order: PlaceOrderBody;
  isResend: boolean;
  isBusy: boolean;
  isBlocked: boolean;
}

/** The button that sends the order. */
function PlaceForm({ order, isResend, isBusy, isBlocked }: PlaceFormProps) {
  const isFirstPress = useFirstPress(useNavigation());
  return (
    <Form method="post" onSubmit={isFirstPress} className="grid">
      <input type="hidden" name="order" value={JSON.stringify(order)} />
      <Button type="submit" size="lg" isBusy={isBusy} disabled={isBlocked}>
        <span>
          {isResend ? 'Gửi lại đơn hàng' : 'Đặt hàng'} · {formatVnd(order.totalPrice)}{' '}
          <span className="block text-xs font-normal">bằng {PAYMENT_IN_TEXT[order.paymentMethod]}</span>
        </span>
      </Button>
    </Form>
  );
}
