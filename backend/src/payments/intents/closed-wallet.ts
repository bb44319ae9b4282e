import { Logger } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { isClosed } from '../../auth/users/closed-accounts.sql.js';
import type { Vnd } from '../../contract/rules.js';
import { afterCommit } from '../../platform/database/transaction.js';
import type { PaymentIntent } from './payment-intent.entity.js';

const logger = new Logger('Card payments');

/**
 * Logs that money of a card went to the wallet of a closed account. Only a person can return it: nobody signs in to that account any more.
 * @param what is booked, and `todo` for whoever reads the line; called in the transaction that books it
 */
export async function reportClosedWallet(
  tx: EntityManager,
  { id, purpose, userId, orderId }: PaymentIntent,
  amount: Vnd,
  { what, todo }: { what: string; todo: string },
): Promise<void> {
  if (!(await isClosed(tx, userId))) return;
  afterCommit(tx, () =>
    logger.error(
      { id, purpose, userId, orderId, amount },
      `${what} ${id} of ${amount} VND is booked to the wallet of a closed account: ${todo}`,
    ),
  );
}
