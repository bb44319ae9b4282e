import type { DataSource } from 'typeorm';
import { IS_UNANSWERED } from '../chat/rooms.sql.js';
import type { Customer } from '../contract/administration/customers.js';
import { MAX_CUSTOMER_ORDERS, SUPPORT_USER_ID } from '../contract/rules.js';
import { hasStatusSql } from '../orders/order/order-status.js';
import { timestamp } from '../platform/database/sql-dates.js';

/** What went back of an order `o`, as `readRefunded` sums it up. A subquery of each order reads the index of the ledger by order. */
const REFUNDED = `(
  SELECT sum(CASE t.kind WHEN 'CARD_REGAINED' THEN -t.amount ELSE t.amount END) FROM transfers t
  WHERE t.order_id = o.id AND t.kind IN ('REFUND', 'CARD_REFUND', 'CARD_REGAINED'))`;

const ORDERS = `(
  SELECT json_build_object('count', count(*), 'paid', count(*) FILTER (WHERE is_paid),
    'spent', coalesce(sum(total_price) FILTER (WHERE is_paid), 0), 'refunded', coalesce(sum(refunded), 0),
    'last_at', ${timestamp('max(created_at)')}, 'unpaid', count(*) FILTER (WHERE is_unpaid))
  FROM (
    SELECT o.created_at, o.total_price, o.paid_at IS NOT NULL AS is_paid, ${hasStatusSql('unpaid')} AS is_unpaid,
      CASE WHEN o.paid_at IS NOT NULL THEN ${REFUNDED} END AS refunded
    FROM orders o WHERE o.user_id = $1 ORDER BY o.id DESC LIMIT ${MAX_CUSTOMER_ORDERS}) own)`;

const WALLET = `(
  SELECT json_build_object('id', a.id, 'balance', a.balance, 'owed', debt_of(u.id), 'is_active', a.is_active)
  FROM accounts a WHERE a.user_id = u.id)`;

const CHAT = `(
  SELECT json_build_object('is_unanswered', ${IS_UNANSWERED},
    'last_at', (SELECT ${timestamp('m.created_at')} FROM chat_messages m WHERE m.id = room.last_message_id))
  FROM chat_rooms room WHERE room.low_user_id = ${SUPPORT_USER_ID} AND room.high_user_id = u.id)`;

/**
 * Reads an account with the figures of what it ordered and wrote, a closed one too; undefined for an unknown one. By hand: one statement
 * of aggregates, written as the contract's JSON.
 */
export async function readCustomer(db: DataSource, id: number): Promise<Customer | undefined> {
  const [row]: { customer: Customer }[] = await db.query(
    `SELECT json_build_object(
       'user', json_build_object('id', u.id, 'username', u.username, 'email', u.email, 'first_name', u.first_name,
         'last_name', u.last_name, 'phone', u.phone, 'is_active', u.is_active, 'is_staff', u.is_staff,
         'date_joined', ${timestamp('u.date_joined')}, 'closed_at', ${timestamp('u.closed_at')}),
       'orders', ${ORDERS}, 'wallet', ${WALLET}, 'chat', ${CHAT},
       'reviews', (SELECT count(*) FROM reviews WHERE user_id = u.id)) AS customer
     FROM users u WHERE u.id = $1`,
    [id],
  );
  return row?.customer;
}
