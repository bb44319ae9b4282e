import { Injectable, Optional } from '@nestjs/common';
import type { Stripe } from 'stripe';
import { ShopError } from '../common/shop-error.js';
import { Config } from '../config.js';
import { TEXTS, type Vnd } from '../contract/rules.js';
import { cardKeys } from '../common/card-keys.js';
import type { ToldReturn } from './card-return.js';
import { SandboxHttpClient } from './sandbox/sandbox-http-client.js';

/** What tells that a card took money back, or wants to; the most that one question may name is 20. */
const RETURN_EVENTS = [
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
 * Stripe's codes for an amount that it charges no card with. The least is set in the currency that the shop is paid out in, so
 * in đồng it moves with the exchange rate (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts).
 */
const AMOUNT_REFUSALS = ['amount_too_small', 'amount_too_large'] as const;
export type AmountRefusal = (typeof AMOUNT_REFUSALS)[number];

/** A PaymentIntent that the shop asks for. VND has no decimals, so the amount goes through as it is. */
export interface WantedIntent {
  amount: Vnd;
  description: string;
  metadata: Record<string, string>;
  /** The same key gives the same intent for a day, whoever asks and however often. */
  idempotencyKey?: string;
  /** What the shopper is told when the provider does not take the amount. */
  refused: (why: AmountRefusal) => ShopError;
}

/**
 * The card provider, through Stripe's own SDK. Without keys the same SDK speaks to the sandbox: only the transport
 * differs. Never called inside a transaction.
 */
@Injectable()
export class CardProvider {
  private client: Promise<Stripe> | undefined;

  constructor(
    private readonly config: Config,
    @Optional() private readonly sandbox?: SandboxHttpClient,
  ) {}

  /** @throws ShopError `refused` for the amount; 503 when the provider cannot be reached or will not answer */
  async createIntent({ idempotencyKey, refused, ...wanted }: WantedIntent): Promise<Stripe.PaymentIntent> {
    const params = { ...wanted, currency: 'vnd', automatic_payment_methods: { enabled: true } };
    try {
      return await this.ask((stripe) => stripe.paymentIntents.create(params, { idempotencyKey }));
    } catch (error) {
      const code = providerCode((error as Error).cause);
      const why = AMOUNT_REFUSALS.find((refusal) => refusal === code);
      throw why ? refused(why) : error;
    }
  }

  /** @throws ShopError 503 when the provider cannot be reached or will not answer */
  intent(id: string): Promise<Stripe.PaymentIntent> {
    return this.ask((stripe) => stripe.paymentIntents.retrieve(id));
  }

  /**
   * Makes sure that an intent is charged no more.
   * @returns the intent: `canceled`, or what it had become before, above all `succeeded`
   * @throws ShopError 503 when the provider cannot be reached or will not answer
   */
  cancelIntent(id: string): Promise<Stripe.PaymentIntent> {
    return this.ask((stripe) =>
      stripe.paymentIntents.cancel(id).catch((error: unknown) => {
        if (providerCode(error) !== 'payment_intent_unexpected_state') throw error;
        return stripe.paymentIntents.retrieve(id);
      }),
    );
  }

  /**
   * What a charge's card took back, or wants to: refunds, then disputes, the oldest first, as they are booked.
   * @throws ShopError 503 when the provider cannot be reached or will not answer
   */
  async returnsOf(intentId: string): Promise<ToldReturn[]> {
    const ofIntent = { payment_intent: intentId, limit: 100 };
    const all = { limit: 1_000 };
    const [refunds, disputes] = await this.ask((stripe) =>
      Promise.all([
        stripe.refunds.list(ofIntent).autoPagingToArray(all),
        stripe.disputes.list(ofIntent).autoPagingToArray(all),
      ]),
    );
    return [...refunds.reverse().map(toldOfRefund), ...disputes.reverse().map(toldOfDispute)];
  }

  /**
   * A page of the events about refunds and disputes, as far as the provider has kept them (Stripe for 30 days:
   * https://docs.stripe.com/api/events/list). The first page has the latest events, and each page its oldest first.
   * @param at where the page begins: `next` of the one before it; undefined for the first
   * @returns `next` only when there are more; null from a provider that does not know this call
   * @throws ShopError 503 when the provider cannot be reached or will not answer
   */
  async returnEvents(since: Date, at?: string): Promise<{ events: Stripe.Event[]; next?: string } | null> {
    const created = { gte: Math.floor(since.getTime() / 1_000) };
    try {
      const { data, has_more } = await this.ask((stripe) =>
        stripe.events.list({ types: RETURN_EVENTS, created, limit: 100, starting_after: at }),
      );
      return { next: has_more ? data.at(-1)?.id : undefined, events: data.reverse() };
    } catch (error) {
      if (error instanceof ShopError && (error.cause as { statusCode?: number }).statusCode === 404) return null;
      throw error;
    }
  }

  /**
   * A webhook's event.
   * @param payload the body as it came, byte for byte
   * @throws ShopError 400 unless the provider signed it
   */
  async event(payload: Buffer, signature: string): Promise<Stripe.Event> {
    const stripe = await this.stripe();
    try {
      return stripe.webhooks.constructEvent(payload, signature, cardKeys(this.config).webhookSecret);
    } catch {
      throw new ShopError(400, 'Chữ ký không hợp lệ');
    }
  }

  private async ask<T>(question: (stripe: Stripe) => Promise<T>): Promise<T> {
    const stripe = await this.stripe();
    try {
      return await question(stripe);
    } catch (error) {
      const down = new ShopError(503, TEXTS.unavailable, {}, { 'Retry-After': '5' });
      down.cause = error;
      throw down;
    }
  }

  /** Loaded with the first card payment: the SDK takes 150 ms, which no start has to wait for. */
  private stripe(): Promise<Stripe> {
    this.client ??= import('stripe').then(
      ({ default: Stripe }) =>
        new Stripe(cardKeys(this.config).secretKey, {
          httpClient: this.sandbox,
          timeout: 10_000,
          maxNetworkRetries: 2,
          telemetry: false,
        }),
    );
    return this.client;
  }
}

function toldOfRefund({ id, amount, currency, status }: Stripe.Refund): ToldReturn {
  return { id, kind: 'refund', amount, currency, status: status ?? '', reason: null, dueBy: null };
}

/** Disputes that the sandbox of an earlier release kept have no `evidence_details`. */
type AnyDispute = Omit<Stripe.Dispute, 'evidence_details'> & Partial<Pick<Stripe.Dispute, 'evidence_details'>>;

function toldOfDispute({ id, amount, currency, status, reason, evidence_details: evidence }: AnyDispute): ToldReturn {
  const dueBy = evidence?.due_by ? new Date(evidence.due_by * 1_000).toISOString() : null;
  return { id, kind: 'dispute', amount, currency, status, reason, dueBy };
}

/** Stripe's code of an error (https://docs.stripe.com/error-codes). @param error as the SDK throws it */
function providerCode(error: unknown): string | undefined {
  return (error as { code?: string } | undefined)?.code;
}

/** Whether it was the provider that failed, and not one question. @param error as `CardProvider` throws it */
export function isProviderDown(error: unknown): boolean {
  return error instanceof ShopError && error.status === 503 && providerCode(error.cause) !== 'resource_missing';
}
