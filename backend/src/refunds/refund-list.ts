import type { DataSource, OrderByCondition } from 'typeorm';
import type { Principal } from '../platform/http/access.js';
import { Conditions, containing, matchesAccount, matchesColumns } from '../platform/database/conditions.js';
import type { RefundQuery } from '../contract/money/refunds.js';
import { RefundRequest } from '../orders/order/refund-request.entity.js';

const ORDER_BY: Record<NonNullable<RefundQuery['sort']>, OrderByCondition> = {
  'pending-first': { '(r.is_approved IS NULL)': 'DESC', 'r.id': 'DESC' },
  'date-desc': { 'r.id': 'DESC' },
  'date-asc': { 'r.id': 'ASC' },
  'total-desc': { 'o.totalPrice': 'DESC', 'r.id': 'DESC' },
  'total-asc': { 'o.totalPrice': 'ASC', 'r.id': 'ASC' },
};

const STATES = {
  pending: 'r.is_approved IS NULL',
  approved: 'r.is_approved',
  rejected: 'NOT r.is_approved',
} as const satisfies Record<NonNullable<RefundQuery['status']>, string>;

/** Reads a slice of the requests with their orders and buyers, newest first by default, and their number. */
export function listRefundRequests(
  db: DataSource,
  me: Principal,
  query: RefundQuery,
  { skip, take }: { skip: number; take: number },
): Promise<[RefundRequest[], number]> {
  const requests = db
    .createQueryBuilder(RefundRequest, 'r')
    .innerJoinAndSelect('r.order', 'o')
    .innerJoinAndSelect('o.user', 'u');
  return refundsWhere(me, query)
    .narrow(requests)
    .orderBy(ORDER_BY[query.sort ?? 'date-desc'])
    .offset(skip)
    .limit(take)
    .getManyAndCount();
}

/** What the search of an API key matches of a buyer: what it reads of them. */
const COLUMNS_OF_KEYS = ['username', 'email'];

/** A shopper's query concerns their own requests, an administrator's all. */
function refundsWhere(me: Principal, query: RefundQuery): Conditions {
  const { search = '', status } = query;
  const number = /^#?(\d{1,9})$/.exec(search)?.[1];
  const isBuyers = me.apiKey ? matchesColumns('u', COLUMNS_OF_KEYS) : matchesAccount('u.search_text', search);
  const matches = `${isBuyers}${number ? ` OR o.id = ${Number(number)}` : ''}`;
  return new Conditions()
    .equal('o.user_id', me.isAdmin ? undefined : me.id)
    .that(status && STATES[status])
    .days('r.created_at', query)
    .add(`(${matches})`, search ? containing(search) : undefined);
}
