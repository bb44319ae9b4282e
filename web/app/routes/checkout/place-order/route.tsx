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
import { formatVnd, orderTotals, type OrderTotals } from 'contract/rules';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { requireShopper } from '~/routing/guards';
import { Waiting } from '~/routing/waiting';
import { SmallLines } from '~/features/cart/cart-totals';
import { CheckoutPage } from '~/features/checkout/page/checkout-page';
import { CouponLine, CouponTrouble } from './coupon-notes';
import { loadChunk } from '~/lib/chunk';
import { orderOf, place, placeAgain, type Refusal } from './place';
import { FixLink, Refused } from './refused';
import { LoadFailure, pageData } from '~/components/shop/load-failure';
import { OrderSummary } from '~/features/orders/order-summary';
import { PAYMENT_IN_TEXT, PAYMENT_NAMES } from '~/features/orders/order-labels';
import { privatePage } from '~/components/shop/page-title';
import { usePricing } from '~/features/checkout/pricing';
import { answerCoupon, COUPON_INTENT, useCoupon } from '~/features/checkout/use-coupon';
import { useCart } from '~/features/cart/cart';
import { refreshCart } from '~/features/cart/refresh-cart';
import {
  claimCheckout,
  couponCode,
  giftNote,
  paymentMethod,
  RESEND_INTENT,
  shippingAddress,
} from '~/features/checkout/checkout';
import { UnfinishedOrder } from '~/features/checkout/page/unfinished-order';
import { useIsUnfinished } from '~/api/orders/place-order';
import { isCompleteAddress } from '~/features/addresses/address-draft';
import { AddressLines } from '~/features/addresses/address-lines';
import { Alert } from '~/components/feedback/alert';
import { Button, buttonStyle } from '~/components/form/button';
import { Empty } from '~/components/feedback/empty';
import { textOf } from '~/components/form/form-text';

export const meta = privatePage('Đặt hàng');

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  claimCheckout(await requireShopper(request));
  if (!isCompleteAddress(shippingAddress.get())) throw replace('/shipping');
  const [changes, note] = await Promise.all([pageData(refreshCart()), loadChunk(() => import('./gift-note'))]);
  return { hasChanged: changes.length > 0, ...note };
}
clientLoader.hydrate = true as const;

/** Nothing to reload: the next page loads the order, and a refusal has refreshed the cart. */
export const shouldRevalidate = () => false;

export async function clientAction({ request }: ClientActionFunctionArgs) {
  const form = await request.formData();
  if (textOf(form, 'intent') === COUPON_INTENT) return answerCoupon(request, form);
  return textOf(form, 'intent') === RESEND_INTENT ? placeAgain(request, form) : place(request, form);
}

const TITLE = 'Kiểm tra và đặt hàng';

export const HydrateFallback = Waiting;
export const ErrorBoundary = LoadFailure;

export default function PlaceOrder() {
  const { hasChanged, GiftNote } = useLoaderData<Awaited<ReturnType<typeof clientLoader>>>();
  const refusal = useLastAnswer(useActionData<Refusal>());
  const isBusy = useNavigation().state !== 'idle';
  const news = useInView<HTMLDivElement>(refusal);
  // While an order is placed the page shows what was sent: cart and coupon are emptied before the next page opens.
  const items = useHeld(useCart(), isBusy);
  const code = useHeld(couponCode.use(), isBusy);
  const pricing = usePricing();
  const address = shippingAddress.use();
  const method = paymentMethod.use();
  const note = giftNote.use();
  // The server's totals, while they are for the current coupon.
  const expected = refusal?.coupon === code ? refusal.expected : undefined;
  const coupon = useCoupon(sumOf(expected ?? orderTotals(items, 0, pricing)));
  const discount = useHeld(coupon.discount, isBusy);
  const totals = expected ?? orderTotals(items, discount, pricing);
  const order = orderOf({ items, address, method, totals, coupon: code, note });
  // The answer was lost, and the button sends the same order. Changed, also in another tab, it would be a second one.
  const isResend = useHeld(useIsUnfinished(order) && refusal?.isUnsure === true, isBusy);
  const unfinished = <UnfinishedOrder except={isResend ? order : undefined} />;
  if (items.length === 0) return <NothingToOrder>{unfinished}</NothingToOrder>;

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
            <Form method="post" className="grid">
              <input type="hidden" name="order" value={JSON.stringify(order)} />
              <Button type="submit" size="lg" isBusy={isBusy} disabled={!isResend && (isSoldOut || isUnsure)}>
                <span>
                  {isResend ? 'Gửi lại đơn hàng' : 'Đặt hàng'} · {formatVnd(totals.totalPrice)}{' '}
                  <span className="block text-xs font-normal">bằng {PAYMENT_IN_TEXT[method]}</span>
                </span>
              </Button>
            </Form>
          }
        />
      }
    >
      {refusal && (
        <div ref={news}>
          <Refused
            {...refusal}
            isUnsure={isResend}
            isRepriced={expected !== undefined}
            isSoldOut={isSoldOut}
            totals={totals}
          />
        </div>
      )}
      {unfinished}
      <CouponTrouble coupon={coupon} />
      {(hasChanged || isSoldOut) && (
        <Alert tone="warning" action={<FixLink to="/cart" />}>
          {isSoldOut
            ? 'Có sản phẩm đã hết hàng. Hãy xóa khỏi giỏ để đặt phần còn lại.'
            : 'Giá hoặc số lượng vừa được cập nhật theo cửa hàng.'}
        </Alert>
      )}
      <Section title="Giao đến" to="/shipping">
        <AddressLines draft={address} />
      </Section>
      <Section title="Thanh toán" to="/payment">
        <p>{PAYMENT_NAMES[method]}</p>
        {code && <CouponLine code={code} discount={totals.discount} isChecking={coupon.isChecking} />}
      </Section>
      <Section title="Sản phẩm" to="/cart">
        <SmallLines items={items} />
      </Section>
      <GiftNote errors={refusal?.giftNoteErrors} isLocked={isBusy || isResend} />
    </CheckoutPage>
  );
}

const sumOf = ({ itemsPrice, shippingPrice, taxPrice }: OrderTotals) => itemsPrice + shippingPrice + taxPrice;

/** The last answer of the action: the router forgets it when the page reloads its data, as it does once the network is back. */
function useLastAnswer<T>(answer: T | undefined): T | undefined {
  const [last, setLast] = useState(answer);
  if (answer !== undefined && answer !== last) setLast(answer);
  return answer ?? last;
}

/** Scrolls to an element whenever `news` changes: on phones the button is far below what is said above. */
function useInView<T extends HTMLElement>(news: unknown) {
  const ref = useRef<T>(null);
  useEffect(() => {
    if (news) ref.current?.scrollIntoView?.({ block: 'center' });
  }, [news]);
  return ref;
}

/** A value, frozen while the page is busy. */
function useHeld<T>(value: T, isBusy: boolean): T {
  const [last, setLast] = useState(value);
  if (!isBusy && value !== last) setLast(value);
  return isBusy ? last : value;
}

/** A part of the order, with a link to change it. */
function Section({ title, to, children }: { title: string; to: string; children: ReactNode }) {
  return (
    <section className="grid gap-3 border-t border-line pt-5">
      <div className="flex items-baseline justify-between gap-4">
        <h2 className="text-lg">{title}</h2>
        <Link to={to} className="text-sm text-accent underline underline-offset-4">
          Sửa<span className="sr-only"> {title.toLowerCase()}</span>
        </Link>
      </div>
      {children}
    </section>
  );
}

function NothingToOrder({ children }: { children: ReactNode }) {
  return (
    <main id="main" className="page py-6">
      <h1 className="sr-only">{TITLE}</h1>
      {children}
      <Empty
        title="Giỏ hàng trống"
        action={
          <>
            <Link to="/search" className={buttonStyle()}>
              Tiếp tục mua sắm
            </Link>
            <Button variant="outline" disabled>
              Đặt hàng
            </Button>
          </>
        }
      >
        Chưa có sản phẩm nào để đặt.
      </Empty>
    </main>
  );
}
