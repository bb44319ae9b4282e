import type { Stripe } from 'stripe';
import type { ProviderIntent, CardEvent, ProviderChargeback, ReportedStage } from './card-provider.js';

/** Event types that trigger a read of the charge's refunds and disputes; their content is not used. One request may name at most 20 types. */
export const CHARGEBACK_EVENTS: readonly string[] = [
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.refunded',
  'charge.refund.updated',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
];

/**
 * Stages by the statuses of refunds and disputes (https://docs.stripe.com/api/refunds/object,
 * https://docs.stripe.com/api/disputes/object). An inquiry, `warning_…`, withdraws no money. An appeal follows a lost dispute,
 * so the money is still gone.
 */
const STAGE_OF_STATUS: Record<string, ReportedStage> = {
  'refund pending': 'pending',
  'refund requires_action': 'pending',
  'refund succeeded': 'lost',
  'refund failed': 'void',
  'refund canceled': 'void',
  'dispute warning_needs_response': 'pending',
  'dispute warning_under_review': 'pending',
  'dispute warning_closed': 'void',
  'dispute prevented': 'void',
  'dispute needs_response': 'funds_withdrawn',
  'dispute under_review': 'funds_withdrawn',
  'dispute lost': 'lost',
  'dispute appeal_needs_response': 'lost',
  'dispute appeal_under_review': 'lost',
  'dispute won': 'void',
};

const FINAL_STATUSES = ['succeeded', 'canceled'] as const;

/** Converts a PaymentIntent; its other states, such as `processing`, are open. */
export const providerIntent = (intent: Stripe.PaymentIntent): ProviderIntent => ({
  id: intent.id,
  status: FINAL_STATUSES.find((status) => status === intent.status) ?? 'open',
  amount: intent.amount,
  amountReceived: intent.amount_received,
  currency: intent.currency,
  metadata: intent.metadata ?? {},
  clientSecret: intent.client_secret ?? '',
});

/** Converts an event. A failed charge changes nothing: another card may be tried. */
export function cardEvent(event: Stripe.Event): CardEvent {
  const { id, type, created } = event;
  const common = { id, type, createdAt: new Date(created * 1_000), intentId: intentIdOf(event) };
  if (type === 'payment_intent.succeeded')
    return { ...common, about: 'succeeded', charge: providerIntent(event.data.object) };
  if (type === 'payment_intent.canceled')
    return { ...common, about: 'canceled', charge: providerIntent(event.data.object) };
  if (type === 'payment_intent.payment_failed') return { ...common, about: 'declined' };
  return { ...common, about: CHARGEBACK_EVENTS.includes(type) ? 'chargeback' : 'other' };
}

/** Returns the id of the intent that an event is about; null when it is about none. */
function intentIdOf({ data }: Stripe.Event): string | null {
  const { object, id, payment_intent } = data.object as { object?: string; id?: string; payment_intent?: unknown };
  if (object === 'payment_intent') return id ?? null;
  return typeof payment_intent === 'string' ? payment_intent : null;
}

/** Converts a refund made at Stripe. */
export function chargebackFromRefund({ id, amount, currency, status: given }: Stripe.Refund): ProviderChargeback {
  const status = given ?? '';
  return { id, kind: 'refund', amount, currency, status, stage: stageOf('refund', status), reason: null, dueBy: null };
}

/** Disputes stored by the sandbox of an earlier release have no `evidence_details`. */
type AnyDispute = Omit<Stripe.Dispute, 'evidence_details'> & Partial<Pick<Stripe.Dispute, 'evidence_details'>>;

/** Converts a dispute. */
export function chargebackFromDispute(dispute: AnyDispute): ProviderChargeback {
  const { id, amount, currency, status, reason, evidence_details: evidence } = dispute;
  const dueBy = evidence?.due_by ? new Date(evidence.due_by * 1_000).toISOString() : null;
  return { id, kind: 'dispute', amount, currency, status, stage: stageOf('dispute', status), reason, dueBy };
}

/** Returns the stage of a status; undefined for an unknown one. */
export const stageOf = (kind: ProviderChargeback['kind'], status: string): ReportedStage | undefined =>
  STAGE_OF_STATUS[`${kind} ${status}`];
