import { Link, useLoaderData, useRevalidator, type ClientLoaderFunctionArgs } from '@remix-run/react';
import { CircleCheck, CircleX } from 'lucide-react';
import { failedWith, sentenceOf } from '~/api/http/client';
import { settleOrder } from '~/api/payments';
import { requireShopper } from '~/routing/guards';
import { Waiting } from '~/routing/waiting';
import { privatePage } from '~/components/shop/page-title';
import { Button, buttonStyle } from '~/components/form/button';

export const meta = privatePage('Kết quả thanh toán');

interface Outcome {
  isPaid: boolean;
  text: string;
  /** The order to return to, if the URL has one. */
  order: number | null;
  /** Further detail from the server. */
  more?: string;
  canRetry?: boolean;
}

/**
 * Confirms the payment of an order. The URL is `?id=5&success=true&payment_intent=pi_…`; card methods that redirect to
 * another site add `redirect_status`. A reload confirms again, which changes nothing.
 */
export async function clientLoader({ request }: ClientLoaderFunctionArgs): Promise<Outcome> {
  await requireShopper(request);
  const params = new URL(request.url).searchParams;
  const order = Number(params.get('id')) || null;
  const intent = params.get('payment_intent');
  if (!order || params.get('success') === null) {
    return { isPaid: false, text: 'Parameters not passed correctly!', order };
  }
  const status = params.get('redirect_status') ?? 'succeeded';
  if (params.get('success') !== 'true' || status !== 'succeeded') {
    return { isPaid: false, text: 'Payment was not successful!', order };
  }
  if (!intent) return { isPaid: false, text: 'Parameters not passed correctly!', order };
  try {
    const answer: Partial<Awaited<ReturnType<typeof settleOrder>>> | undefined = await settleOrder(order, intent);
    return answer?.detail
      ? { isPaid: true, text: answer.detail, order }
      : { isPaid: false, text: 'Unexpected response format.', order, canRetry: true };
  } catch (error) {
    return {
      isPaid: false,
      text: 'Something went wrong while updating payment status.',
      order,
      more: sentenceOf(error),
      canRetry: !failedWith(error, 400, 404),
    };
  }
}
clientLoader.hydrate = true as const;

export const HydrateFallback = Waiting;

export default function Confirmation() {
  const { isPaid, text, order, more, canRetry } = useLoaderData<typeof clientLoader>();
  const { revalidate, state } = useRevalidator();
  const Icon = isPaid ? CircleCheck : CircleX;
  return (
    <main
      id="main"
      className="page grid min-h-[60dvh] place-content-center justify-items-center gap-5 py-16 text-center"
    >
      <Icon aria-hidden="true" className={`size-16 stroke-1 ${isPaid ? 'text-accent' : 'text-signal'}`} />
      <div role={isPaid ? 'status' : 'alert'} className="grid gap-3">
        <h1 className="max-w-xl text-2xl">{text}</h1>
        {more && <p className="max-w-prose text-muted">{more}</p>}
        {canRetry && <p className="max-w-prose text-muted">Bấm Thử lại là an toàn: thẻ không bị trừ tiền hai lần.</p>}
      </div>
      <div className="flex flex-wrap justify-center gap-3">
        {canRetry && (
          <Button isBusy={state === 'loading'} onClick={revalidate}>
            Thử lại
          </Button>
        )}
        <Link
          to={order ? `/orders/${order}` : '/'}
          className={buttonStyle({ variant: canRetry ? 'outline' : 'primary' })}
        >
          {order ? `Xem đơn hàng #${order}` : 'Về trang chủ'}
        </Link>
      </div>
    </main>
  );
}
