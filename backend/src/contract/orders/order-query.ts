import { z } from 'zod';
import { DayQuery, Id, PageQuery, Search, oneOf } from '../common.js';
import { MAX_PAGE_SIZE, PAYMENT_METHODS } from '../rules.js';
import { ORDER_STATUSES } from './orders.js';

/**
 * The work that orders wait for: `deliver` are paid, or paid on delivery, and not sent; without those whose refund request is
 * undecided. `in_transit` have a parcel and are not delivered, refunded ones too. `collect` are delivered and not paid.
 */
const ORDER_TODOS = ['deliver', 'in_transit', 'collect'] as const;
export type OrderTodo = (typeof ORDER_TODOS)[number];

const ORDER_SORTS = ['date-desc', 'date-asc', 'total-desc', 'total-asc'] as const;

/** The date of an order that `from` and `to` filter by. */
const ORDER_DATES = ['placed', 'paid', 'refunded'] as const;

const noIds = 'Danh sách mã không hợp lệ';
const ids = z
  .string()
  .regex(/^\d{1,10}(,\d{1,10})*$/, noIds)
  .transform((list) => list.split(',').map(Number))
  .pipe(z.array(Id).max(MAX_PAGE_SIZE, `Tối đa ${MAX_PAGE_SIZE} đơn hàng`));

export const OrderQuery = PageQuery.extend({
  ...DayQuery.shape,
  /** Of orders, joined by commas: only these, a page at most. */
  ids: z.preprocess((list) => (list === '' ? undefined : list), ids.optional()),
  /** The date that `from` and `to` filter by, `placed` by default. `paid` and `refunded` exclude orders without that date. */
  date_of: oneOf(ORDER_DATES),
  search: Search,
  status: oneOf(ORDER_STATUSES),
  todo: oneOf(ORDER_TODOS),
  payment: oneOf(PAYMENT_METHODS),
  user: z.preprocess((id) => (id === '' ? undefined : Number(id)), Id.optional()),
  sort: oneOf(ORDER_SORTS),
});
export type OrderQuery = z.infer<typeof OrderQuery>;
