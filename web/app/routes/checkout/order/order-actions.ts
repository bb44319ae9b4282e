import { TEXTS } from 'contract/rules';
import { isRefusal, sentenceOf } from '~/api/http/client';
import { cancelOrder } from '~/api/orders/orders';
import { payFromWallet } from '~/api/money/paybox';
import { payByCard } from '~/api/money/payments';
import { requestRefund } from '~/api/money/refunds';
import { toast } from '~/components/feedback/toast';
import { textOf } from '~/components/form/form-text';
import type { OrderAnswer } from './order-answer';
import { keepRefundReason } from './refund-draft';

/**
 * Runs the action of a button of the order page.
 * @returns the data of the card form, or an error; empty on success
 */
export async function runOrderAction(id: number, form: FormData): Promise<OrderAnswer> {
  switch (textOf(form, 'intent')) {
    case 'wallet':
      return answer(async () => {
        toast((await payFromWallet(id)).detail);
        return {};
      }, 'Không thể thanh toán bằng ví Paybox');
    case 'card':
      return answer(() => payByCard(id), 'Could not initialize payment...');
    case 'cancel':
      return answer(async () => {
        await cancelOrder(id);
        toast('Đơn hàng đã được hủy.');
        return {};
      }, TEXTS.unavailable);
    case 'refund':
      return refund(id, textOf(form, 'reason').trim());
    default:
      return { error: TEXTS.unavailable };
  }
}

async function refund(id: number, reason: string): Promise<OrderAnswer> {
  if (reason === '') return { reasonError: TEXTS.refundReason };
  return answer(async () => {
    await requestRefund(id, reason);
    keepRefundReason(id, '');
    toast('Yêu cầu hoàn tiền đã được gửi!');
    return {};
  }, 'Không thể gửi yêu cầu hoàn tiền.');
}

async function answer(call: () => Promise<OrderAnswer>, otherwise: string): Promise<OrderAnswer> {
  try {
    return await call();
  } catch (error) {
    return { error: sentenceOf(error, otherwise), isUnanswered: !isRefusal(error) };
  }
}
