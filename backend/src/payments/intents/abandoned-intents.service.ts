import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AccountDeletionService } from '../../auth/accounts/deletion/account-deletion.service.js';
import { CardProvider } from '../provider/card-provider.js';
import { findAbandoned } from './open-intents.sql.js';
import { PaymentIntent } from './payment-intent.entity.js';
import { SettlementsService } from './settlements.service.js';

/** The maximum number of intents cancelled in one attempt; a user with more has to try again. */
const MAX_PER_ATTEMPT = 20;
/** How many of them are cancelled concurrently: one after the other may take minutes. */
const MAX_CONCURRENT = 5;

/** Cancels abandoned intents before an account is deleted: open deposits, and open intents of orders that are paid or cancelled. */
@Injectable()
export class AbandonedIntentsService implements OnModuleInit {
  constructor(
    private readonly db: DataSource,
    private readonly provider: CardProvider,
    private readonly settlements: SettlementsService,
    private readonly deletion: AccountDeletionService,
  ) {}

  onModuleInit(): void {
    this.deletion.beforeDeletion((userId) => this.cancel(userId));
  }

  /**
   * Cancels a user's abandoned intents at the provider. An intent that was charged meanwhile is booked, and its money keeps the
   * account open. An intent that is being charged cannot be cancelled; it stays open and keeps the account open too.
   * @throws ShopError 503 when the provider cannot be reached or will not answer
   */
  private async cancel(userId: number): Promise<void> {
    const ids = await findAbandoned(this.db, userId, MAX_PER_ATTEMPT);
    for (let nth = 0; nth < ids.length; nth += MAX_CONCURRENT) {
      const ends = await Promise.allSettled(ids.slice(nth, nth + MAX_CONCURRENT).map((id) => this.cancelOne(id)));
      const failed = ends.find((end) => end.status === 'rejected');
      if (failed) throw failed.reason;
    }
  }

  private async cancelOne(id: string): Promise<void> {
    const intent = await this.db.manager.findOneByOrFail(PaymentIntent, { id });
    await this.settlements.conclude(intent, await this.provider.cancelIntent(id));
  }
}
