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
import { useState, type ReactNode } from 'react';
import { failedWith, isRefusal, sentenceOf } from '~/api/http/client';
import { placeOrder } from '~/api/orders';
import { endSession, requireShopper } from '~/routing/guards';
import { Waiting } from '~/routing/waiting';
import { SmallLines } from '~/features/cart/cart-totals';
import { CheckoutPage } from '~/features/checkout/checkout-page';
import { CouponLine, CouponTrouble } from './coupon-notes';
import { LoadFailure, pageData } from '~/components/shop/load-failure';
import { OrderSummary } from '~/features/orders/order-summary';
import { PAYMENT_NAMES } from '~/features/orders/order-labels';
import { privatePage } from '~/components/shop/page-title';
import { usePricing } from '~/features/checkout/pricing';
import { answerCoupon, COUPON_INTENT, useCoupon } from '~/features/checkout/use-coupon';
import { currentCart, emptyCart, refreshCart, useCart } from '~/features/cart/cart';
import {
  couponCode,
  isDeliverable,
  paymentMethod,
  shippingAddress,
  type AddressDraft,
} from '~/features/checkout/checkout';
import { Alert } from '~/components/feedback/alert';
import { Button, buttonStyle } from '~/components/form/button';
import { Empty } from '~/components/feedback/empty';
import { textOf } from '~/components/form/form-text';

export const meta = privatePage('Đặt hàng');

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  await requireShopper(request);
  if (!isDeliverable(shippingAddress.get())) throw replace('/shipping');
  return { hasChanged: (await pageData(refreshCart())).length > 0 };
}
clientLoader.hydrate = true as const;

/** Nothing to reload: the next page loads the order, and a refusal has refreshed the cart. */
export const shouldRevalidate = () => false;

/** Places the order with the totals that the shopper saw, so that the server refuses a cart that changed meanwhile. */
export async function clientAction({ request }: ClientActionFunctionArgs) {
  const form = await request.formData();
  if (textOf(form, 'intent') === COUPON_INTENT) return answerCoupon(request, form);
  return place(request, form);
}

/** Why an order was not placed. */
interface Refusal {
  error: string;
  /** The current totals, and the coupon they are for. */
  expected?: OrderTotals;
  coupon: string;
  /** The coupon code that is no longer valid and was dropped. */
  dropped?: string;
  /** The unpaid orders that use up the account's limit. */
  unpaidOrders?: number[];
  /** True when the cart is the cause. */
  isOfCart?: boolean;
  /** True when there was no response, and the order may have been placed. */
  isUnsure?: boolean;
}

const FAILED = 'Đã xảy ra lỗi khi đặt hàng';

async function place(request: Request, form: FormData): Promise<Refusal | Response> {
  const shown = JSON.parse(textOf(form, 'totals')) as OrderTotals;
  const { receiver, phone, ...address } = shippingAddress.get();
  const coupon = textOf(form, 'coupon');
  try {
    const { id } = await placeOrder({
      orderItems: currentCart().map(({ id, qty, variant_id, color, size }) => ({ id, qty, variant_id, color, size })),
      shippingAddress: { ...address, ...(receiver && { receiver }), ...(phone && { phone }) },
      paymentMethod: paymentMethod.get(),
      itemsPrice: shown.itemsPrice,
      taxPrice: shown.taxPrice,
      shippingPrice: shown.shippingPrice,
      totalPrice: shown.totalPrice,
      ...(coupon && { coupon_code: coupon }),
    });
    emptyCart();
    couponCode.set('');
    return replace(`/orders/${id}`);
  } catch (error) {
    if (failedWith(error, 401, 403)) return endSession(request);
    if (!failedWith(error, 400, 404, 409)) {
      return { error: sentenceOf(error, FAILED), coupon, isUnsure: !isRefusal(error) };
    }
    // The refreshed cart may show the cause: a new price, a smaller stock, a product that is gone.
    await refreshCart().catch(() => undefined);
    if (coupon && error.fields.coupon_code) {
      couponCode.set('');
      return { error: error.fields.coupon_code[0] ?? error.detail, coupon: '', dropped: coupon };
    }
    const expected = error.body.expected as OrderTotals | undefined;
    const unpaidOrders = error.body.unpaid_orders as number[] | undefined;
    const isOfCart = !expected && !unpaidOrders?.length;
    return { error: sentenceOf(error, FAILED), coupon, expected, unpaidOrders, isOfCart };
  }
}

export const HydrateFallback = Waiting;
export const ErrorBoundary = LoadFailure;

export default function PlaceOrder() {
  const { hasChanged } = useLoaderData<typeof clientLoader>();
  const refusal = useActionData<Refusal>();
  const isBusy = useNavigation().state !== 'idle';
  // While an order is placed the page shows what was sent: cart and coupon are emptied before the next page opens.
  const items = useHeld(useCart(), isBusy);
  const code = useHeld(couponCode.use(), isBusy);
  const pricing = usePricing();
  const address = shippingAddress.use();
  const method = paymentMethod.use();
  // The server's totals, while they are for the current coupon.
  const expected = refusal?.coupon === code ? refusal.expected : undefined;
  const coupon = useCoupon(sumOf(expected ?? orderTotals(items, 0, pricing)));
  const discount = useHeld(coupon.discount, isBusy);
  if (items.length === 0) return <NothingToOrder />;

  const totals = expected ?? orderTotals(items, discount, pricing);
  const isSoldOut = items.some(({ countInStock }) => countInStock === 0);
  const isUnsure = code !== '' && (coupon.isChecking || coupon.answer?.verdict === 'unknown');
  return (
    <CheckoutPage
      title="Kiểm tra và đặt hàng"
      step={4}
      summary={
        <OrderSummary
          totals={totals}
          coupon={code}
          pricing={pricing}
          action={
            <Form method="post" className="grid">
              <input type="hidden" name="totals" value={JSON.stringify(totals)} />
              <input type="hidden" name="coupon" value={code} />
              <Button type="submit" size="lg" isBusy={isBusy} disabled={isSoldOut || isUnsure}>
                Đặt hàng · {formatVnd(totals.totalPrice)}
              </Button>
            </Form>
          }
        />
      }
    >
      {refusal && <Refused {...refusal} isRepriced={expected !== undefined} isSoldOut={isSoldOut} totals={totals} />}
      <CouponTrouble coupon={coupon} />
      {(hasChanged || isSoldOut) && (
        <Alert tone="warning" action={<CartLink />}>
          {isSoldOut
            ? 'Có sản phẩm đã hết hàng. Hãy xóa khỏi giỏ để đặt phần còn lại.'
            : 'Giá hoặc số lượng vừa được cập nhật theo cửa hàng.'}
        </Alert>
      )}
      <Section title="Giao đến" to="/shipping">
        <AddressLines {...address} />
      </Section>
      <Section title="Thanh toán" to="/payment">
        <p>{PAYMENT_NAMES[method]}</p>
        {code && <CouponLine code={code} discount={totals.discount} isChecking={coupon.isChecking} />}
      </Section>
      <Section title="Sản phẩm" to="/cart">
        <SmallLines items={items} />
      </Section>
    </CheckoutPage>
  );
}

const sumOf = ({ itemsPrice, shippingPrice, taxPrice }: OrderTotals) => itemsPrice + shippingPrice + taxPrice;

type RefusedProps = Refusal & { isRepriced: boolean; isSoldOut: boolean; totals: OrderTotals };

function Refused({ error, dropped, unpaidOrders, isOfCart, isUnsure, isRepriced, isSoldOut, totals }: RefusedProps) {
  return (
    // A sold-out line has its own message below, with the same link.
    <Alert tone="danger" action={isOfCart && !isSoldOut && <CartLink />}>
      {error}
      {unpaidOrders?.map((id) => (
        <Link key={id} to={`/orders/${id}`} className="mr-4 inline-block font-medium underline underline-offset-4">
          Đơn hàng #{id}
        </Link>
      ))}
      {isUnsure && <span className="block">Bấm đặt hàng lần nữa để thử lại: đơn hàng không bị đặt hai lần.</span>}
      {dropped !== undefined && <span className="block">Đã bỏ mã {dropped} khỏi đơn hàng.</span>}
      {(isRepriced || dropped !== undefined) && (
        <span className="block">
          Tổng cộng mới là <strong>{formatVnd(totals.totalPrice)}</strong>. Bấm đặt hàng lần nữa nếu bạn đồng ý.
        </span>
      )}
    </Alert>
  );
}

const CartLink = () => (
  <Link to="/cart" className="font-medium underline underline-offset-4">
    Xem giỏ hàng
  </Link>
);

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

function AddressLines({ receiver, phone, address, city, postalCode, country }: AddressDraft) {
  return (
    <address className="not-italic">
      {(receiver || phone) && <p className="font-medium">{[receiver, phone].filter(Boolean).join(' · ')}</p>}
      <p>{address}</p>
      <p>{[city, postalCode, country].join(', ')}</p>
    </address>
  );
}

function NothingToOrder() {
  return (
    <main id="main" className="page py-6">
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
