import { STATUS_SQL } from '../../orders/order/order-status.js';
import type { Invariants } from './invariant.js';

/** The history of orders. */
export const ORDER_EVENT_INVARIANTS: Invariants = {
  'an order is in the state that its last event says': ({ orders }) => `
    SELECT o.id, o.status, e.status_after FROM (
      SELECT o.id, ${STATUS_SQL} AS status FROM ${orders} o) o
    LEFT JOIN LATERAL (SELECT status_after FROM order_events WHERE order_id = o.id ORDER BY id DESC LIMIT 1) e ON true
    WHERE o.status IS DISTINCT FROM e.status_after`,

  'each event of an order begins where the one before ended': ({ orders }) => `
    SELECT id, order_id, status_before, ended FROM (
      SELECT e.id, order_id, status_before, lag(status_after) OVER (PARTITION BY order_id ORDER BY e.id) AS ended
      FROM order_events e JOIN ${orders} o ON o.id = e.order_id) chain
    WHERE status_before IS DISTINCT FROM ended`,
};
