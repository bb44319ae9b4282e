import type { PersonalRecords } from '../auth/accounts/personal-records.js';
import { MAX_LISTED_BLOCKERS } from '../auth/accounts/deletion/deletion-checks.js';
import type { Vnd } from '../contract/rules.js';

/** An open payment. `isAwaited`: an unpaid order needs it; false for a deposit and for a payment of an ended order. */
interface OpenPayment {
  amount: Vnd;
  order: number | null;
  isAwaited: boolean;
}

/** PostgreSQL writes the JSON, so amounts are numbers. */
const OPEN_PAYMENTS = `
  SELECT json_build_object('amount', i.amount, 'order', i.order_id,
    'isAwaited', o.id IS NOT NULL AND o.paid_at IS NULL AND o.cancelled_at IS NULL) AS payment
  FROM payment_intents i LEFT JOIN orders o ON o.id = i.order_id
  WHERE i.user_id = $1 AND i.settled_at IS NULL AND i.closed_at IS NULL
  ORDER BY i.created_at LIMIT ${MAX_LISTED_BLOCKERS}`;

/**
 * Card payments: an open one blocks the deletion of the account. Opening one locks the account with `lockAccountForReference`. Bank transfers
 * stay with their orders; what their senders wrote does not.
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
    const rows: { payment: OpenPayment }[] = await tx.query(OPEN_PAYMENTS, [userId]);
    const ofKind = (isAwaited: boolean) =>
      rows
        .filter(({ payment }) => payment.isAwaited === isAwaited)
        .map(({ payment: { amount, order } }) => ({ kind: 'open_payment', amount, order }) as const);
    return { blockers: ofKind(true), abandoned: ofKind(false) };
  },
  anonymise: (tx, { id }) =>
    tx.query(
      `UPDATE bank_transfers SET description = '' WHERE order_id IN (SELECT id FROM orders WHERE user_id = $1)`,
      [id],
    ),
};
