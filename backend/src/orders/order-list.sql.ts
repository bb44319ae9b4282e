import type { Principal } from '../common/access.js';
import { Conditions, containing } from '../common/conditions.js';
import type { OrderQuery, OrderStatus } from '../contract/orders.js';

/** When an order has which status, the first that holds: `Order.status` in SQL, of `orders o`. */
const STATUSES: [OrderStatus, string][] = [
  ['cancelled', 'o.cancelled_at IS NOT NULL'],
  ['refunded', 'o.refunded_at IS NOT NULL'],
  ['refund_requested', 'EXISTS (SELECT FROM refund_requests r WHERE r.order_id = o.id AND r.is_approved IS NULL)'],
  ['delivered', 'o.delivered_at IS NOT NULL'],
  ['paid', 'o.paid_at IS NOT NULL'],
  ['unpaid', 'true'],
];

export const STATUS_SQL = `CASE ${STATUSES.map(([status, holds]) => `WHEN ${holds} THEN '${status}'`).join(' ')} END`;

export const ORDER_BY = {
  'date-desc': 'o.id DESC',
  'date-asc': 'o.id',
  'total-desc': 'o.total_price DESC, o.id DESC',
  'total-asc': 'o.total_price, o.id',
} as const satisfies Record<NonNullable<OrderQuery['sort']>, string>;

const DATES = { placed: 'o.created_at', paid: 'o.paid_at', refunded: 'o.refunded_at' } as const;

/** The orders, `orders o`, that somebody asks for and may see: their own, for an administrator all. */
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

/** None of those before it holds, and it does. */
function isStatus(status: OrderStatus | undefined): string | undefined {
  if (!status) return undefined;
  const at = STATUSES.findIndex(([name]) => name === status);
  const [, holds] = STATUSES[at]!;
  return [...STATUSES.slice(0, at).map(([, earlier]) => `NOT (${earlier})`), holds].join(' AND ');
}

/**
 * The order of that number, and every order whose receiver or buyer is called so.
 * @param isOneBuyers whether the orders are one buyer's anyway: those are looked through. Among all orders each way of
 *   finding them has its index, which an OR of them would not use
 */
function matching(isOneBuyers: boolean, search = ''): string {
  const number = Number(/^#?(\d{1,9})$/.exec(search)?.[1] ?? 0);
  if (isOneBuyers) {
    return `(o.searched LIKE fold_vi(?) OR o.id = ${number}
      OR EXISTS (SELECT FROM users u WHERE u.id = o.user_id AND u.searched LIKE fold_vi(?)))`;
  }
  return `o.id IN (SELECT id FROM orders WHERE searched LIKE fold_vi(?) UNION ALL SELECT ${number} UNION ALL
    SELECT b.id FROM users u JOIN orders b ON b.user_id = u.id WHERE u.searched LIKE fold_vi(?))`;
}
