import type { EntityManager } from 'typeorm';
import { listOf, sumRefunds } from '../sandbox.sql.js';
import { StoredRefund, type SandboxIntent, type SandboxRefund } from '../sandbox.entity.js';
import { chargedIntent } from './intents.js';
import { metadataOf, newId, enumParameter, positive, seconds, emitEvent } from './objects.js';
import { StripeApiError } from '../stripe-error.js';

const REASONS = ['duplicate', 'fraudulent', 'requested_by_customer'];

/**
 * POST /v1/refunds: refunds part or all of a charge to its card. The PaymentIntent stays `succeeded` with the received amount;
 * the refunded amount is in its charge, in the event `charge.refunded`.
 */
export async function createRefund(tx: EntityManager, params: URLSearchParams): Promise<SandboxRefund> {
  const reason = enumParameter(params, 'reason', REASONS);
  const { charge, ...intent } = await chargedIntent(tx, params);
  const before = await sumRefunds(tx, intent.id);
  const left = intent.amount_received - before;
  if (left === 0) {
    throw new StripeApiError(400, `Charge ${charge} has already been refunded.`, { code: 'charge_already_refunded' });
  }
  const amount = params.has('amount') ? positive(params.get('amount') ?? '') : left;
  if (amount > left) {
    const message = `Refund amount (${vnd(amount)}) is greater than unrefunded amount on charge (${vnd(left)})`;
    throw new StripeApiError(400, message, { param: 'amount' });
  }
  const refund: SandboxRefund = {
    id: newId('re'),
    object: 'refund',
    amount,
    charge,
    created: seconds(),
    currency: intent.currency,
    metadata: metadataOf(params),
    payment_intent: intent.id,
    reason,
    status: 'succeeded',
  };
  await tx.insert(StoredRefund, { id: refund.id, paymentIntentId: intent.id, refund });
  await emitEvent(tx, 'refund.created', refund);
  await emitEvent(tx, 'charge.refunded', refundedCharge(intent, charge, before + amount));
  return refund;
}

/** GET /v1/refunds/{id} */
export async function findRefund(tx: EntityManager, id: string): Promise<SandboxRefund> {
  const row = await tx.findOneBy(StoredRefund, { id });
  if (row) return row.refund;
  throw new StripeApiError(404, `No such refund: '${id}'`, { code: 'resource_missing', param: 'id' });
}

/** GET /v1/refunds, newest first */
export const listRefunds = (tx: EntityManager, params: URLSearchParams) => listOf(tx, 'refund', params);

/**
 * POST /v1/refunds/{id}/fail, which Stripe does not have: there, a refund to the test card 4000 0000 0000 5126 fails by itself
 * after some time. The card rejects the money, and it returns to the shop.
 */
export async function failRefund(tx: EntityManager, id: string): Promise<SandboxRefund> {
  const refund: SandboxRefund = { ...(await findRefund(tx, id)), status: 'failed' };
  await tx.update(StoredRefund, id, { refund });
  await emitEvent(tx, 'refund.updated', refund);
  await emitEvent(tx, 'refund.failed', refund);
  return refund;
}

/** https://docs.stripe.com/api/charges/object */
const refundedCharge = (intent: Omit<SandboxIntent, 'charge'>, id: string, refunded: number) => ({
  id,
  object: 'charge',
  amount: intent.amount,
  amount_captured: intent.amount_received,
  amount_refunded: refunded,
  captured: true,
  currency: intent.currency,
  description: intent.description,
  livemode: false,
  metadata: intent.metadata,
  paid: true,
  payment_intent: intent.id,
  payment_method: intent.payment_method,
  refunded: refunded === intent.amount_received,
  status: 'succeeded',
});

const vnd = (amount: number) => `₫${amount.toLocaleString('en-US')}`;
