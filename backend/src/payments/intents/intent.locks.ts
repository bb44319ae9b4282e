import type { EntityManager } from 'typeorm';
import { PaymentIntent } from './payment-intent.entity.js';

/** Locks an intent before its chargebacks are booked. */
export async function lockIntent(tx: EntityManager, id: string): Promise<void> {
  await tx.findOne(PaymentIntent, { where: { id }, lock: { mode: 'for_no_key_update' } });
}
