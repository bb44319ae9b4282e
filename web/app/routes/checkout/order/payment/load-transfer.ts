import type { TransferInstructions } from 'contract/money/bank-transfers';
import type { Order } from 'contract/orders/orders';
import { failedWith, sentenceOf } from '~/api/http/client';
import { getTransfer } from '~/api/money/payments';

/** How to transfer what an order costs, or why that is not known. */
export interface LoadedTransfer {
  instructions: TransferInstructions | null;
  error: string | null;
  /** Whether asking again may help. */
  canRetry: boolean;
}

/** Loads the instructions of an unpaid order whose buyer chose a bank transfer; null for any other order. */
export async function loadTransfer(order: Order): Promise<LoadedTransfer | null> {
  if (order.paymentMethod !== 'VietQR' || order.isPaid || order.isCancelled) return null;
  try {
    return { instructions: await getTransfer(order.id), error: null, canRetry: false };
  } catch (error) {
    const sentence = sentenceOf(error, 'Không thể tải thông tin chuyển khoản.');
    return { instructions: null, error: sentence, canRetry: !failedWith(error, 404, 409) };
  }
}
