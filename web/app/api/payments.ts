import type { Detail } from 'contract/common';
import type { CardIntent } from 'contract/payments';
import { signed } from '~/api/http/signed';

/** What the card form needs to charge this order; asked again, the same charge. */
export const payByCard = (order: number) =>
  signed<CardIntent>('/api/stripe-payment/', { method: 'POST', body: { order } });

/** Tells the order of a charge; the server asks the provider whether it is true. */
export const settleOrder = (id: number, payment_intent: string) =>
  signed<Detail>(`/api/orders/${id}/pay/`, { method: 'POST', body: { payment_intent } });
