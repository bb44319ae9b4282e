import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AccountDeletionService } from '../../auth/accounts/account-deletion.service.js';
import { CardProvider } from '../provider/card-provider.js';
import { PaymentIntent } from './payment-intent.entity.js';
import { SettlementsService } from './settlements.service.js';

/** The maximum number of intents cancelled in one attempt; a user with more has to try again. */
const MAX_PER_ATTEMPT = 20;
/** How many of them are cancelled concurrently: one after the other may take minutes. */
const MAX_CONCURRENT = 5;

/** Cancels abandoned intents before an account is closed: open deposits, and open intents of orders that are paid or cancelled. */
@Injectable()
export class AbandonedIntentsService implements OnModuleInit {
  constructor(
    private readonly db: DataSource,
    private readonly provider: CardProvider,
    private readonly settlements: SettlementsService,
    private readonly closing: AccountDeletionService,
  ) {}

  onModuleInit(): void {
    this.closing.beforeClosing((userId) => this.cancel(userId));
  }

  /**
   * Cancels a user's abandoned intents at the provider. An intent that was charged meanwhile is booked, and its money keeps the
   * account open. An intent that is being charged cannot be cancelled; it stays open and keeps the account open too.
   * @throws ShopError 503 when the provider cannot be reached or will not answer
   */
  private async cancel(userId: number): Promise<void> {
    const rows: { id: string }[] = await this.db.query(
      `SELECT i.id FROM payment_intents i LEFT JOIN orders o ON o.id = i.order_id
       WHERE i.user_id = $1 AND i.settled_at IS NULL AND i.closed_at IS NULL
         AND (o.id IS NULL OR o.paid_at IS NOT NULL OR o.cancelled_at IS NOT NULL)
       ORDER BY i.created_at LIMIT ${MAX_PER_ATTEMPT}`,
      [userId],
    );
    for (let nth = 0; nth < rows.length; nth += MAX_CONCURRENT) {
      const ends = await Promise.allSettled(rows.slice(nth, nth + MAX_CONCURRENT).map(({ id }) => this.cancelOne(id)));
      const failed = ends.find((end) => end.status === 'rejected');
      if (failed) throw failed.reason;
    }
  }

  private async cancelOne(id: string): Promise<void> {
    const intent = await this.db.manager.findOneByOrFail(PaymentIntent, { id });
    await this.settlements.conclude(intent, await this.provider.cancelIntent(id));
  }
}
