import type { PersonalRecords } from '../../auth/personal-data/personal-records.js';
import { MAX_LISTED_BLOCKERS } from '../../auth/deletion/deletion-checks.js';
import { CartReminderConsent } from '../cart-reminders/cart-reminder.entity.js';
import { lockOrdersOf } from '../order/order.locks.js';

const UNDELIVERED = `
  SELECT o.id FROM orders o LEFT JOIN refund_requests r ON r.order_id = o.id AND r.is_approved IS NULL
  WHERE o.user_id = $1 AND o.paid_at IS NOT NULL AND o.delivered_at IS NULL AND o.refunded_at IS NULL AND r.id IS NULL
  ORDER BY o.id LIMIT ${MAX_LISTED_BLOCKERS}`;
/** Goods that were handed over and are not paid. */
const UNPAID_DELIVERIES = `
  SELECT o.id, o.total_price::float8 AS amount FROM orders o
  WHERE o.user_id = $1 AND o.delivered_at IS NOT NULL AND o.paid_at IS NULL ORDER BY o.id LIMIT ${MAX_LISTED_BLOCKERS}`;
/** Goods that are on their way and are not paid: who brings them needs the address, and collects the cash. */
const UNPAID_PARCELS = `
  SELECT o.id, o.total_price::float8 AS amount FROM orders o
  WHERE o.user_id = $1 AND o.sent_at IS NOT NULL AND o.delivered_at IS NULL AND o.paid_at IS NULL AND o.cancelled_at IS NULL
  ORDER BY o.id LIMIT ${MAX_LISTED_BLOCKERS}`;
const REFUND_REQUESTED = `
  SELECT o.id FROM orders o JOIN refund_requests r ON r.order_id = o.id AND r.is_approved IS NULL
  WHERE o.user_id = $1 ORDER BY o.id LIMIT ${MAX_LISTED_BLOCKERS}`;

/** Orders: a paid one that is not delivered, one that is sent or delivered and not paid, or one that waits for a refund, blocks the deletion. */
export const ORDER_RECORDS: PersonalRecords = {
  data: {
    orders: {
      columns: `o.id, o.created_at, o.address, o.city, o.postal_code, o.country, o.receiver, o.phone, o.payment_method,
        o.items_price::float8, o.shipping_price::float8, o.tax_price::float8, o.discount::float8, o.total_price::float8,
        o.coupon_code, o.gift_note, o.staff_note, o.network, o.paid_at, o.delivered_at, o.refunded_at, o.cancelled_at, o.notice,
        o.carrier, o.tracking_code, o.sent_at,
        (SELECT e.reason FROM order_events e WHERE e.order_id = o.id AND e.transition = 'cancel') AS cancel_reason,
        (SELECT e.reason FROM order_events e WHERE e.order_id = o.id AND e.transition = 'approve_refund') AS refund_reason,
        (SELECT json_agg(json_build_object('product_name', i.product_name, 'color', i.color, 'size', i.size,
          'qty', i.qty, 'price', i.price) ORDER BY i.id) FROM order_items i WHERE i.order_id = o.id) AS items,
        (SELECT json_build_object('reason', r.reason, 'is_approved', r.is_approved, 'created_at', r.created_at,
          'decision_reason', CASE WHEN NOT r.is_approved THEN (SELECT e.reason FROM order_events e
            WHERE e.order_id = o.id AND e.transition = 'reject_refund' ORDER BY e.id DESC LIMIT 1) END)
          FROM refund_requests r WHERE r.order_id = o.id) AS refund_request`,
      from: 'orders o WHERE o.user_id = $1',
      keys: [['o.id', 'integer']],
    },
    cart_reminders: {
      columns: 'r.consented_at, r.confirmed_email_key AS confirmed_email, r.lines AS cart, r.changed_at, r.mailed_at',
      from: 'cart_reminders r WHERE r.user_id = $1',
    },
  },
  lock: lockOrdersOf,
  async findBlockers(tx, userId) {
    const undelivered: { id: number }[] = await tx.query(UNDELIVERED, [userId]);
    const owed: { id: number; amount: number }[] = await tx.query(UNPAID_DELIVERIES, [userId]);
    const sent: { id: number; amount: number }[] = await tx.query(UNPAID_PARCELS, [userId]);
    const refunds: { id: number }[] = await tx.query(REFUND_REQUESTED, [userId]);
    return {
      blockers: [
        ...undelivered.map(({ id }) => ({ kind: 'undelivered', amount: null, order: id }) as const),
        ...owed.map(({ id, amount }) => ({ kind: 'unpaid_delivery', amount, order: id }) as const),
        ...sent.map(({ id, amount }) => ({ kind: 'unpaid_parcel', amount, order: id }) as const),
        ...refunds.map(({ id }) => ({ kind: 'refund_pending', amount: null, order: id }) as const),
      ],
    };
  },
  deletePersonalData: (tx, userId) => tx.delete(CartReminderConsent, { userId }),
  // Unpaid orders keep their address until they expire or are paid, and refunded ones while their goods are on their way; then the
  // trigger forget_buyer clears it. Like the trigger, this statement keeps `sent_at`, which says that the goods are not in stock.
  anonymise: (tx, { id }) =>
    tx.query(
      `UPDATE orders SET address = '', city = '', postal_code = '', country = '', receiver = '', phone = '', gift_note = '',
         staff_note = '', carrier = NULL, tracking_code = NULL
       WHERE user_id = $1 AND (cancelled_at IS NOT NULL OR (paid_at IS NOT NULL AND delivered_at IS NOT NULL)
         OR (refunded_at IS NOT NULL AND sent_at IS NULL))`,
      [id],
    ),
};
