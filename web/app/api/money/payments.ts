import type { TransferInstructions } from 'contract/money/bank-transfers';
import type { Detail } from 'contract/common';
import type { CardIntent } from 'contract/money/payments';
import { signed } from '~/api/account/signed';

/** Creates the payment intent of an order for the card form, or returns the existing one. */
export const payByCard = (order: number) =>
  signed<CardIntent>('/api/stripe-payment/', { method: 'POST', body: { order } });

/** Reports a card payment of an order. The server verifies it with the provider. */
export const confirmCardPayment = (id: number, payment_intent: string) =>
  signed<Detail>(`/api/orders/${id}/pay/`, { method: 'POST', body: { payment_intent } });

/** How to transfer what an own order costs. @throws ApiError 409 for an order that takes no transfer, or none any more */
export const getTransfer = (order: number) => signed<TransferInstructions>(`/api/orders/${order}/transfer/`);
