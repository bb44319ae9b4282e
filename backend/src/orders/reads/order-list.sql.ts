import type { DataSource } from 'typeorm';
import type { Principal } from '../../platform/http/access.js';
import { Conditions, containing, matchesAccount, phoneDigits } from '../../platform/database/conditions.js';
import { TRACKING_CODE } from '../../contract/orders/carriers.js';
import type { OrderQuery } from '../../contract/orders/order-query.js';
import type { OrderItem } from '../order/order-item.entity.js';
import { TODO_SQL, hasStatusSql } from '../order/order-status.js';
import { transferCodesIn } from '../order/transfer-code.js';

const ORDERS_ORDER_BY = {
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
    .add('o.id = ANY (?::integer[])', query.ids)
    .that(query.status && hasStatusSql(query.status))
    .that(query.todo && TODO_SQL[query.todo])
    .equal('o.payment_method', query.payment)
    .that(query.date_of && `${DATES[query.date_of]} IS NOT NULL`)
    .days(DATES[query.date_of ?? 'placed'], query)
    .add(
      matching(!me.isAdmin || query.user !== undefined, query.search),
      query.search ? containing(query.search) : undefined,
    );
}

/**
 * Matches the order with the searched number, and orders whose receiver or buyer matches the search, whose tracking code begins with it,
 * or whose transfer code occurs in it, as in a pasted line of a bank statement. The format of a phone number does not matter, neither in
 * the order nor in the search.
 * @param isOneBuyers true when the orders are already limited to one buyer, so that scanning them is fast. Otherwise each way
 *   of matching uses its own index, which an OR of them would not
 */
function matching(isOneBuyers: boolean, search = ''): string {
  const number = Number(/^#?(\d{1,9})$/.exec(search)?.[1] ?? 0);
  const phone = phoneDigits(search);
  const code = TRACKING_CODE.test(search) ? search.toUpperCase() : undefined;
  const transfers = transferCodesIn(search);
  const isBuyers = matchesAccount('u.search_text', search);
  if (isOneBuyers) {
    return `(o.search_text LIKE fold_vi(?) OR o.id = ${number} ${phone ? `OR ${hasPhone('o.', phone)}` : ''}
      ${code ? `OR ${hasCode('o.', code)}` : ''} ${transfers.length > 0 ? `OR ${isPaidBy('o.', transfers)}` : ''}
      OR EXISTS (SELECT FROM users u WHERE u.id = o.user_id AND ${isBuyers}))`;
  }
  return `o.id IN (SELECT id FROM orders WHERE search_text LIKE fold_vi(?) UNION ALL SELECT ${number} UNION ALL
    ${phone ? `SELECT id FROM orders WHERE ${hasPhone('', phone)} UNION ALL` : ''}
    ${code ? `SELECT id FROM orders WHERE ${hasCode('', code)} UNION ALL` : ''}
    ${transfers.length > 0 ? `SELECT id FROM orders WHERE ${isPaidBy('', transfers)} UNION ALL` : ''}
    SELECT b.id FROM users u JOIN orders b ON b.user_id = u.id WHERE ${isBuyers})`;
}

/** As the index `orders_phone_digits` has it. @param digits of `phoneDigits`, because they become part of the statement */
const hasPhone = (table: string, digits: string) =>
  String.raw`regexp_replace(${table}phone, '\D', '', 'g') LIKE '%${digits}%'`;

/** As the index `orders_tracking_code` has it. @param code of `TRACKING_CODE` in capitals, because it becomes part of the statement */
const hasCode = (table: string, code: string) => `upper(${table}tracking_code) LIKE '${code}%'`;

/** @param codes of `transferCodesIn`, because they become part of the statement: capitals and digits alone */
const isPaidBy = (table: string, codes: readonly string[]) =>
  `${table}transfer_code IN (${codes.map((code) => `'${code}'`).join(', ')})`;

/** Returns the ids of a slice of orders, newest first by default. By hand: the search has an index for each way of matching. */
export async function listOrderIds(
  db: DataSource,
  where: Conditions,
  sort: OrderQuery['sort'],
  { skip, take }: { skip: number; take: number },
): Promise<number[]> {
  const rows: { id: number }[] = await db.query(
    `SELECT o.id FROM orders o ${where.sql} ORDER BY ${ORDERS_ORDER_BY[sort ?? 'date-desc']} OFFSET ${skip} LIMIT ${take}`,
    where.values,
  );
  return rows.map(({ id }) => id);
}

const LINES = `
  SELECT id, order_id AS "orderId", product_id AS "productId", variant_id AS "variantId", product_name AS "productName",
    color, size, image_hash AS "imageHash", qty, price::float8 AS price
  FROM order_items WHERE order_id = ANY ($1::integer[]) ORDER BY order_id, id`;

/** Returns the lines of orders. By hand: TypeORM compares each order with each line. */
export const readOrderLines = (db: DataSource, orderIds: number[]): Promise<OrderItem[]> => db.query(LINES, [orderIds]);

const FITTING = `
  SELECT count(*)::integer AS fit FROM (
    SELECT sum((SELECT count(*) FROM order_items i WHERE i.order_id = listed.id)) OVER (ORDER BY nth) AS lines
    FROM unnest($1::integer[]) WITH ORDINALITY listed (id, nth)) counted
  WHERE lines <= $2`;

/** Counts the first orders of a list whose lines together do not exceed `maxLines`. By hand: a running sum. */
export async function countFitting(db: DataSource, orderIds: readonly number[], maxLines: number): Promise<number> {
  const [row]: { fit: number }[] = await db.query(FITTING, [orderIds, maxLines]);
  return row!.fit;
}
