import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { inTransaction } from '../../platform/database/transaction.js';
import type { OrderActor } from '../../orders/transitions/order-log.js';
import type { CardCharge } from '../provider/card-provider.js';
import type { PaymentIntent } from './payment-intent.entity.js';
import { closeIntent, settle } from './settle.js';

/** Books the outcome of an intent in a transaction of its own. */
@Injectable()
export class SettlementsService {
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
  close(intent: PaymentIntent): Promise<void> {
    return inTransaction(this.db, (tx) => closeIntent(tx, intent));
  }
}
