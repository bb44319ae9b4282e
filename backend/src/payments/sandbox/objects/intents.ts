import { randomBytes } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { MAX_CARD_CHARGE } from '../../../contract/rules.js';
import { metadataOf, newId, enumParameter, positive, seconds, emitEvent } from './objects.js';
import { StoredIntent, type SandboxIntent } from '../sandbox.entity.js';
import { StripeApiError } from '../stripe-error.js';

/** The supported test payment methods of Stripe, with the bank's decline or null (https://docs.stripe.com/testing). */
const DECLINES: Record<string, { decline_code: string; message: string } | null> = {
  pm_card_visa: null,
  pm_card_visa_chargeDeclined: { decline_code: 'generic_decline', message: 'Thẻ của bạn đã bị từ chối.' },
  pm_card_chargeDeclinedInsufficientFunds: {
    decline_code: 'insufficient_funds',
    message: 'Thẻ của bạn không đủ tiền.',
  },
};

const CANCELLATION_REASONS = ['duplicate', 'fraudulent', 'requested_by_customer', 'abandoned'];

/** POST /v1/payment_intents. @param params the form's fields, nested ones by their bracketed names */
export async function createIntent(tx: EntityManager, params: URLSearchParams): Promise<SandboxIntent> {
  const amount = params.get('amount') ?? '';
  const currency = params.get('currency');
  if (!amount || !currency) {
    const param = amount ? 'currency' : 'amount';
    throw new StripeApiError(400, `Missing required param: ${param}.`, { code: 'parameter_missing', param });
  }
  if (positive(amount) > MAX_CARD_CHARGE) {
    throw new StripeApiError(400, 'Amount must be no more than ₫99,999,999', {
      code: 'amount_too_large',
      param: 'amount',
    });
  }
  const id = newId('pi');
  const intent: SandboxIntent = {
    id,
    object: 'payment_intent',
    amount: positive(amount),
    amount_received: 0,
    automatic_payment_methods: { enabled: true },
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_${randomBytes(16).toString('hex')}`,
    confirmation_method: 'automatic',
    created: seconds(),
    currency: currency.toLowerCase(),
    description: params.get('description'),
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    metadata: metadataOf(params),
    next_action: null,
    payment_method: null,
    payment_method_types: ['card'],
    status: 'requires_payment_method',
  };
  await tx.insert(StoredIntent, { id, intent });
  return intent;
}

/** @param lock whether to lock the intent before a change */
export async function findIntent(tx: EntityManager, id: string, lock: boolean): Promise<SandboxIntent> {
  const row = await tx.findOne(StoredIntent, { where: { id }, ...(lock && { lock: { mode: 'pessimistic_write' } }) });
  if (row) return row.intent;
  throw new StripeApiError(404, `No such payment_intent: '${id}'`, { code: 'resource_missing', param: 'intent' });
}

/**
 * POST /v1/payment_intents/{id}/confirm: charges the card or declines it. Both queue an event for the webhook.
 * @param intent locked
 * @returns the charged intent, or an error to answer. It is returned, not thrown, so that the decline is committed
 */
export async function confirmIntent(
  tx: EntityManager,
  intent: SandboxIntent,
  paymentMethod: string,
): Promise<SandboxIntent | StripeApiError> {
  if (intent.status === 'succeeded') {
    throw unexpectedState(intent, 'You cannot confirm this PaymentIntent because it has already succeeded.');
  }
  if (intent.status === 'canceled') {
    throw unexpectedState(intent, `You cannot confirm this PaymentIntent because it has a status of ${intent.status}.`);
  }
  const decline = DECLINES[paymentMethod];
  if (decline === undefined) {
    const code = paymentMethod ? 'resource_missing' : 'parameter_missing';
    throw new StripeApiError(400, `No such PaymentMethod: '${paymentMethod}'`, { code, param: 'payment_method' });
  }
  const charge = newId('ch');
  if (decline) {
    const error = { type: 'card_error', code: 'card_declined', charge, ...decline };
    const declined: SandboxIntent = { ...intent, latest_charge: charge, last_payment_error: error };
    await record(tx, declined, 'payment_intent.payment_failed');
    return new StripeApiError(402, decline.message, { ...error, payment_intent: declined });
  }
  const succeeded: SandboxIntent = {
    ...intent,
    amount_received: intent.amount,
    last_payment_error: null,
    latest_charge: charge,
    payment_method: newId('pm'),
    status: 'succeeded',
  };
  await record(tx, succeeded, 'payment_intent.succeeded');
  return succeeded;
}

/** POST /v1/payment_intents/{id}/cancel: the intent can no longer be charged. @param intent locked */
export async function cancelIntent(
  tx: EntityManager,
  intent: SandboxIntent,
  params: URLSearchParams,
): Promise<SandboxIntent> {
  const reason = enumParameter(params, 'cancellation_reason', CANCELLATION_REASONS);
  if (intent.status !== 'requires_payment_method') {
    throw unexpectedState(
      intent,
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of ` +
        'the following statuses may be canceled: requires_payment_method, requires_capture, requires_confirmation, ' +
        'requires_action, processing.',
    );
  }
  const canceled: SandboxIntent = {
    ...intent,
    canceled_at: seconds(),
    cancellation_reason: reason,
    status: 'canceled',
  };
  await record(tx, canceled, 'payment_intent.canceled');
  return canceled;
}

function unexpectedState(intent: SandboxIntent, message: string): StripeApiError {
  return new StripeApiError(400, message, { code: 'payment_intent_unexpected_state', payment_intent: intent });
}

async function record(tx: EntityManager, intent: SandboxIntent, type: string): Promise<void> {
  await tx.update(StoredIntent, intent.id, { intent });
  await emitEvent(tx, type, intent);
}

/** Finds and locks the charged intent of a refund or dispute, by the intent's id or the charge's. */
export async function chargedIntent(
  tx: EntityManager,
  params: URLSearchParams,
): Promise<SandboxIntent & { charge: string }> {
  const [id, chargeId] = [params.get('payment_intent'), params.get('charge')];
  if (!id && !chargeId) {
    throw new StripeApiError(
      400,
      'One of the following params should be provided for this request: payment_intent or charge.',
    );
  }
  const intent = id ? await findIntent(tx, id, true) : await findByCharge(tx, chargeId ?? '');
  const charge = intent.latest_charge;
  if (!charge || intent.status !== 'succeeded') {
    const message = `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`;
    throw new StripeApiError(400, message, { param: 'payment_intent' });
  }
  if (chargeId && chargeId !== charge) {
    throw new StripeApiError(400, `Charge ${chargeId} does not belong to PaymentIntent ${intent.id}.`, {
      param: 'charge',
    });
  }
  return { ...intent, charge };
}

async function findByCharge(tx: EntityManager, charge: string): Promise<SandboxIntent> {
  const query = tx
    .createQueryBuilder(StoredIntent, 'stored')
    .where(`stored.intent ->> 'latest_charge' = :charge`, { charge });
  const row = await query.setLock('pessimistic_write').getOne();
  if (row) return row.intent;
  throw new StripeApiError(404, `No such charge: '${charge}'`, { code: 'resource_missing', param: 'charge' });
}
