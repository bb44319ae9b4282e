import { Injectable, Optional } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import type { Stripe } from 'stripe';
import { cardKeys } from '../../platform/config/card-keys.js';
import { Config } from '../../platform/config/config.js';
import { ShopError } from '../../platform/errors/shop-error.js';
import { SandboxHttpClient } from '../sandbox/sandbox-http-client.js';
import {
  CardProvider,
  CardProviderError,
  type AmountRefusal,
  type ProviderIntent,
  type CardEvent,
  type IntentRequest,
  type ProviderChargeback,
} from './card-provider.js';
import {
  CHARGEBACK_EVENTS,
  providerIntent,
  cardEvent,
  chargebackFromDispute,
  chargebackFromRefund,
} from './stripe-objects.js';

/** Stripe's error codes for an amount that it does not charge (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts). */
const AMOUNT_REFUSALS: readonly AmountRefusal[] = ['amount_too_small', 'amount_too_large'];

/** Stripe, through its own SDK. Without keys the same SDK calls the sandbox: only the transport differs. */
@Injectable()
export class StripeCardProvider extends CardProvider {
  private client: Promise<Stripe> | undefined;
  private isDown = false;

  constructor(
    private readonly config: Config,
    @Optional() private readonly sandbox?: SandboxHttpClient,
  ) {
    super();
  }

  override get state(): 'up' | 'down' {
    return this.isDown ? 'down' : 'up';
  }

  override async createIntent({ idempotencyKey, amountError, ...request }: IntentRequest): Promise<ProviderIntent> {
    // VND has no decimals, so the amount is sent unchanged.
    const params = { ...request, currency: 'vnd', automatic_payment_methods: { enabled: true } };
    const create = (key?: string) =>
      this.call((stripe) => stripe.paymentIntents.create(params, { idempotencyKey: key }));
    const createWithNewKey = (error: CardProviderError) => {
      if (!idempotencyKey || !isTiedToKey(error.cause)) throw error;
      // The failed call may have created an intent all the same. It can never be charged: no answer contained its client secret. The shop
      // hands out a secret only after it has stored the intent's row, and an order has one open row at a time.
      return create(`${idempotencyKey}-${randomUUID()}`);
    };
    try {
      return providerIntent(await create(idempotencyKey).catch(createWithNewKey));
    } catch (error) {
      const code = errorCode((error as Error).cause);
      const refusal = AMOUNT_REFUSALS.find((known) => known === code);
      throw refusal ? amountError(refusal) : error;
    }
  }

  override async intent(id: string): Promise<ProviderIntent> {
    return providerIntent(await this.call((stripe) => stripe.paymentIntents.retrieve(id)));
  }

  override async cancelIntent(id: string): Promise<ProviderIntent> {
    const canceled = await this.call((stripe) =>
      stripe.paymentIntents.cancel(id).catch((error: unknown) => {
        if (errorCode(error) !== 'payment_intent_unexpected_state') throw error;
        return stripe.paymentIntents.retrieve(id);
      }),
    );
    return providerIntent(canceled);
  }

  override async listChargebacks(intentId: string): Promise<ProviderChargeback[]> {
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

  /** Like the port's; see https://docs.stripe.com/api/events/list. */
  override async listChargebackEvents(
    since: Date,
    at?: string,
  ): Promise<{ events: CardEvent[]; next?: string } | null> {
    const created = { gte: Math.floor(since.getTime() / 1_000) };
    try {
      const { data, has_more } = await this.call((stripe) =>
        stripe.events.list({ types: [...CHARGEBACK_EVENTS], created, limit: 100, starting_after: at }),
      );
      return { next: has_more ? data.at(-1)?.id : undefined, events: data.reverse().map(cardEvent) };
    } catch (error) {
      if (error instanceof CardProviderError && statusCode(error.cause) === 404) return null;
      throw error;
    }
  }

  override async event(payload: Buffer, signature: string): Promise<CardEvent> {
    return cardEvent(await this.verified(payload, signature));
  }

  private async verified(payload: Buffer, signature: string): Promise<Stripe.Event> {
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
      throw new CardProviderError(error, this.isDown, isUnknownToStripe(error));
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

/** Returns Stripe's code of an error of the SDK (https://docs.stripe.com/error-codes). */
const errorCode = (error: unknown) => (error as { code?: string } | undefined)?.code;

const statusCode = (error: unknown) => (error as { statusCode?: number } | undefined)?.statusCode;

/**
 * True for an answer that the same idempotency key gets for 24 hours: Stripe stores a 500 too, and refuses other parameters
 * (https://docs.stripe.com/api/idempotent_requests). It stores no 409, for a request that is still running, and no other 5xx, for one
 * that did not begin, or whose result the same key returns: the same key tries again.
 */
function isTiedToKey(error: unknown): boolean {
  const status = statusCode(error);
  return status === 500 || (status === 400 && (error as { type?: string }).type === 'StripeIdempotencyError');
}

/** True when Stripe knows no such intent under this key, also when the same account's other mode, test or live, does. */
const isUnknownToStripe = (error: unknown): boolean =>
  statusCode(error) === 404 && errorCode(error) === 'resource_missing';

/** True when Stripe fails other requests too: no answer, a failure of its own, a key without the right, too many requests. */
function isOutage(error: unknown): boolean {
  const status = statusCode(error);
  return status === undefined || status >= 500 || [401, 403, 429].includes(status);
}
