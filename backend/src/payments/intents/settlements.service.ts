import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { readTime } from '../../platform/database/read-time.sql.js';
import { inTransaction } from '../../platform/database/transaction.js';
import type { OrderActor } from '../../orders/transitions/order-log.js';
import { isUnknownIntent, type CardCharge } from '../provider/card-provider.js';
import type { PaymentIntent } from './payment-intent.entity.js';
import { closeIntent, settle } from './settle.js';

/** A deposit that is not paid within this time is cancelled, and an intent that the provider does not know is closed. */
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
  settle(intent: PaymentIntent, charge: CardCharge, actor: OrderActor): Promise<void> {
    return inTransaction(this.db, (tx) => settle(tx, intent, charge, actor));
  }

  /** Settles or closes an intent by the provider's status; one that can still be charged stays open. @throws ShopError 400 as above */
  async conclude(intent: PaymentIntent, charge: CardCharge): Promise<void> {
    if (charge.status === 'succeeded') await this.settle(intent, charge, { is: 'provider' });
    if (charge.status === 'canceled') await this.close(intent);
  }

  /** Closes an intent that the provider has canceled; does nothing if it is already settled or closed. */
  async close(intent: PaymentIntent): Promise<void> {
    await inTransaction(this.db, (tx) => closeIntent(tx, intent));
  }

  /**
   * Closes an open intent that the provider does not know: the shop's keys were changed, so nobody can charge it under these. It stays
   * open for `DEPOSIT_WINDOW_MS`, by the database's clock: until then its page may still have the earlier keys, which an owner may also put
   * back. Money that arrives later all the same is booked. The log has what to look for in the earlier account.
   * @param error what the provider answered about the intent
   * @returns null for the closed intent
   * @throws the error for any other answer, and for a younger intent
   */
  async closeUnknown(intent: PaymentIntent, error: unknown): Promise<null> {
    if (!isUnknownIntent(error) || (await this.ageOf(intent)) < DEPOSIT_WINDOW_MS) throw error;
    const isClosed = await inTransaction(this.db, (tx) => closeIntent(tx, intent));
    if (!isClosed) return null;
    const { id, purpose, userId, orderId, amount, createdAt } = intent;
    this.logger.error(
      { id, purpose, userId, orderId, amount, createdAt },
      `Intent ${id} of ${amount} VND is closed without a booking, because the card provider does not know it: ` +
        'if the keys were changed, check at the earlier account that it was not charged',
    );
    return null;
  }

  private async ageOf({ createdAt }: PaymentIntent): Promise<number> {
    return (await readTime(this.db)).getTime() - createdAt.getTime();
  }
}
