import { Injectable, Optional } from '@nestjs/common';
import type { Stripe } from 'stripe';
import { ShopError } from '../../platform/errors/shop-error.js';
import { Config } from '../../platform/config/config.js';
import { TEXTS, type Vnd } from '../../contract/rules.js';
import { cardKeys } from '../../platform/config/card-keys.js';
import type { ProviderChargeback } from '../chargebacks/chargeback.js';
import { SandboxHttpClient } from '../sandbox/sandbox-http-client.js';

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
 * Stripe's error codes for an amount that it does not charge. The minimum is defined in the shop's payout currency, so in đồng
 * it changes with the exchange rate (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts).
 */
const AMOUNT_REFUSALS = ['amount_too_small', 'amount_too_large'] as const;
export type AmountRefusal = (typeof AMOUNT_REFUSALS)[number];

/** Parameters of a new PaymentIntent. VND has no decimals, so the amount is sent unchanged. */
export interface IntentRequest {
  amount: Vnd;
  description: string;
  metadata: Record<string, string>;
  /** Requests with the same key return the same intent for 24 hours. */
  idempotencyKey?: string;
  /** Makes the shopper's error for an amount that the provider refuses. */
  amountError: (refusal: AmountRefusal) => ShopError;
}

/**
 * The card provider, through Stripe's own SDK. Without keys the same SDK calls the sandbox: only the transport
 * differs. Never called inside a transaction.
 */
@Injectable()
export class CardProvider {
  private client: Promise<Stripe> | undefined;
  private isDown = false;

  constructor(
    private readonly config: Config,
    @Optional() private readonly sandbox?: SandboxHttpClient,
  ) {}

  /** Whether the last call of this process reached the provider; a separate check would be a call each time. */
  get state(): 'up' | 'down' {
    return this.isDown ? 'down' : 'up';
  }

  /** @throws ShopError `amountError` for a refused amount; 503 when the provider cannot be reached or will not answer */
  async createIntent({ idempotencyKey, amountError, ...request }: IntentRequest): Promise<Stripe.PaymentIntent> {
    const params = { ...request, currency: 'vnd', automatic_payment_methods: { enabled: true } };
    try {
      return await this.call((stripe) => stripe.paymentIntents.create(params, { idempotencyKey }));
    } catch (error) {
      const code = providerCode((error as Error).cause);
      const refusal = AMOUNT_REFUSALS.find((known) => known === code);
      throw refusal ? amountError(refusal) : error;
    }
  }

  /** @throws ShopError 503 when the provider cannot be reached or will not answer */
  intent(id: string): Promise<Stripe.PaymentIntent> {
    return this.call((stripe) => stripe.paymentIntents.retrieve(id));
  }

  /**
   * Cancels an intent, so that it can no longer be charged.
   * @returns the intent: `canceled`, or in the final state that it had reached before, usually `succeeded`
   * @throws ShopError 503 when the provider cannot be reached or will not answer
   */
  cancelIntent(id: string): Promise<Stripe.PaymentIntent> {
    return this.call((stripe) =>
      stripe.paymentIntents.cancel(id).catch((error: unknown) => {
        if (providerCode(error) !== 'payment_intent_unexpected_state') throw error;
        return stripe.paymentIntents.retrieve(id);
      }),
    );
  }

  /**
   * Lists the chargebacks of an intent in the order of booking: refunds, then disputes, each oldest first.
   * @throws ShopError 503 when the provider cannot be reached or will not answer
   */
  async listChargebacks(intentId: string): Promise<ProviderChargeback[]> {
    const ofIntent = { payment_intent: intentId, limit: 100 };
    const all = { limit: 1_000 };
    const [refunds, disputes] = await this.call((stripe) =>
      Promise.all([
        stripe.refunds.list(ofIntent).autoPagingToArray(all),
        stripe.disputes.list(ofIntent).autoPagingToArray(all),
      ]),
    );
    return [...refunds.reverse().map(chargebackFromRefund), ...disputes.reverse().map(chargebackFromDispute)];
  }

  /**
   * Lists a page of events about refunds and disputes. Stripe lists the last 30 days
   * (https://docs.stripe.com/api/events/list). The first page has the latest events; each page starts with its oldest.
   * @param at `next` of the previous page; undefined for the first
   * @returns `next` when there are more pages; null from a provider without an event list
   * @throws ShopError 503 when the provider cannot be reached or will not answer
   */
  async listChargebackEvents(since: Date, at?: string): Promise<{ events: Stripe.Event[]; next?: string } | null> {
    const created = { gte: Math.floor(since.getTime() / 1_000) };
    try {
      const { data, has_more } = await this.call((stripe) =>
        stripe.events.list({ types: [...CHARGEBACK_EVENTS], created, limit: 100, starting_after: at }),
      );
      return { next: has_more ? data.at(-1)?.id : undefined, events: data.reverse() };
    } catch (error) {
      if (error instanceof ShopError && (error.cause as { statusCode?: number }).statusCode === 404) return null;
      throw error;
    }
  }

  /**
   * Verifies and parses a webhook.
   * @param payload the raw body
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

  private async call<T>(request: (stripe: Stripe) => Promise<T>): Promise<T> {
    const stripe = await this.stripe();
    try {
      const answer = await request(stripe);
      this.isDown = false;
      return answer;
    } catch (error) {
      this.isDown = isOutage(error);
      const down = new ShopError(503, TEXTS.unavailable, {}, { 'Retry-After': '5' });
      down.cause = error;
      throw down;
    }
  }

  /** Loads the SDK with the first card payment: it takes 150 ms, which would delay every start. */
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

function chargebackFromRefund({ id, amount, currency, status }: Stripe.Refund): ProviderChargeback {
  return { id, kind: 'refund', amount, currency, status: status ?? '', reason: null, dueBy: null };
}

/** Disputes stored by the sandbox of an earlier release have no `evidence_details`. */
type AnyDispute = Omit<Stripe.Dispute, 'evidence_details'> & Partial<Pick<Stripe.Dispute, 'evidence_details'>>;

function chargebackFromDispute({
  id,
  amount,
  currency,
  status,
  reason,
  evidence_details: evidence,
}: AnyDispute): ProviderChargeback {
  const dueBy = evidence?.due_by ? new Date(evidence.due_by * 1_000).toISOString() : null;
  return { id, kind: 'dispute', amount, currency, status, reason, dueBy };
}

/** Returns Stripe's code of an error of the SDK (https://docs.stripe.com/error-codes). */
function providerCode(error: unknown): string | undefined {
  return (error as { code?: string } | undefined)?.code;
}

/** True when the provider fails other requests too: no answer, a failure of its own, a key without the right, too many requests. */
function isOutage(error: unknown): boolean {
  const status = (error as { statusCode?: number } | undefined)?.statusCode;
  return status === undefined || status >= 500 || [401, 403, 429].includes(status);
}

/** Like `isOutage`, for an error that `CardProvider` has thrown. */
export function isProviderDown(error: unknown): boolean {
  return error instanceof ShopError && error.status === 503 && isOutage(error.cause);
}
