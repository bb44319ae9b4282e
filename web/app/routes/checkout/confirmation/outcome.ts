import type { Order } from 'contract/orders/orders';
import { TEXTS } from 'contract/rules';
import { failedWith, sentenceOf } from '~/api/http/client';
import { confirmCardPayment } from '~/api/money/payments';

/** What the page says of a payment, or of an order that is paid later. */
export interface Outcome {
  isGood: boolean;
  text: string;
  /** Further detail from the server. */
  more?: string;
  canRetry?: boolean;
}

const BAD_PARAMETERS: Outcome = { isGood: false, text: 'Parameters not passed correctly!' };

/**
 * Confirms the payment that the address names. A reload confirms again, which changes nothing.
 * @param params of the address `?id=5&success=true&payment_intent=pi_…`; card methods that redirect to another site add
 *   `redirect_status`
 * @returns null when it names no payment: then the order itself says how it stands
 */
export async function confirmPayment(order: number, params: URLSearchParams): Promise<Outcome | null> {
  const success = params.get('success');
  if (success === null) return null;
  const status = params.get('redirect_status') ?? 'succeeded';
  if (success !== 'true' || status !== 'succeeded') return { isGood: false, text: 'Payment was not successful!' };
  const intent = params.get('payment_intent');
  if (!intent) return null;
  try {
    const answer: Partial<Awaited<ReturnType<typeof confirmCardPayment>>> | undefined = await confirmCardPayment(
      order,
      intent,
    );
    return answer?.detail
      ? { isGood: true, text: answer.detail }
      : { isGood: false, text: 'Unexpected response format.', canRetry: true };
  } catch (error) {
    return {
      isGood: false,
      text: 'Something went wrong while updating payment status.',
      more: sentenceOf(error),
      canRetry: !failedWith(error, 400, 404),
    };
  }
}

/** What an order says of itself, where the address names no payment. */
export function outcomeOf(order: Order | null): Outcome {
  if (order === null) return BAD_PARAMETERS;
  if (order.isCancelled) return { isGood: false, text: 'Đơn hàng đã được hủy.' };
  if (order.isRefunded) return { isGood: true, text: 'Đơn hàng đã được hoàn tiền.' };
  if (order.isPaid) return { isGood: true, text: TEXTS.paid };
  if (order.paymentMethod === 'COD') return { isGood: true, text: 'Đặt hàng thành công!' };
  if (order.paymentMethod === 'VietQR') return { isGood: true, text: 'Đặt hàng thành công! Còn chờ chuyển khoản.' };
  return BAD_PARAMETERS;
}
