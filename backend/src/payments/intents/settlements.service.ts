import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { inTransaction } from '../../platform/database/transaction.js';
import type { OrderActor } from '../../orders/transitions/order-log.js';
import { isUnknownIntent, type ProviderIntent } from '../provider/card-provider.js';
import type { PaymentIntent } from './payment-intent.entity.js';
import { closeIntent, settle } from './settle.js';
import { markKnown, markUnknown } from './unknown-intents.sql.js';

/** A deposit that is not paid within this time is cancelled. */
export const DEPOSIT_WINDOW_MS = 24 * 3_600_000;

/** Books the outcome of an intent in a transaction of its own. */
@Injectable()
export class SettlementsService {
  private readonly logger = new Logger('Card payments');

  constructor(private readonly db: DataSource) {}

  /**
   * Books a charge, see `settle`. Idempotent.
   * @throws ShopError 400 when the charge has not succeeded or does not match the shop's record; nothing changes then
   */
  settle(intent: PaymentIntent, charge: ProviderIntent, actor: OrderActor): Promise<void> {
    return inTransaction(this.db, (tx) => settle(tx, intent, charge, actor));
  }

  /** Settles or closes an intent by the provider's status; one that can still be charged stays open. @throws ShopError 400 as above */
  async conclude(intent: PaymentIntent, charge: ProviderIntent): Promise<void> {
    if (charge.status === 'succeeded') await this.settle(intent, charge, { is: 'provider' });
    if (charge.status === 'canceled') await this.close(intent);
  }

  /** Closes an intent that the provider has canceled; does nothing if it is already settled or closed. */
  async close(intent: PaymentIntent): Promise<void> {
    await inTransaction(this.db, (tx) => closeIntent(tx, intent));
  }

  /**
   * Asks the provider about an open intent. One that it does not know is closed once it has been unknown for a day: the shop's keys
   * were changed, and until then an owner who entered wrong ones can put the right ones back. Closing does not keep its card from being
   * charged under the earlier keys: money that arrives later all the same is booked, and the log has what to look for in the earlier account.
   * @param request the call to the provider
   * @returns null for an intent that is closed
   * @throws what `request` throws; for an unknown intent too while it stays open
   */
  async readOrCloseUnknown(
    intent: PaymentIntent,
    request: () => Promise<ProviderIntent>,
  ): Promise<ProviderIntent | null> {
    let charge: ProviderIntent;
    try {
      charge = await request();
    } catch (error) {
      if (isUnknownIntent(error) && (await this.noteUnknown(intent))) return null;
      throw error;
    }
    if (intent.unknownSince) await markKnown(this.db, intent.id);
    return charge;
  }

  /** Notes that the provider does not know an intent. @returns true when it is closed, or settled already */
  private async noteUnknown(intent: PaymentIntent): Promise<boolean> {
    const { isDone, isClosed } = await inTransaction(this.db, async (tx) => {
      const state = await markUnknown(tx, intent.id);
      return { isDone: state !== 'waits', isClosed: state === 'overdue' && (await closeIntent(tx, intent)) };
    });
    if (isClosed) this.logClosed(intent);
    return isDone;
  }

  private logClosed({ id, purpose, userId, orderId, amount, createdAt }: PaymentIntent): void {
    this.logger.error(
      { id, purpose, userId, orderId, amount, createdAt },
      `Intent ${id} of ${amount} VND is closed without a booking, because the card provider does not know it: ` +
        'if the keys were changed, check at the earlier account that it was not charged',
    );
  }
}
