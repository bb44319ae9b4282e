import type { RefundRequest } from 'contract/refunds';
import { signedOnce } from './signed';

/** Asks for the money of a paid order back; sent again it is still one request. */
export const requestRefund = (order_id: number, reason: string) =>
  signedOnce<RefundRequest>('/api/paybox/refund-request/', { order_id, reason });
