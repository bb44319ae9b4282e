import type { EntityManager } from 'typeorm';

/** Sums of an order's transfers in đồng, as the driver returns a `numeric`. */
interface RefundSums {
  refunded: string;
  to_card: string;
  regained: string;
}

/** Sums what was refunded of each order, by the orders' ids. By hand: three filtered sums in one pass. */
export async function readRefundSums(
  db: Pick<EntityManager, 'query'>,
  orderIds: number[],
): Promise<Map<number, RefundSums>> {
  const rows: (RefundSums & { order_id: number })[] = await db.query(
    `SELECT t.order_id, coalesce(sum(t.amount) FILTER (WHERE t.kind <> 'CARD_REGAINED'), 0) AS refunded,
       coalesce(sum(t.amount) FILTER (WHERE t.kind = 'CARD_REFUND' AND c.stage <> 'funds_reinstated'), 0) AS to_card,
       coalesce(sum(t.amount) FILTER (WHERE t.kind = 'CARD_REGAINED'), 0) AS regained
     FROM transfers t LEFT JOIN chargebacks c ON c.id = t.chargeback_id
     WHERE t.order_id = ANY ($1) AND t.kind IN ('REFUND', 'CARD_REFUND', 'CARD_REGAINED') GROUP BY t.order_id`,
    [orderIds],
  );
  return new Map(rows.map((row) => [row.order_id, row]));
}
