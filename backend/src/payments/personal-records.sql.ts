import type { PersonalRecords } from '../auth/personal-data/personal-records.js';
import { MAX_LISTED_BLOCKERS } from '../auth/deletion/deletion-checks.js';
import type { DeletionBlocker } from '../contract/accounts/profile.js';

/** Also those of orders that are paid or cancelled by now: until the reconciler has closed them, they may still be charged. */
const OPEN_PAYMENTS = `
  SELECT 'open_payment' AS kind, amount::float8, order_id AS "order" FROM payment_intents
  WHERE user_id = $1 AND settled_at IS NULL AND closed_at IS NULL
  ORDER BY created_at LIMIT ${MAX_LISTED_BLOCKERS}`;

/**
 * While its outcome is open, the shop needs the order's delivery and chat as evidence, and money may come back to the wallet or become a
 * debt.
 */
const OPEN_CHARGEBACKS = `
  SELECT 'open_chargeback' AS kind, i.amount::float8, i.order_id AS "order" FROM payment_intents i
  WHERE i.user_id = $1 AND EXISTS (
    SELECT FROM chargebacks c WHERE c.payment_intent_id = i.id AND c.stage IN ('pending', 'funds_withdrawn'))
  ORDER BY i.created_at LIMIT ${MAX_LISTED_BLOCKERS}`;

/**
 * Card payments: an open one, and one that is disputed or being refunded, blocks the deletion of the account. Opening one locks the
 * account with `lockAccountForReference`. Bank transfers stay with their orders; what their payers wrote does
 * not. The trigger `forget_payer` erases it from those that are reported or settled later.
 */
export const PAYMENT_RECORDS: PersonalRecords = {
  data: {
    card_payments: {
      columns: 'id, purpose, order_id, amount::float8, created_at, settled_at',
      from: 'payment_intents WHERE user_id = $1',
      keys: [
        ['created_at', 'timestamptz'],
        ['id', 'text'],
      ],
    },
    bank_transfers: {
      columns: 'b.id, b.order_id, b.reference, b.amount::float8, b.description, b.state, b.created_at',
      from: 'bank_transfers b JOIN orders o ON o.id = b.order_id WHERE o.user_id = $1',
      keys: [['b.id', 'integer']],
    },
  },
  async findBlockers(tx, userId) {
    const payments: DeletionBlocker[] = await tx.query(OPEN_PAYMENTS, [userId]);
    const chargebacks: DeletionBlocker[] = await tx.query(OPEN_CHARGEBACKS, [userId]);
    return { blockers: [...payments, ...chargebacks] };
  },
  anonymise: (tx, { id }) =>
    tx.query(
      `UPDATE bank_transfers SET description = '' WHERE order_id IN (SELECT id FROM orders WHERE user_id = $1)`,
      [id],
    ),
};
