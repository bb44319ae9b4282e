import { TEXTS, type Vnd } from '../../contract/rules.js';
import { ShopError } from '../../platform/errors/shop-error.js';

/** An intent as the provider knows it: what a card was charged, or may still be charged. */
export interface ProviderIntent {
  id: string;
  /** An `open` one may still be charged, or is just being charged. */
  status: 'open' | 'succeeded' | 'canceled';
  amount: number;
  amountReceived: number;
  /** ISO 4217, in lower case. */
  currency: string;
  /** What the shop wrote into the intent. */
  metadata: Readonly<Record<string, string | undefined>>;
  /** The page's card form charges the intent with it. */
  clientSecret: string;
}

/** What a provider reports of a chargeback's progress, see `ChargebackStage`. */
export type ReportedStage = 'pending' | 'funds_withdrawn' | 'lost' | 'void';

/** A refund made at the card provider, or a cardholder's dispute, as the provider reports it. */
export interface ProviderChargeback {
  id: string;
  kind: 'refund' | 'dispute';
  amount: number;
  currency: string;
  /** In the provider's own words, for the record. */
  status: string;
  /** What the status means; undefined for one that the shop does not know. */
  stage: ReportedStage | undefined;
  /** The provider's reason code of a dispute. */
  reason: string | null;
  /** The deadline of a dispute for the shop's evidence, as an ISO time. */
  dueBy: string | null;
}

/** An event of the provider. `about` says what it means to the shop; `other` has no effect. */
export type CardEvent = {
  id: string;
  /** In the provider's own words, for the record. */
  type: string;
  createdAt: Date;
  /** Null for an event about no intent. */
  intentId: string | null;
} & ({ about: 'succeeded' | 'canceled'; charge: ProviderIntent } | { about: 'declined' | 'chargeback' | 'other' });

/** Why a provider does not charge an amount: its limits depend on the currency that it pays the shop in. */
export type AmountRefusal = 'amount_too_small' | 'amount_too_large';

/** A new intent. */
export interface IntentRequest {
  amount: Vnd;
  description: string;
  metadata: Record<string, string>;
  /** Requests with the same key return the same intent for 24 hours, unless the first of them failed at the provider. */
  idempotencyKey?: string;
  /** Makes the shopper's error for an amount that the provider refuses. */
  amountError: (refusal: AmountRefusal) => ShopError;
}

/**
 * The company that charges the cards. Never called inside a transaction. All methods throw `CardProviderError` when it cannot be
 * reached or will not answer.
 */
export abstract class CardProvider {
  /** Whether the last call of this process reached the provider; a separate check would be a call each time. */
  abstract readonly state: 'up' | 'down';

  /** @throws ShopError `amountError` for a refused amount */
  abstract createIntent(request: IntentRequest): Promise<ProviderIntent>;

  /** @throws CardProviderError with `isUnknown` for an intent that the provider does not know; `cancelIntent` too */
  abstract intent(id: string): Promise<ProviderIntent>;

  /**
   * Cancels an intent, so that it can no longer be charged.
   * @returns `canceled`, or in the state in which it cannot be cancelled, usually `succeeded`
   */
  abstract cancelIntent(id: string): Promise<ProviderIntent>;

  /** Lists the chargebacks of an intent in the order of booking: refunds, then disputes, each oldest first. */
  abstract listChargebacks(intentId: string): Promise<ProviderChargeback[]>;

  /**
   * Lists a page of events about refunds and disputes of the last 30 days. The first page has the latest events; each page starts with
   * its oldest.
   * @param at `next` of the previous page; undefined for the first
   * @returns `next` when there are more pages; null from a provider without an event list
   */
  abstract listChargebackEvents(since: Date, at?: string): Promise<{ events: CardEvent[]; next?: string } | null>;

  /**
   * Verifies and parses a webhook.
   * @param payload the raw body
   * @throws ShopError 400 unless the provider signed it
   */
  abstract event(payload: Buffer, signature: string): Promise<CardEvent>;
}

/** The provider did not answer, or refused a call; nothing is booked, and the same call may succeed later. */
export class CardProviderError extends ShopError {
  /**
   * @param isDown true when the provider fails other calls too
   * @param isUnknown true when the provider does not know the intent under the shop's keys: those of another account made it
   */
  constructor(
    cause: unknown,
    readonly isDown: boolean,
    readonly isUnknown = false,
  ) {
    super(503, TEXTS.unavailable, {}, { 'Retry-After': '5' });
    this.cause = cause;
  }
}

/** True for an error after which the provider fails other calls too. */
export const isProviderDown = (error: unknown): boolean => error instanceof CardProviderError && error.isDown;

/** True when the provider answered that it does not know the intent. */
export const isUnknownIntent = (error: unknown): boolean => error instanceof CardProviderError && error.isUnknown;
