import type { EntityManager } from 'typeorm';
import type { Dispute } from '../../contract/orders/orders.js';
import type { Vnd } from '../../contract/rules.js';

interface OpenChargeback {
  kind: 'refund' | 'dispute';
  amount: Vnd;
}

/** SQL condition: chargeback `r` is undecided. */
const IS_OPEN = `r.stage IN ('pending', 'funds_withdrawn')`;

/** Returns the disputes of the orders' charges, oldest first. By hand: PostgreSQL writes the JSON, and the tables are a later module's. */
export function readDisputes(
  db: Pick<EntityManager, 'query'>,
  orderIds: number[],
): Promise<{ order_id: number; dispute: Dispute }[]> {
  return db.query(
    `SELECT i.order_id, json_build_object('id', r.id, 'amount', r.amount, 'status', r.status, 'isOpen', ${IS_OPEN},
       'reason', r.reason, 'dueBy', to_char(r.due_by AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) AS dispute
     FROM payment_intents i JOIN chargebacks r ON r.payment_intent_id = i.id
     WHERE i.order_id = ANY ($1) AND r.kind = 'dispute' ORDER BY r.created_at, r.id`,
    [orderIds],
  );
}

/** Returns an undecided chargeback of an order, disputes first. By hand, because the tables are a later module's. */
export async function findOpenChargeback(tx: EntityManager, orderId: number): Promise<OpenChargeback | undefined> {
  const rows: { open: OpenChargeback }[] = await tx.query(
    `SELECT json_build_object('kind', r.kind, 'amount', r.amount) AS open
     FROM payment_intents i JOIN chargebacks r ON r.payment_intent_id = i.id
     WHERE i.order_id = $1 AND ${IS_OPEN} ORDER BY r.kind, r.created_at LIMIT 1`,
    [orderId],
  );
  return rows[0]?.open;
}
