import type { EntityManager } from 'typeorm';
import type { Dispute } from '../../contract/orders/orders.js';
import type { Vnd } from '../../contract/rules.js';

interface OpenChargeback {
  kind: 'refund' | 'dispute';
  amount: Vnd;
}

/** SQL condition: chargeback `c` is undecided. */
const IS_OPEN = `c.stage IN ('pending', 'funds_withdrawn')`;

/** Returns the disputes of the orders' charges, oldest first. By hand: PostgreSQL writes the JSON, and the tables are a later module's. */
export function readDisputes(
  db: Pick<EntityManager, 'query'>,
  orderIds: number[],
): Promise<{ order_id: number; dispute: Dispute }[]> {
  return db.query(
    `SELECT i.order_id, json_build_object('id', c.id, 'amount', c.amount, 'status', c.status, 'isOpen', ${IS_OPEN},
       'reason', c.reason, 'dueBy', to_char(c.due_by AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) AS dispute
     FROM payment_intents i JOIN chargebacks c ON c.payment_intent_id = i.id
     WHERE i.order_id = ANY ($1) AND c.kind = 'dispute' ORDER BY c.created_at, c.id`,
    [orderIds],
  );
}

/** Returns an undecided chargeback of an order, disputes first. By hand, because the tables are a later module's. */
export async function findOpenChargeback(tx: EntityManager, orderId: number): Promise<OpenChargeback | undefined> {
  const rows: { open: OpenChargeback }[] = await tx.query(
    `SELECT json_build_object('kind', c.kind, 'amount', c.amount) AS open
     FROM payment_intents i JOIN chargebacks c ON c.payment_intent_id = i.id
     WHERE i.order_id = $1 AND ${IS_OPEN} ORDER BY c.kind, c.created_at LIMIT 1`,
    [orderId],
  );
  return rows[0]?.open;
}
