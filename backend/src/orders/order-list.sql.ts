import type { Principal } from '../platform/http/access.js';
import { Conditions, containing } from '../platform/database/conditions.js';
import type { OrderQuery } from '../contract/orders.js';
import { hasStatusSql } from './order-status.js';

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
    .that(query.status && hasStatusSql(query.status))
    .equal('o.payment_method', query.payment)
    .that(query.date_of && `${DATES[query.date_of]} IS NOT NULL`)
    .days(DATES[query.date_of ?? 'placed'], query)
    .add(
      matching(!me.isAdmin || query.user !== undefined, query.search),
      query.search ? containing(query.search) : undefined,
    );
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
