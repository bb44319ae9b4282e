import type { EntityManager } from 'typeorm';
import { TRANSITIONS, type Transition } from '../../contract/orders/orders.js';
import { PAYMENT_METHODS, type PaymentMethod } from '../../contract/rules.js';
import { afterCommit } from '../../platform/database/transaction.js';
import { counter } from '../../platform/metrics/registry.js';

/** `free` is an order that costs nothing. */
const MEANS = [...PAYMENT_METHODS, 'free'] as const;
/**
 * `credited`: money that its order could not take went to the wallet. `deposit`: money for a wallet. `refused`: nothing was booked.
 */
const PAYMENT_RESULTS = ['paid', 'credited', 'deposit', 'refused'] as const;
type Means = (typeof MEANS)[number];
type PaymentResult = (typeof PAYMENT_RESULTS)[number];

const transitions = counter('may_order_events_total', 'Transitions of orders.', { transition: TRANSITIONS });
const payments = counter('may_payments_total', 'Payments by means and result.', {
  means: MEANS,
  result: PAYMENT_RESULTS,
});
const refunds = counter('may_refunds_total', 'Refunds and chargebacks by means and result.', ['means', 'result']);

const REFUNDS: Partial<Record<Transition, { means: PaymentMethod; result: string }>> = {
  approve_refund: { means: 'Paybox', result: 'refunded' },
  reject_refund: { means: 'Paybox', result: 'rejected' },
  card_refund: { means: 'Stripe', result: 'refunded' },
  card_dispute: { means: 'Stripe', result: 'disputed' },
  card_return: { means: 'Stripe', result: 'returned' },
};
for (const refund of Object.values(REFUNDS)) refunds.inc(refund, 0);

/** Counts transitions of orders once they are committed. */
export function countTransitions(tx: EntityManager, transition: Transition, count: number): void {
  afterCommit(tx, () => {
    transitions.inc({ transition }, count);
    const refund = REFUNDS[transition];
    if (refund) refunds.inc(refund, count);
  });
}

/** Counts payments once they are committed. */
export const countPayments = (tx: EntityManager, means: Means, result: PaymentResult, count = 1): void =>
  afterCommit(tx, () => payments.inc({ means, result }, count));

/** Counts a payment that was refused. */
export const countRefusedPayment = (means: PaymentMethod): void => payments.inc({ means, result: 'refused' });
