import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import { DataSource, type EntityManager } from 'typeorm';
import { ShopError } from '../../platform/errors/shop-error.js';
import { TEXTS } from '../../contract/rules.js';
import { lockIntent } from '../intents/intent.locks.js';
import { lockGoods, lockOrder } from '../../orders/order/order.locks.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { recordChargebacks } from './record-chargebacks.js';
import { CardProvider } from '../provider/card-provider.js';
import { savedChargebacks } from './chargeback.js';
import type { PaymentIntent } from '../intents/payment-intent.entity.js';
import { settle } from '../intents/settle.js';

/** Attempts while other transactions book the same charge. */
const MAX_ATTEMPTS = 5;

/** Chargebacks: refunds made at the card provider, and disputes. */
@Injectable()
export class ChargebacksService {
  constructor(
    private readonly db: DataSource,
    private readonly provider: CardProvider,
  ) {}

  /**
   * Reads a charge's refunds and disputes from the provider and books what is not booked yet. Events may come late, twice and
   * in any order: they only trigger this read, their content is not used. The provider's answer is booked only if the records
   * have not changed since it was requested. Otherwise it may be outdated, and the provider is called again.
   *
   * @param recordTrigger runs in the transaction, under the locks, and stores what triggered the read
   * @throws ShopError 400 when the charge does not match the intent, 503 when the provider fails or the records keep changing
   */
  async refresh(intent: PaymentIntent, recordTrigger: (tx: EntityManager) => Promise<unknown>): Promise<void> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const recorded = await savedChargebacks(this.db.manager, intent.id);
      const reported = await this.provider.listChargebacks(intent.id);
      // The event of the charge itself may arrive after those of its chargebacks.
      const charge = intent.settledAt ? null : await this.provider.intent(intent.id);
      const isDone = await inTransaction(this.db, async (tx) => {
        if (intent.orderId) await lockOrder(tx, { id: intent.orderId });
        await lockIntent(tx, intent.id);
        if (!isDeepStrictEqual(recorded, await savedChargebacks(tx, intent.id))) return false;
        await recordTrigger(tx);
        // The first of several chargebacks locks the wallet, and the last may put the goods back into stock.
        if (intent.orderId && reported.length > 0) await lockGoods(tx, intent.orderId);
        if (charge?.status === 'succeeded') await settle(tx, intent, charge, { is: 'provider' });
        await recordChargebacks(tx, intent, recorded, reported);
        return true;
      });
      if (isDone) return;
    }
    throw new ShopError(503, TEXTS.unavailable, {}, { 'Retry-After': '5' });
  }
}
