import type { DataSource } from 'typeorm';
import type { Principal } from '../platform/http/access.js';
import { Conditions, containing } from '../platform/database/conditions.js';
import type { RefundQuery } from '../contract/refunds.js';

export const REFUNDS_FROM = 'refund_requests r JOIN orders o ON o.id = r.order_id JOIN users u ON u.id = o.user_id';

const REFUNDS_ORDER_BY = {
  'date-desc': 'r.id DESC',
  'date-asc': 'r.id',
  'total-desc': 'o.total_price DESC, r.id DESC',
  'total-asc': 'o.total_price, r.id',
} as const satisfies Record<NonNullable<RefundQuery['sort']>, string>;

const STATES = {
  pending: 'r.is_approved IS NULL',
  approved: 'r.is_approved',
  rejected: 'NOT r.is_approved',
} as const satisfies Record<NonNullable<RefundQuery['status']>, string>;

/** Conditions on `REFUNDS_FROM` for a query: a shopper sees their own requests, an administrator all. */
export function refundsWhere(me: Principal, query: RefundQuery): Conditions {
  const { search = '', status } = query;
  const number = /^#?(\d{1,9})$/.exec(search)?.[1];
  const matches = `u.search_text LIKE fold_vi(?)${number ? ` OR o.id = ${Number(number)}` : ''}`;
  return new Conditions()
    .equal('o.user_id', me.isAdmin ? undefined : me.id)
    .that(status && STATES[status])
    .days('r.created_at', query)
    .add(`(${matches})`, search ? containing(search) : undefined);
}

/** Returns the ids of a slice of requests, newest first by default. By hand: a search uses the index of the folded names. */
export async function listRefundIds(
  db: DataSource,
  where: Conditions,
  sort: RefundQuery['sort'],
  { skip, take }: { skip: number; take: number },
): Promise<number[]> {
  const rows: { id: number }[] = await db.query(
    `SELECT r.id FROM ${REFUNDS_FROM} ${where.sql} ORDER BY ${REFUNDS_ORDER_BY[sort ?? 'date-desc']} OFFSET ${skip} LIMIT ${take}`,
    where.values,
  );
  return rows.map(({ id }) => id);
}
