import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ClosingService } from '../auth/closing.service.js';
import { CardProvider } from './card-provider.js';
import { PaymentIntent } from './payment-intent.entity.js';
import { SettlementsService } from './settlements.service.js';

/** How many are cancelled for one closing; whoever has more asks again. */
const MOST_AT_ONCE = 20;

/** Charges that nobody waits for any more when their account is to be closed: deposits, and those of orders that ended. */
@Injectable()
export class AbandonedIntentsService implements OnModuleInit {
  constructor(
    private readonly db: DataSource,
    private readonly provider: CardProvider,
    private readonly settlements: SettlementsService,
    private readonly closing: ClosingService,
  ) {}

  onModuleInit(): void {
    this.closing.beforeClosing((userId) => this.cancel(userId));
  }

  /**
   * Cancels a user's abandoned intents at the provider. One that was charged meanwhile is booked: its money keeps the
   * account open. One that the provider does not cancel, because it is being charged, stays open and does the same.
   * @throws ShopError 503 when the provider cannot be reached or will not answer
   */
  private async cancel(userId: number): Promise<void> {
    const rows: { id: string }[] = await this.db.query(
      `SELECT i.id FROM payment_intents i LEFT JOIN orders o ON o.id = i.order_id
       WHERE i.user_id = $1 AND i.settled_at IS NULL AND i.closed_at IS NULL
         AND (o.id IS NULL OR o.paid_at IS NOT NULL OR o.cancelled_at IS NOT NULL)
       ORDER BY i.created_at LIMIT ${MOST_AT_ONCE}`,
      [userId],
    );
    for (const { id } of rows) {
      const asked = await this.db.manager.findOneByOrFail(PaymentIntent, { id });
      await this.settlements.conclude(asked, await this.provider.cancelIntent(id));
    }
  }
}
