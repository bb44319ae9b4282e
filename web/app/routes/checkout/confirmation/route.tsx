import { Link, useLoaderData, useRevalidator, type ClientLoaderFunctionArgs } from '@remix-run/react';
import type { Order } from 'contract/orders/orders';
import { CircleCheck, CircleX, Printer } from 'lucide-react';
import { failedWith, sentenceOf } from '~/api/http/client';
import { getOrder } from '~/api/orders/orders';
import { formatTime } from '~/components/display/date';
import { Alert } from '~/components/feedback/alert';
import { RetryAlert } from '~/components/feedback/retry-alert';
import { Skeleton } from '~/components/feedback/skeleton';
import { Button, buttonStyle } from '~/components/form/button';
import { OrderFailure, pageData } from '~/components/shop/load-failure';
import { privatePage } from '~/components/shop/page-title';
import { useSettings } from '~/features/settings/use-settings';
import { formatDeliveryDays } from 'contract/orders/delivery-text';
import { expectedDays } from '~/features/delivery/expected-days';
import { ExpectedDelivery } from '~/features/delivery/expected-delivery';
import { OrderAddress } from '~/features/orders/order-address';
import { OrderLines } from '~/features/orders/order-lines';
import { GiftNoteSection, OrderSection, PaymentSection } from '~/features/orders/order-sections';
import { OrderTotalLines } from '~/features/orders/order-summary';
import { useModule } from '~/lib/use-module';
import { endSession, requireShopper } from '~/routing/guards';
import { nextSteps } from './next-steps';
import { outcomeOf, confirmPayment, type Outcome } from './outcome';

export const meta = privatePage('Kết quả thanh toán');

interface Loaded {
  /** The number of the order, if the address has one. */
  id: number | null;
  outcome: Outcome;
  order: Order | null;
  /** Why the order is missing. */
  orderError?: string;
}

/** Confirms the payment that the address names, then loads its order. */
export async function clientLoader({ request }: ClientLoaderFunctionArgs): Promise<Loaded> {
  await requireShopper(request);
  const params = new URL(request.url).searchParams;
  const id = Number(params.get('id')) || null;
  if (id === null) return { id, outcome: outcomeOf(null), order: null };
  const settled = await confirmPayment(id, params);
  try {
    const order = await getOrder(id);
    return { id, outcome: settled ?? outcomeOf(order), order };
  } catch (error) {
    if (failedWith(error, 401, 403)) throw endSession(request);
    if (failedWith(error, 404)) return await pageData(Promise.reject(error));
    const orderError = sentenceOf(error, 'Đã xảy ra lỗi khi tải đơn hàng.');
    return { id, outcome: settled ?? { isGood: false, text: 'Không tải được' }, order: null, orderError };
  }
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return (
    <main id="main" className="page grid max-w-5xl gap-8 py-10" aria-busy="true">
      <p role="status" className="sr-only">
        Đang tải…
      </p>
      <div className="grid justify-items-center gap-4">
        <Skeleton className="size-14 rounded-full" />
        <Skeleton className="h-8 w-72 max-w-full" />
        <Skeleton className="h-11 w-56" />
      </div>
      <div className="grid gap-x-12 gap-y-8 lg:grid-cols-[1fr_22rem]">
        <Skeleton className="h-80" />
        <Skeleton className="h-56" />
      </div>
    </main>
  );
}

export const ErrorBoundary = OrderFailure;

/** Only paper shows the invoice. */
const loadInvoice = () => import('./invoice');

export default function Confirmation() {
  const { id, outcome, order, orderError } = useLoaderData<typeof clientLoader>();
  const shop = useSettings();
  const { module: paper, hasFailed } = useModule(loadInvoice);
  // What was neither paid nor placed has no invoice.
  const isPlaced = order !== null && !order.isCancelled && (order.isPaid || outcome.isGood);
  const canPrint = isPlaced && shop !== null && !hasFailed;
  return (
    <main id="main" className="page grid max-w-5xl gap-8 py-10 lg:pb-16 print:max-w-none print:p-0">
      <div className="grid gap-8 print:hidden">
        <Headline id={id} outcome={outcome} canPrint={canPrint} isPreparing={paper === null} />
        {orderError !== undefined && <RetryAlert>Không tải được đơn hàng. {orderError}</RetryAlert>}
        {order && <Details order={order} />}
      </div>
      {canPrint && paper && <paper.Invoice order={order} shop={shop} />}
    </main>
  );
}

interface HeadlineProps {
  id: number | null;
  outcome: Outcome;
  canPrint: boolean;
  /** The invoice is not there yet. */
  isPreparing: boolean;
}

function Headline({ id, outcome: { isGood, text, more, canRetry }, canPrint, isPreparing }: HeadlineProps) {
  const { revalidate, state } = useRevalidator();
  const Icon = isGood ? CircleCheck : CircleX;
  return (
    <div className="grid justify-items-center gap-5 text-center">
      <Icon aria-hidden="true" className={`size-14 stroke-1 ${isGood ? 'text-accent' : 'text-signal'}`} />
      <div role={isGood ? 'status' : 'alert'} className="grid gap-3">
        <h1 className="max-w-xl text-2xl">{text}</h1>
        {more && <p className="max-w-prose text-muted">{more}</p>}
        {canRetry && <p className="max-w-prose text-muted">Bạn cứ bấm “Thử lại”: thẻ không bị trừ tiền hai lần.</p>}
      </div>
      <div className="flex flex-wrap justify-center gap-3">
        {canRetry && (
          <Button isBusy={state === 'loading'} onClick={revalidate}>
            Thử lại
          </Button>
        )}
        <Link
          to={id === null ? '/' : `/orders/${id}`}
          className={buttonStyle({ variant: canRetry ? 'outline' : 'primary' })}
        >
          {id === null ? 'Về trang chủ' : `Xem đơn hàng #${id}`}
        </Link>
        {canPrint && (
          <Button variant="outline" isBusy={isPreparing} onClick={() => window.print()}>
            <Printer aria-hidden="true" className="size-4" />
            In hóa đơn
          </Button>
        )}
      </div>
    </div>
  );
}

function Details({ order }: { order: Order }) {
  const rules = useSettings()?.delivery;
  const expected = rules && expectedDays(order, rules, new Date().toISOString());
  const steps = nextSteps(order, expected && !expected.isIfPaidNow ? formatDeliveryDays(expected.days) : null);
  return (
    <>
      {order.notice && <Alert tone="info">{order.notice}</Alert>}
      <div className="grid gap-x-12 gap-y-8 lg:grid-cols-[1fr_22rem]">
        <div className="grid min-w-0 content-start gap-8">
          {steps.length > 0 && (
            <OrderSection title="Tiếp theo">
              <ol className="grid list-decimal gap-2 pl-5 marker:font-bold marker:text-accent">
                {steps.map((step) => (
                  <li key={step}>{step}</li>
                ))}
              </ol>
            </OrderSection>
          )}
          {order.parcel && <Parcel order={order} />}
          <OrderSection title="Sản phẩm">
            <OrderLines items={order.orderItems} />
          </OrderSection>
        </div>
        <div className="grid content-start gap-8">
          <section className="grid gap-4 rounded-lg border border-line bg-surface p-4 sm:p-6">
            <h2 className="text-lg">Tổng đơn hàng</h2>
            <OrderTotalLines totals={order} coupon={order.coupon_code} />
          </section>
          <OrderSection title="Giao đến">
            <OrderAddress order={order} />
            {order.deliveredAt ? (
              <p className="text-sm">Đã giao lúc {formatTime(order.deliveredAt)}</p>
            ) : (
              <ExpectedDelivery order={order} />
            )}
          </OrderSection>
          <PaymentSection order={order} />
          <GiftNoteSection order={order} />
        </div>
      </div>
    </>
  );
}

const loadParcel = () => import('./parcel');

/** The parcel once its script is loaded; the page of the order shows it too. */
function Parcel({ order }: { order: Order }) {
  const { module } = useModule(loadParcel);
  return module && <module.ParcelSection order={order} />;
}
