import { Injectable } from '@nestjs/common';
import type { Stripe } from 'stripe';
import { DataSource, type EntityManager } from 'typeorm';
import { afterCommit, inTransaction } from '../../platform/database/transaction.js';
import { CHARGEBACK_EVENTS, CardProvider } from '../provider/card-provider.js';
import { ChargebacksService } from '../chargebacks/chargebacks.service.js';
import { PaymentIntent } from '../intents/payment-intent.entity.js';
import { closeIntent, settle } from '../intents/settle.js';
import { countRefusedPayment } from '../../orders/order-metrics.js';
import { insertEvent } from './provider-events.sql.js';

/** Receives the card provider's events. They may come late, twice and in any order. */
@Injectable()
export class ProviderEventsService {
  constructor(
    private readonly db: DataSource,
    private readonly provider: CardProvider,
    private readonly chargebacks: ChargebacksService,
  ) {}

  /**
   * Books an event that the provider sent, see `book`.
   * @param payload the raw body
   * @throws ShopError 400 unless the provider signed it; 400 and 503 as below, after which the provider sends it again
   */
  async receive(payload: Buffer, signature: string): Promise<void> {
    await this.book(await this.provider.event(payload, signature));
  }

  /**
   * Books an event and stores it in the same transaction, so that a second copy changes nothing. Events without effect are
   * stored too, also those of unknown intents.
   * @throws ShopError 400 for a charge that does not match its intent, 503 when the provider is needed and fails; the event is
   *   not stored then
   */
  async book(event: Stripe.Event): Promise<void> {
    const intent = CHARGEBACK_EVENTS.includes(event.type) && (await this.intentOf(event));
    // A copy triggers another read, which finds nothing more to book.
    if (intent) return this.chargebacks.refresh(intent, (tx) => storeEvent(tx, event));
    await inTransaction(this.db, async (tx) => {
      if (await storeEvent(tx, event)) await book(tx, event);
    });
  }

  private intentOf(event: Stripe.Event): Promise<PaymentIntent | null> {
    return this.db.manager.findOneBy(PaymentIntent, { id: intentIdOf(event) ?? '' });
  }
}

const storeEvent = (tx: EntityManager, event: Stripe.Event): Promise<boolean> =>
  insertEvent(tx, { id: event.id, type: event.type, intentId: intentIdOf(event) });

async function book(tx: EntityManager, event: Stripe.Event): Promise<void> {
  // A failed charge changes nothing: another card may be tried.
  if (event.type === 'payment_intent.payment_failed') afterCommit(tx, () => countRefusedPayment('Stripe'));
  if (event.type !== 'payment_intent.succeeded' && event.type !== 'payment_intent.canceled') return;
  const charge = event.data.object;
  const intent = await tx.findOneBy(PaymentIntent, { id: charge.id });
  if (!intent) return;
  if (event.type === 'payment_intent.succeeded') await settle(tx, intent, charge, { is: 'provider' });
  else await closeIntent(tx, intent);
}

/** Returns the id of the intent that an event is about; null when it is about none. */
function intentIdOf({ data }: Stripe.Event): string | null {
  const { object, id, payment_intent } = data.object as { object?: string; id?: string; payment_intent?: unknown };
  if (object === 'payment_intent') return id ?? null;
  return typeof payment_intent === 'string' ? payment_intent : null;
}
