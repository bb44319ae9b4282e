import request from 'supertest';
import { cardKeys } from '../../../src/platform/config/card-keys.js';
import { Config } from '../../../src/platform/config/config.js';
import { CardIntent } from '../../../src/contract/money/payments.js';
import { DepositIntent } from '../../../src/contract/money/paybox.js';
import type { Call } from '../barrier.js';
import { confirmCard, eventOf, intentIdOf, sendEvent, signature, stripeIntent } from './card.js';
import { answer, shop, visitor } from '../client.js';
import { given, type Shopper } from '../given.js';

/** An order or a deposit that was paid by card. */
export interface Charged {
  shopper: Shopper;
  intent: string;
  order: { id: number; product: number };
}

/** Calls the sandbox with the secret key, like the provider's dashboard. */
export const atProvider = (path: string, form: Record<string, string> = {}) =>
  request(shop().url)
    .post(`/sandbox/stripe/v1/${path}`)
    .type('form')
    .set('Authorization', `Bearer ${cardKeys(shop().app.get(Config)).secretKey}`)
    .send(form);

/** Creates an object there; must succeed. @returns the object's id */
async function made(path: string, form?: Record<string, string>): Promise<string> {
  const reply = await atProvider(path, form);
  expect({ status: reply.status, body: reply.body as unknown }).toMatchObject({ status: 200 });
  return (reply.body as { id: string }).id;
}

const form = (payment_intent: string, amount?: number) => ({
  payment_intent,
  ...(amount && { amount: String(amount) }),
});

/** Actions at the provider. The shop learns of them only when an event is sent. */
export const provider = {
  /** Refunds a charge in full, or in part. */
  refund: (intent: string, amount?: number) => made('refunds', form(intent, amount)),
  failRefund: (id: string) => made(`refunds/${id}/fail`),
  dispute: (intent: string, amount?: number) => made('disputes', form(intent, amount)),
  inquiry: (intent: string) => made('disputes', { ...form(intent), is_inquiry: 'true' }),
  decide: (id: string, evidence: 'winning' | 'losing' | 'escalate_inquiry') =>
    made(`disputes/${id}`, { 'evidence[uncategorized_text]': `${evidence}_evidence` }),
  concede: (id: string) => made(`disputes/${id}/close`),
};

/** An event about a charge's chargebacks: only its intent is true, everything else is wrong. */
export const chargebackEvent = (intent: string, type = 'charge.refunded') =>
  eventOf(type, { id: 'ch_1', object: 'charge', payment_intent: intent, amount_refunded: 1, amount: 7 });

/** Sends the shop an event that triggers a refresh. @returns the response's status */
export const sendChargebackEvent = async (intent: string, type?: string) =>
  (await sendEvent(chargebackEvent(intent, type))).status;

/** Webhooks that race: copies of one event, and distinct events. */
export function chargebackCalls(intent: string, count: number): Call[] {
  const copied = chargebackEvent(intent);
  return Array.from({ length: count }, (_, i) => {
    const body = i % 2 ? copied : chargebackEvent(intent, 'refund.updated');
    return { by: visitor(), path: '/api/stripe-webhook/', body, headers: { 'Stripe-Signature': signature(body) } };
  });
}

/** The amounts moved for a charge, by kind, without the charge itself. */
export const movedFor = async (intent: string): Promise<Record<string, number>> => {
  const rows: { kind: string; sum: string }[] = await shop().db.query(
    `SELECT t.kind, sum(t.amount) AS sum FROM transfers t JOIN chargebacks r ON r.id = t.chargeback_id
     WHERE r.payment_intent_id = $1 GROUP BY t.kind`,
    [intent],
  );
  return Object.fromEntries(rows.map(({ kind, sum }) => [kind, Number(sum)]));
};

async function settled(clientSecret: string): Promise<string> {
  expect((await confirmCard(clientSecret)).status).toBe(200);
  const intent = await stripeIntent(intentIdOf(clientSecret));
  expect((await sendEvent(eventOf('payment_intent.succeeded', intent))).status).toBe(200);
  return intent.id;
}

/** An order of 100,000 đồng, paid by card. */
export async function paidByCard(shopper?: Shopper): Promise<Charged> {
  const by = shopper ?? (await given.shopper());
  const order = await given.order(by);
  const { clientSecret } = answer(await by.post('/api/stripe-payment/', { order: order.id }), CardIntent);
  return { shopper: by, order, intent: await settled(clientSecret) };
}

/** A card payment that arrived after its order was cancelled: its 100,000 đồng went to the wallet. */
export async function paidTooLate(): Promise<Charged> {
  const shopper = await given.shopper();
  const order = await given.order(shopper);
  const { clientSecret } = answer(await shopper.post('/api/stripe-payment/', { order: order.id }), CardIntent);
  expect((await shopper.post(`/api/orders/${order.id}/cancel/`)).status).toBe(200);
  return { shopper, order, intent: await settled(clientSecret) };
}

/** A deposit of 50,000 đồng by card. */
export async function deposited(options?: { password: string }): Promise<Omit<Charged, 'order'>> {
  const shopper = await given.shopper(options);
  const { clientSecret } = answer(await shopper.post('/api/paybox/deposit/', { amount: 50_000 }), DepositIntent);
  return { shopper, intent: await settled(clientSecret) };
}
