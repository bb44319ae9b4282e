import type { EntityManager } from 'typeorm';
import { listOf } from '../sandbox.sql.js';
import { StoredDispute, type SandboxDispute } from '../sandbox.entity.js';
import { chargedIntent } from './intents.js';
import { newId, positive, seconds, emitEvent } from './objects.js';
import { StripeApiError } from '../stripe-error.js';

/** The shop's time to submit evidence. At Stripe it is 7 to 21 days, depending on the card network. */
const EVIDENCE_WINDOW_S = 7 * 24 * 60 * 60;

/**
 * POST /v1/disputes, which Stripe does not have: there, test cards open disputes by themselves
 * (https://docs.stripe.com/testing#disputes). Disputes a charge, in full unless `amount` is given; `is_inquiry` opens an inquiry.
 */
export async function openDispute(tx: EntityManager, params: URLSearchParams): Promise<SandboxDispute> {
  const intent = await chargedIntent(tx, params);
  const isInquiry = params.has('is_inquiry');
  const dispute: SandboxDispute = {
    id: newId('dp'),
    object: 'dispute',
    amount: params.has('amount') ? positive(params.get('amount') ?? '') : intent.amount_received,
    charge: intent.charge,
    created: seconds(),
    currency: intent.currency,
    evidence_details: { due_by: seconds() + EVIDENCE_WINDOW_S },
    livemode: false,
    metadata: {},
    payment_intent: intent.id,
    reason: 'fraudulent',
    status: isInquiry ? 'warning_needs_response' : 'needs_response',
  };
  await tx.insert(StoredDispute, { id: dispute.id, paymentIntentId: intent.id, dispute });
  await emitEvent(tx, 'charge.dispute.created', dispute);
  if (!isInquiry) await emitEvent(tx, 'charge.dispute.funds_withdrawn', dispute);
  return dispute;
}

/** GET /v1/disputes, newest first */
export const listDisputes = (tx: EntityManager, params: URLSearchParams) => listOf(tx, 'dispute', params);

/** GET /v1/disputes/{id} */
export async function findDispute(tx: EntityManager, id: string): Promise<SandboxDispute> {
  const row = await tx.findOne(StoredDispute, { where: { id }, lock: { mode: 'pessimistic_write' } });
  if (row) return row.dispute;
  throw new StripeApiError(404, `No such dispute: '${id}'`, { code: 'resource_missing', param: 'id' });
}

/**
 * POST /v1/disputes/{id}/close concedes a dispute. POST /v1/disputes/{id} submits evidence: `winning_evidence` and
 * `losing_evidence` decide the dispute, as in Stripe's tests; `escalate_inquiry_evidence` turns an inquiry into a dispute.
 */
export async function closeDispute(
  tx: EntityManager,
  id: string,
  evidence: string | null = 'losing_evidence',
): Promise<SandboxDispute> {
  const before = await findDispute(tx, id);
  const isInquiry = before.status === 'warning_needs_response';
  // A lost dispute can still be won by an appeal.
  const canChange = isInquiry || before.status === 'needs_response' || before.status === 'lost';
  if (!canChange) throw new StripeApiError(400, `This dispute is already closed (${before.status}).`);
  const dispute: SandboxDispute = { ...before, status: statusAfter(before, evidence) };
  if (dispute.status === before.status) return before;
  await tx.update(StoredDispute, id, { dispute });
  if (dispute.status === 'needs_response') await emitEvent(tx, 'charge.dispute.funds_withdrawn', dispute);
  else await emitEvent(tx, 'charge.dispute.closed', dispute);
  if (dispute.status === 'won') await emitEvent(tx, 'charge.dispute.funds_reinstated', dispute);
  return dispute;
}

function statusAfter({ status }: SandboxDispute, evidence: string | null): SandboxDispute['status'] {
  if (status === 'warning_needs_response') {
    return evidence === 'escalate_inquiry_evidence' ? 'needs_response' : 'warning_closed';
  }
  if (evidence === 'winning_evidence') return 'won';
  return evidence === 'losing_evidence' ? 'lost' : status;
}
