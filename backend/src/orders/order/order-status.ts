import type { OrderStatus } from '../../contract/orders/orders.js';
import type { OrderTodo } from '../../contract/orders/order-query.js';

/** The facts that a status is derived from. A moment is null until it comes. */
export interface OrderFacts {
  cancelledAt: Date | null;
  refundedAt: Date | null;
  deliveredAt: Date | null;
  paidAt: Date | null;
  /** `isApproved` is null until an administrator decides. */
  refundRequest?: { isApproved: boolean | null } | null;
}

interface StatusRule {
  status: OrderStatus;
  /** Its condition on `orders o`. */
  sql: string;
  /** The same condition on a loaded order. */
  holds: (order: OrderFacts) => boolean;
}

const HAS_OPEN_REFUND_REQUEST =
  'EXISTS (SELECT FROM refund_requests r WHERE r.order_id = o.id AND r.is_approved IS NULL)';

/** An order has the first status whose condition holds. */
const STATUS_RULES: StatusRule[] = [
  { status: 'cancelled', sql: 'o.cancelled_at IS NOT NULL', holds: ({ cancelledAt }) => Boolean(cancelledAt) },
  { status: 'refunded', sql: 'o.refunded_at IS NOT NULL', holds: ({ refundedAt }) => Boolean(refundedAt) },
  {
    status: 'refund_requested',
    sql: HAS_OPEN_REFUND_REQUEST,
    holds: ({ refundRequest }) => refundRequest?.isApproved === null,
  },
  { status: 'delivered', sql: 'o.delivered_at IS NOT NULL', holds: ({ deliveredAt }) => Boolean(deliveredAt) },
  { status: 'paid', sql: 'o.paid_at IS NOT NULL', holds: ({ paidAt }) => Boolean(paidAt) },
  { status: 'unpaid', sql: 'true', holds: () => true },
];

/** The status of a loaded order. */
export const statusOf = (order: OrderFacts): OrderStatus => STATUS_RULES.find(({ holds }) => holds(order))!.status;

/** The status of `orders o` as an SQL expression. */
export const STATUS_SQL = `CASE ${STATUS_RULES.map(({ status, sql }) => `WHEN ${sql} THEN '${status}'`).join(' ')} END`;

/** An SQL condition on `orders o`: true for the orders with this status. Unlike `STATUS_SQL = …` it can use indexes. */
export function hasStatusSql(status: OrderStatus): string {
  const at = STATUS_RULES.findIndex((rule) => rule.status === status);
  return [...STATUS_RULES.slice(0, at).map(({ sql }) => `NOT (${sql})`), STATUS_RULES[at]!.sql].join(' AND ');
}

/**
 * The work that orders wait for, as SQL conditions on `orders o`. Their indexes are `orders_undelivered_sent_at`, `orders_in_transit` and
 * `orders_unpaid`.
 */
export const TODO_SQL: Record<OrderTodo, string> = {
  deliver: `o.delivered_at IS NULL AND o.cancelled_at IS NULL AND o.refunded_at IS NULL AND o.sent_at IS NULL
    AND (o.paid_at IS NOT NULL OR o.payment_method = 'COD') AND NOT ${HAS_OPEN_REFUND_REQUEST}`,
  // Also those that were refunded on their way: their goods arrive, or come back to stock.
  in_transit: 'o.sent_at IS NOT NULL AND o.delivered_at IS NULL',
  collect: 'o.paid_at IS NULL AND o.cancelled_at IS NULL AND o.delivered_at IS NOT NULL',
};
