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
import { failedWith, isRefusal, sentenceOf } from '~/api/client';
import { placeOrder } from '~/api/orders';
import { endSession, requireShopper } from '~/routing/guards';
import { Waiting } from '~/routing/waiting';
import { SmallLines } from '~/shop/cart-totals';
import { CheckoutPage } from '~/shop/checkout-page';
import { CouponLine, CouponTrouble } from '~/shop/coupon-notes';
import { LoadFailure, pageData } from '~/shop/load-failure';
import { OrderSummary } from '~/shop/order-summary';
import { PAYMENT_NAMES } from '~/shop/order-words';
import { privatePage } from '~/shop/page-title';
import { usePricing } from '~/shop/pricing';
import { answerCoupon, COUPON_INTENT, useCoupon } from '~/shop/use-coupon';
import { currentCart, emptyCart, refreshCart, useCart } from '~/state/cart';
import { couponCode, isDeliverable, paymentMethod, shippingAddress, type AddressDraft } from '~/state/checkout';
import { Alert } from '~/ui/alert';
import { Button, buttonStyle } from '~/ui/button';
import { Empty } from '~/ui/empty';
import { textOf } from '~/ui/form-text';

export const meta = privatePage('Đặt hàng');

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  await requireShopper(request);
  if (!isDeliverable(shippingAddress.get())) throw replace('/shipping');
  return { hasChanged: (await pageData(refreshCart())).length > 0 };
}
clientLoader.hydrate = true as const;

/** The order is read again by the page it leads to; a refusal has refreshed the cart itself. */
export const shouldRevalidate = () => false;

/** Orders what the shopper saw: the totals come from the form, so that a cart that changed meanwhile is refused. */
export async function clientAction({ request }: ClientActionFunctionArgs) {
  const form = await request.formData();
  if (textOf(form, 'intent') === COUPON_INTENT) return answerCoupon(request, form);
  return place(request, form);
}

/** Why an order was not placed. */
interface Refusal {
  error: string;
  /** What it costs by now, and with which coupon. */
  expected?: OrderTotals;
  coupon: string;
  /** The code that no longer holds and was dropped. */
  dropped?: string;
  /** The unpaid orders that hold as much as an account may hold. */
  unpaidOrders?: number[];
  /** Whether something in the cart is what is wrong. */
  isOfCart?: boolean;
  /** Whether the order may have been placed all the same: there was no answer. */
  isUnsure?: boolean;
}

const FAILED = 'Đã xảy ra lỗi khi đặt hàng';

async function place(request: Request, form: FormData): Promise<Refusal | Response> {
  const seen = JSON.parse(textOf(form, 'totals')) as OrderTotals;
  const { receiver, phone, ...address } = shippingAddress.get();
  const coupon = textOf(form, 'coupon');
  try {
    const { id } = await placeOrder({
      orderItems: currentCart().map(({ id, qty, variant_id, color, size }) => ({ id, qty, variant_id, color, size })),
      shippingAddress: { ...address, ...(receiver && { receiver }), ...(phone && { phone }) },
      paymentMethod: paymentMethod.get(),
      itemsPrice: seen.itemsPrice,
      taxPrice: seen.taxPrice,
      shippingPrice: seen.shippingPrice,
      totalPrice: seen.totalPrice,
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
    // What the server refused, the cart may be able to show: a new price, fewer pieces, a product that is gone.
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
  // While an order is being placed everything stays as it was sent: cart and coupon are emptied before its page is there.
  const items = useHeld(useCart(), isBusy);
  const code = useHeld(couponCode.use(), isBusy);
  const pricing = usePricing();
  const address = shippingAddress.use();
  const method = paymentMethod.use();
  // The server's own totals, as long as they are for the coupon of now.
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
    // What is sold out has a sentence of its own below, with the same way out.
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

/** A value; while the page is busy, what it was before. */
function useHeld<T>(value: T, isBusy: boolean): T {
  const [last, setLast] = useState(value);
  if (!isBusy && value !== last) setLast(value);
  return isBusy ? last : value;
}

/** A part of what is being ordered, with the way to change it. */
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
