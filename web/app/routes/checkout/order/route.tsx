import {
  Link,
  useLoaderData,
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
  type ShouldRevalidateFunctionArgs,
} from '@remix-run/react';
import type { Order } from 'contract/orders/orders';
import { Fragment, useEffect, useRef } from 'react';
import { loadChunk } from '~/lib/chunk';
import { failedWith } from '~/api/http/client';
import { getOrder } from '~/api/orders/orders';
import { endSession, requireShopper } from '~/routing/guards';
import { Waiting } from '~/routing/waiting';
import { reportPurchases } from '~/features/search-events/search-events';
import { OrderFailure, pageData } from '~/components/shop/load-failure';
import { OrderAddress } from '~/features/orders/order-address';
import { OrderLines } from '~/features/orders/order-lines';
import { loadTransfer } from './payment/load-transfer';
import { useFollowedOrder } from './use-followed-order';
import { Cancelled } from './cancelled';
import { runOrderAction } from './order-actions';
import { stateLabelOf } from '~/features/orders/order-labels';
import { GiftNoteSection, OrderSection, PaymentSection } from '~/features/orders/order-sections';
import { OrderTotalLines } from '~/features/orders/order-summary';
import { privatePage } from '~/components/shop/page-title';
import { loadWallet } from '~/features/wallet/wallet-data';
import { Alert } from '~/components/feedback/alert';
import { Badge } from '~/components/display/badge';
import { Breadcrumb } from '~/components/display/breadcrumb';
import { formatTime } from '~/components/display/date';
import type { OrderAnswer } from './order-answer';

export const meta = privatePage(({ id }) => `Đơn hàng #${id}`);

export async function clientLoader({ request, params }: ClientLoaderFunctionArgs) {
  await requireShopper(request);
  const [loaded, parts] = await Promise.all([
    pageData(load(Number(params.id), request), 'Đã xảy ra lỗi khi tải đơn hàng.'),
    loadChunk(() => import('./order-details')),
  ]);
  return { ...loaded, parts };
}
clientLoader.hydrate = true as const;

/** A delivered order may still be unpaid: its cash is not recorded yet. */
const isToPay = ({ isPaid, isCancelled }: Order) => !isPaid && !isCancelled;

/** Paying an order is the last step of its checkout, unless it is paid on delivery. */
const isCheckout = ({ status, paymentMethod }: Order) => status === 'unpaid' && paymentMethod !== 'COD';

/** True when an order has a refund, or may have one. */
const hasRefund = ({ isPaid, isRefunded, refund_request }: Order) => isPaid || isRefunded || !!refund_request;

/** What an order needs that is not to be paid. */
const NOTHING_TO_PAY = { unpaid: null, transfer: null, wallet: null, walletError: null };

/** @returns the order, and for one that is to be paid the parts of the page for it, wallet and transfer */
async function load(id: number, request: Request) {
  try {
    const order = await getOrder(id);
    if (!isToPay(order)) return { order, ...NOTHING_TO_PAY };
    const [unpaid, transfer, money] = await Promise.all([
      loadChunk(() => import('./unpaid-order')),
      loadTransfer(order),
      loadWallet(),
    ]);
    return { order, unpaid, transfer, ...money };
  } catch (error) {
    if (failedWith(error, 401, 403)) throw endSession(request);
    throw error;
  }
}

/** After a call that got no response the page keeps its data: nothing is reloaded. */
export const shouldRevalidate = ({ actionResult, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  (actionResult as OrderAnswer | undefined)?.isUnanswered ? false : defaultShouldRevalidate;

/** Runs the action of a button: `wallet`, `card`, `cancel` or `refund`. */
export async function clientAction({ request, params }: ClientActionFunctionArgs): Promise<OrderAnswer> {
  return runOrderAction(Number(params.id), await request.formData());
}

export const HydrateFallback = Waiting;

export const ErrorBoundary = OrderFailure;

export default function OrderPage() {
  const { order, unpaid, parts, transfer, wallet, walletError } = useLoaderData<typeof clientLoader>();
  const { label, tone } = stateLabelOf(order);
  useFollowedOrder(order);
  useEffect(() => {
    if (order.status === 'paid') void reportPurchases(order.orderItems.map(({ product }) => product));
  }, [order]);
  const heading = useFocusOnceSettled(order);
  return (
    <main id="main" className="page grid gap-6 py-6 lg:pb-16" data-checkout={isCheckout(order) || undefined}>
      {isCheckout(order) && unpaid && <unpaid.PlacedSteps />}
      <Breadcrumb
        crumbs={[{ label: 'Đơn hàng của tôi', to: '/profile?tab=orders' }, { label: `Đơn hàng #${order.id}` }]}
      />
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 ref={heading} tabIndex={-1} className="text-2xl">
          Đơn hàng #{order.id}
        </h1>
        <Badge tone={tone}>{label}</Badge>
        <p className="w-full text-sm text-muted">
          Đặt lúc {formatTime(order.createdAt)}
          {!isCheckout(order) && !order.isCancelled && (
            <Link to={`/confirmation?id=${order.id}`} className="underline underline-offset-4 max-sm:block sm:ml-3">
              Xác nhận và hóa đơn
            </Link>
          )}
        </p>
      </header>
      {unpaid && order.status === 'unpaid' && order.paymentMethod === 'COD' && <unpaid.PlacedInCash />}
      {order.notice && <Alert tone="info">{order.notice}</Alert>}
      {order.isCancelled && <Cancelled order={order} />}
      <div className="grid gap-x-12 gap-y-8 lg:grid-cols-[1fr_24rem]">
        {/* First, so that on phones the payment of an unpaid order is on top. */}
        <aside className="grid content-start gap-6 rounded-lg border border-line bg-surface p-4 sm:p-6 lg:sticky lg:top-28 lg:col-start-2 lg:row-start-1 lg:self-start">
          <h2 className="text-lg">Tổng đơn hàng</h2>
          <OrderTotalLines totals={order} coupon={order.coupon_code} />
          {unpaid && (
            // A card form that is open belongs to its order.
            <Fragment key={order.id}>
              <unpaid.OrderPayment order={order} transfer={transfer} wallet={wallet} walletError={walletError} />
              {order.status === 'unpaid' && !order.parcel && <unpaid.CancelOrder order={order} />}
            </Fragment>
          )}
        </aside>
        <div className="grid min-w-0 content-start gap-8">
          <parts.ParcelSection order={order} />
          <OrderSection title="Sản phẩm">
            <OrderLines items={order.orderItems} />
            {!isToPay(order) && <parts.BuyAgainButton order={order} />}
          </OrderSection>
          {hasRefund(order) && (
            <OrderSection title="Hoàn tiền">
              <parts.Refund order={order} />
            </OrderSection>
          )}
          <OrderFacts order={order} parts={parts} />
        </div>
      </div>
    </main>
  );
}

interface OrderFactsProps {
  order: Order;
  parts: Awaited<ReturnType<typeof clientLoader>>['parts'];
}

/** Where an order goes, how it is paid, and what happened to it. */
function OrderFacts({ order, parts }: OrderFactsProps) {
  return (
    <div className="grid gap-8 sm:grid-cols-2 xl:grid-cols-3">
      <OrderSection title="Giao đến">
        <OrderAddress order={order} />
        <p className="text-sm text-muted">
          {order.deliveredAt
            ? `Đã giao lúc ${formatTime(order.deliveredAt)}`
            : order.parcel
              ? 'Hàng đang trên đường đến bạn'
              : 'Chưa giao hàng'}
        </p>
        <parts.ExpectedDelivery order={order} />
      </OrderSection>
      <PaymentSection order={order} />
      <GiftNoteSection order={order} />
      <OrderSection title="Tiến trình">
        <parts.OrderTimeline order={order} />
      </OrderSection>
    </div>
  );
}

/** The button that paid or cancelled is gone, and the focus with it: it goes to the heading, beside which the order says so. */
function useFocusOnceSettled({ isPaid, isCancelled }: Order) {
  const heading = useRef<HTMLHeadingElement>(null);
  const isSettled = isPaid || isCancelled;
  const wasSettled = useRef(isSettled);
  useEffect(() => {
    if (isSettled && !wasSettled.current && document.activeElement === document.body) heading.current?.focus();
    wasSettled.current = isSettled;
  }, [isSettled]);
  return heading;
}
