import type { Principal } from '../platform/http/access.js';
import { Conditions, containing } from '../platform/database/conditions.js';
import type { OrderQuery, OrderStatus } from '../contract/orders.js';

/** `Order.status` in SQL for `orders o`: the first status whose condition holds. */
const STATUSES: [OrderStatus, string][] = [
  ['cancelled', 'o.cancelled_at IS NOT NULL'],
  ['refunded', 'o.refunded_at IS NOT NULL'],
  ['refund_requested', 'EXISTS (SELECT FROM refund_requests r WHERE r.order_id = o.id AND r.is_approved IS NULL)'],
  ['delivered', 'o.delivered_at IS NOT NULL'],
  ['paid', 'o.paid_at IS NOT NULL'],
  ['unpaid', 'true'],
];

export const STATUS_SQL = `CASE ${STATUSES.map(([status, condition]) => `WHEN ${condition} THEN '${status}'`).join(' ')} END`;

export const ORDERS_ORDER_BY = {
  'date-desc': 'o.id DESC',
  'date-asc': 'o.id',
  'total-desc': 'o.total_price DESC, o.id DESC',
  'total-asc': 'o.total_price, o.id',
} as const satisfies Record<NonNullable<OrderQuery['sort']>, string>;

const DATES = { placed: 'o.created_at', paid: 'o.paid_at', refunded: 'o.refunded_at' } as const;

/** Conditions on `orders o` for a query: a shopper sees their own orders, an administrator all. */
export function ordersWhere(me: Principal, query: OrderQuery): Conditions {
  return new Conditions()
    .equal('o.user_id', me.isAdmin ? undefined : me.id)
    .equal('o.user_id', query.user)
    .that(isStatus(query.status))
    .equal('o.payment_method', query.payment)
    .that(query.date_of && `${DATES[query.date_of]} IS NOT NULL`)
    .days(DATES[query.date_of ?? 'placed'], query)
    .add(
      matching(!me.isAdmin || query.user !== undefined, query.search),
      query.search ? containing(query.search) : undefined,
    );
}

/** A status applies when its condition holds and none of the earlier ones does. */
function isStatus(status: OrderStatus | undefined): string | undefined {
  if (!status) return undefined;
  const at = STATUSES.findIndex(([name]) => name === status);
  const [, condition] = STATUSES[at]!;
  return [...STATUSES.slice(0, at).map(([, earlier]) => `NOT (${earlier})`), condition].join(' AND ');
}

/**
 * Matches the order with the searched number, and orders whose receiver or buyer matches the search.
 * @param isOneBuyers true when the orders are already limited to one buyer, so that scanning them is fast. Otherwise each way
 *   of matching uses its own index, which an OR of them would not
 */
function matching(isOneBuyers: boolean, search = ''): string {
  const number = Number(/^#?(\d{1,9})$/.exec(search)?.[1] ?? 0);
  if (isOneBuyers) {
    return `(o.search_text LIKE fold_vi(?) OR o.id = ${number}
      OR EXISTS (SELECT FROM users u WHERE u.id = o.user_id AND u.search_text LIKE fold_vi(?)))`;
  }
  return `o.id IN (SELECT id FROM orders WHERE search_text LIKE fold_vi(?) UNION ALL SELECT ${number} UNION ALL
    SELECT b.id FROM users u JOIN orders b ON b.user_id = u.id WHERE u.search_text LIKE fold_vi(?))`;
}
