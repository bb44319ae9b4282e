import { createHmac, randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import request from 'supertest';
import { DataSource } from 'typeorm';
import { cardKeys } from '../../../src/platform/config/card-keys.js';
import { Config } from '../../../src/platform/config/config.js';
import { CardProvider } from '../../../src/payments/provider/card-provider.js';
import { EventBackfill } from '../../../src/payments/provider-events/event-backfill.service.js';
import { PaymentReconciler } from '../../../src/payments/reconciler/payment-reconciler.service.js';
import { SandboxHttpClient } from '../../../src/payments/sandbox/sandbox-http-client.js';
import { SandboxWebhooks } from '../../../src/payments/sandbox/sandbox-webhooks.service.js';
import { SettlementsService } from '../../../src/payments/intents/settlements.service.js';
import { ProviderEventsService } from '../../../src/payments/provider-events/provider-events.service.js';
import { shop, visitor } from '../client.js';
import { until } from '../until.js';

/** Confirms an intent as Stripe.js does in the browser: the card is charged or declined. @returns the sandbox's response */
export function confirmCard(clientSecret: string, paymentMethod = 'pm_card_visa') {
  return request(shop().url)
    .post(`/sandbox/stripe/v1/payment_intents/${intentIdOf(clientSecret)}/confirm`)
    .type('form')
    .send({ client_secret: clientSecret, payment_method: paymentMethod });
}

const now = () => Math.floor(Date.now() / 1_000);

/** The header with which the provider signs a webhook's body. @param options.time in seconds */
export function signature(
  payload: string,
  { secret = cardKeys(shop().app.get(Config)).webhookSecret, time = now() }: { secret?: string; time?: number } = {},
) {
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${payload}`).digest('hex')}`;
}

/** The body of a webhook. @param id the same for copies of one event */
export const eventOf = (type: string, object: object, id = `evt_${randomUUID()}`) =>
  JSON.stringify({ id, object: 'event', type, data: { object } }, null, 2);

/** Sends a webhook as the provider does. */
export const sendEvent = (payload: string, signed = signature(payload)) =>
  visitor().post('/api/stripe-webhook/', payload, { 'Stripe-Signature': signed });

/** The id of the intent that a client secret belongs to. */
export const intentIdOf = (clientSecret: string) => clientSecret.split('_secret_')[0] ?? '';

/** For a test file, after `openShop`: only the events of its tests are sent. */
export function sendsNoEvents(): void {
  beforeAll(() => shop().app.get(SandboxWebhooks).onModuleDestroy());
}

/** The shop's card provider, to ask and to spy on. */
export const cardProvider = () => shop().app.get<CardProvider>(CardProvider);

/** An intent in Stripe's own words, for the body of a webhook. */
export function stripeIntent(id: string): Promise<Stripe.PaymentIntent> {
  const { app } = shop();
  const stripe = new Stripe(cardKeys(app.get(Config)).secretKey, { httpClient: app.get(SandboxHttpClient) });
  return stripe.paymentIntents.retrieve(id);
}

/** Drops all webhooks until the test ends or calls `jest.restoreAllMocks()`. */
export function loseWebhooks(): void {
  jest.spyOn(cardProvider(), 'event').mockRejectedValue(new Error('lost on its way'));
}

/** The worker's payment reconciler, to sweep with in a test. */
export function reconciler(): PaymentReconciler {
  const { app } = shop();
  return new PaymentReconciler(app.get(DataSource), cardProvider(), app.get(SettlementsService));
}

/** Checks every open intent at the provider now; the worker checks those older than a minute. */
export const sweepCards = () => reconciler().sweep(0, 0);

/** The worker's event backfill. */
export function backfill(): EventBackfill {
  const { app } = shop();
  return new EventBackfill(app.get(DataSource), cardProvider(), app.get(ProviderEventsService));
}

/** Repeats a call until it returns the expected value. */
export async function eventually<T>(ask: () => Promise<T>, expected: T, withinMs = 10_000): Promise<void> {
  let last: T | undefined;
  const isSo = async () => JSON.stringify((last = await ask())) === JSON.stringify(expected);
  await until('the expected answer', isSo, withinMs).catch(() => undefined);
  expect(last).toEqual(expected);
}
