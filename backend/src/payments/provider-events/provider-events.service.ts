import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { afterCommit, inTransaction } from '../../platform/database/transaction.js';
import { CardProvider, type CardEvent } from '../provider/card-provider.js';
import { ChargebacksService } from '../chargebacks/chargebacks.service.js';
import { PaymentIntent } from '../intents/payment-intent.entity.js';
import { closeIntent, settle } from '../intents/settle.js';
import { countRefusedPayment } from '../../orders/order/order-metrics.js';
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
  async book(event: CardEvent): Promise<void> {
    const intent = event.about === 'chargeback' && (await this.intentOf(event));
    // A copy triggers another read, which finds nothing more to book.
    if (intent) return this.chargebacks.refresh(intent, (tx) => insertEvent(tx, event));
    await inTransaction(this.db, async (tx) => {
      if (await insertEvent(tx, event)) await settleOrClose(tx, event);
    });
  }

  private intentOf({ intentId }: CardEvent): Promise<PaymentIntent | null> {
    return this.db.manager.findOneBy(PaymentIntent, { id: intentId ?? '' });
  }
}

async function settleOrClose(tx: EntityManager, event: CardEvent): Promise<void> {
  if (event.about === 'declined') afterCommit(tx, () => countRefusedPayment('Stripe'));
  if (event.about !== 'succeeded' && event.about !== 'canceled') return;
  const { charge } = event;
  const intent = await tx.findOneBy(PaymentIntent, { id: charge.id });
  if (!intent) return;
  if (event.about === 'succeeded') await settle(tx, intent, charge, { is: 'provider' });
  else await closeIntent(tx, intent);
}
