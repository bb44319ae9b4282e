import { Injectable } from '@nestjs/common';
import type { Stripe } from 'stripe';
import { DataSource } from 'typeorm';
import { inTransaction } from '../db/transaction.js';
import type { Actor } from '../orders/order-log.js';
import type { PaymentIntent } from './payment-intent.entity.js';
import { close, settle } from './settle.js';

/** Books what became of an intent, each time in a transaction of its own. */
@Injectable()
export class SettlementsService {
  constructor(private readonly db: DataSource) {}

  /**
   * Books a charge; repeating it changes nothing. See `settle`.
   * @throws ShopError 400 when the charge has not succeeded or is not what was asked for; nothing changes then
   */
  settle(asked: PaymentIntent, told: Stripe.PaymentIntent, actor: Actor): Promise<void> {
    return inTransaction(this.db, (tx) => settle(tx, asked, told, actor));
  }

  /** Books what has become of an intent; one that may still be charged stays open. @throws ShopError 400 as above */
  async conclude(asked: PaymentIntent, told: Stripe.PaymentIntent): Promise<void> {
    if (told.status === 'succeeded') await this.settle(asked, told, { is: 'provider' });
    if (told.status === 'canceled') await this.close(asked);
  }

  /** Closes an intent that the provider has canceled; one that was settled or closed before stays as it is. */
  close(asked: PaymentIntent): Promise<void> {
    return inTransaction(this.db, (tx) => close(tx, asked));
  }
}
