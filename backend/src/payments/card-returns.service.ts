import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import { DataSource, type EntityManager } from 'typeorm';
import { ShopError } from '../common/shop-error.js';
import { TEXTS } from '../contract/rules.js';
import { lockIntent, lockOrder } from '../db/locks.js';
import { inTransaction } from '../db/transaction.js';
import { lockGoods } from '../orders/refund-order.js';
import { bookReturns } from './book-returns.js';
import { CardProvider } from './card-provider.js';
import { recordedReturns } from './card-return.js';
import type { PaymentIntent } from './payment-intent.entity.js';
import { settle } from './settle.js';

/** How often the provider is asked while others keep booking the same charge. */
const MOST_LOOKS = 5;

/** Money that cards take back: refunds made at the card provider, and disputes. */
@Injectable()
export class CardReturnsService {
  constructor(
    private readonly db: DataSource,
    private readonly provider: CardProvider,
  ) {}

  /**
   * Books what the provider says now of a charge's refunds and disputes, as far as it is not booked yet. Events may come
   * late, twice and in any order, since none of them is believed: each only makes the shop look. An answer is booked when
   * nobody has booked anything since it was asked for; otherwise it may be old, and the provider is asked again.
   *
   * @param asked the shop's record of the intent
   * @param keep called in the transaction, under the locks: keeps what made the shop look
   * @throws ShopError 400 when the charge itself is not what was asked for, 503
   */
  async look(asked: PaymentIntent, keep: (tx: EntityManager) => Promise<unknown>): Promise<void> {
    for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
      const known = await recordedReturns(this.db.manager, asked.id);
      const told = await this.provider.returnsOf(asked.id);
      // The news of the charge itself may come later than that it is taken back.
      const charge = asked.settledAt ? null : await this.provider.intent(asked.id);
      const isDone = await inTransaction(this.db, async (tx) => {
        if (asked.orderId) await lockOrder(tx, { id: asked.orderId });
        await lockIntent(tx, asked.id);
        if (!isDeepStrictEqual(known, await recordedReturns(tx, asked.id))) return false;
        await keep(tx);
        // The first of several returns takes the wallet, and the last may give the goods back.
        if (asked.orderId && told.length > 0) await lockGoods(tx, asked.orderId);
        if (charge?.status === 'succeeded') await settle(tx, asked, charge, { is: 'provider' });
        await bookReturns(tx, asked, known, told);
        return true;
      });
      if (isDone) return;
    }
    throw new ShopError(503, TEXTS.unavailable, {}, { 'Retry-After': '5' });
  }
}
