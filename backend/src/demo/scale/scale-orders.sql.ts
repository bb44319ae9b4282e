import type { EntityManager } from 'typeorm';
import { DEFAULT_PRICING } from '../../contract/rules.js';
import { reserveIds } from './reserve-ids.sql.js';

const { reducedThreshold, reducedFee, freeThreshold, taxPercent } = DEFAULT_PRICING;

const CITIES = ['Hà Nội', 'TP. Hồ Chí Minh', 'Đà Nẵng', 'Huế', 'Hải Phòng', 'Cần Thơ', 'Đà Lạt', 'Nha Trang'];
const REASONS = ['Không vừa cỡ', 'Màu khác hình', 'Đổi ý', 'Giao trễ', 'Đường may lỗi'];

/** Chooses at random who bought what and when, and each order's outcome: temporary tables that `writeOrders` reads. */
export async function chooseOrders(tx: EntityManager, count: number): Promise<void> {
  const first = await reserveIds(tx, 'orders', count);
  await tx.query(
    `CREATE TEMP TABLE goods ON COMMIT DROP AS
       SELECT row_number() OVER (ORDER BY p.id) - 1 AS place, p.id AS product_id, p.name, v.id AS variant_id, c.name AS color,
         s.name AS size, coalesce(v.price, p.price) AS price, i.media_hash AS image_hash
       FROM products p
       LEFT JOIN LATERAL (SELECT * FROM variants WHERE product_id = p.id ORDER BY id OFFSET p.id % 3 LIMIT 1) v ON true
       LEFT JOIN colors c ON c.id = v.color_id LEFT JOIN sizes s ON s.id = v.size_id
       LEFT JOIN product_images i ON i.product_id = p.id AND i.position = 0
       WHERE p.archived_at IS NULL AND (v.id IS NOT NULL OR NOT p.has_variants);
     CREATE INDEX ON goods (place);
     CREATE TEMP TABLE drawn ON COMMIT DROP AS
       SELECT ${first} + n AS id, 1 - sqrt(random()) AS age, random() AS who, random() AS fate, random() AS wish,
         random() AS pace, random() AS lines
       FROM generate_series(0, ${count} - 1) n`,
  );
  await tx.query('ANALYZE goods, drawn, customers');
  // Some products sell far better than others. An order contains each product once.
  await tx.query(
    `CREATE TEMP TABLE drawn_lines ON COMMIT DROP AS
       SELECT DISTINCT ON (order_id, product_id) order_id, g.product_id, g.variant_id, g.name, g.color, g.size, g.image_hash,
         g.price, qty
       FROM (SELECT d.id AS order_id, floor(power(random(), 2.5) * (SELECT count(*) FROM goods))::bigint AS place,
               1 + floor(power(random(), 3) * 3)::integer AS qty
             FROM drawn d, generate_series(1, 1 + floor(d.lines * 2.5)::integer)) wanted
       JOIN goods g USING (place)`,
  );
  await tx.query('ANALYZE drawn_lines');
  // Most customers pay immediately. Unpaid orders expire after a day. Delivery takes days, and some orders are returned.
  await tx.query(
    `CREATE TEMP TABLE bought ON COMMIT DROP AS
       WITH placed AS (
         SELECT d.*, now() - interval '365 days' * d.age - interval '1 minute' AS created_at FROM drawn d),
       paid AS (
         SELECT *, CASE WHEN fate > 0.08 THEN created_at + interval '20 hours' * power(pace, 5) + interval '1 minute' END AS pays_at
         FROM placed),
       asked AS (
         SELECT *, CASE WHEN wish < 0.05 AND fate > 0.08 THEN pays_at + CASE WHEN wish < 0.01 THEN interval '3 hours'
           ELSE interval '5 days' + interval '4 days' * pace END END AS asks_at,
           CASE WHEN wish >= 0.01 THEN pays_at + interval '1 day' + interval '3 days' * pace END AS arrives_at
         FROM paid),
       items AS (SELECT order_id, sum(price * qty)::bigint AS items_price FROM drawn_lines GROUP BY order_id)
       SELECT a.id, c.id AS user_id, a.created_at, a.fate,
         CASE WHEN pays_at <= now() THEN pays_at END AS paid_at,
         CASE WHEN arrives_at <= now() THEN arrives_at END AS delivered_at,
         CASE WHEN pays_at IS NULL AND created_at + interval '1 day' <= now() THEN created_at + interval '1 day' END AS cancelled_at,
         CASE WHEN asks_at <= now() THEN asks_at END AS asked_at,
         CASE WHEN asks_at + interval '1 day' <= now() AND wish < 0.045 THEN asks_at + interval '1 day' END AS decided_at,
         wish < 0.04 AS is_granted, i.items_price,
         CASE WHEN i.items_price > ${reducedThreshold} AND i.items_price < ${freeThreshold}
           THEN ${reducedFee} ELSE 0 END AS shipping_price,
         (i.items_price * ${taxPercent} + 50) / 100 AS tax_price
       FROM asked a JOIN items i ON i.order_id = a.id
       JOIN customers c ON c.place = floor(a.who * (1 - a.age) * (SELECT count(*) FROM customers))`,
  );
  await tx.query('ANALYZE bought');
}

/** Writes the orders with their items, refund requests, events, mails, audit entries and stock movements. */
export async function writeOrders(tx: EntityManager): Promise<void> {
  await tx.query(
    `INSERT INTO orders (id, user_id, created_at, address, city, postal_code, country, receiver, payment_method, items_price,
       shipping_price, tax_price, total_price, paid_at, delivered_at, refunded_at, cancelled_at)
     SELECT b.id, b.user_id, b.created_at, (1 + b.id % 300) || ' Lê Lợi', ($1::text[])[1 + b.id % ${CITIES.length}], '700000',
       'Việt Nam', u.last_name || ' ' || u.first_name, CASE WHEN b.fate < 0.6 THEN 'Paybox' ELSE 'Stripe' END, b.items_price,
       b.shipping_price, b.tax_price, b.items_price + b.shipping_price + b.tax_price, b.paid_at, b.delivered_at,
       CASE WHEN b.is_granted THEN b.decided_at END, b.cancelled_at
     FROM bought b JOIN users u ON u.id = b.user_id`,
    [CITIES],
  );
  await tx.query(
    `INSERT INTO refund_requests (order_id, reason, is_approved, created_at, decided_at, decided_by)
     SELECT id, ($1::text[])[1 + id % ${REASONS.length}], CASE WHEN decided_at IS NOT NULL THEN is_granted END, asked_at,
       decided_at, CASE WHEN decided_at IS NOT NULL THEN (SELECT min(id) FROM users WHERE is_staff) END
     FROM bought WHERE asked_at IS NOT NULL`,
    [REASONS],
  );
  await tx.query(`
    INSERT INTO order_items (order_id, product_id, variant_id, product_name, color, size, image_hash, qty, price)
      SELECT order_id, product_id, variant_id, name, color, size, image_hash, qty, price FROM drawn_lines;
    CREATE TEMP TABLE written_events ON COMMIT DROP AS SELECT max(id) AS last FROM order_events;
    INSERT INTO order_events (order_id, transition, status_before, status_after, actor, actor_id, created_at)
      SELECT b.id, transition, status_before, status_after, actor,
        CASE actor WHEN 'buyer' THEN b.user_id WHEN 'admin' THEN (SELECT min(id) FROM users WHERE is_staff) END, at
      FROM bought b, LATERAL (SELECT CASE WHEN delivered_at IS NULL THEN 'paid' ELSE 'delivered' END AS before_request) asked,
      LATERAL (VALUES
        (1, created_at, 'place', NULL, 'unpaid', 'buyer'), (2, paid_at, 'pay', 'unpaid', 'paid', 'buyer'),
        (2, cancelled_at, 'expire', 'unpaid', 'cancelled', 'shop'), (3, delivered_at, 'deliver', 'paid', 'delivered', 'admin'),
        (4, asked_at, 'request_refund', before_request, 'refund_requested', 'buyer'),
        (5, CASE WHEN is_granted THEN decided_at END, 'approve_refund', 'refund_requested', 'refunded', 'admin'),
        (5, CASE WHEN NOT is_granted THEN decided_at END, 'reject_refund', 'refund_requested', before_request, 'admin')
      ) AS event (step, at, transition, status_before, status_after, actor)
      WHERE at IS NOT NULL ORDER BY at, b.id, step;
    ANALYZE orders, order_events;
    INSERT INTO mails (template, user_id, order_event_id, state, attempts, last_error, created_at, next_attempt_at, sent_at)
      SELECT CASE e.transition WHEN 'place' THEN 'order_placed' WHEN 'pay' THEN 'order_paid' WHEN 'deliver' THEN 'order_delivered'
          ELSE 'refund_decided' END,
        b.user_id, e.id, CASE WHEN e.id % 2000 = 0 THEN 'failed' ELSE 'sent' END, 1,
        CASE WHEN e.id % 2000 = 0 THEN '550 mailbox unavailable' END, e.created_at, e.created_at,
        CASE WHEN e.id % 2000 <> 0 THEN e.created_at + interval '2 seconds' END
      FROM order_events e JOIN bought b ON b.id = e.order_id
      WHERE e.transition IN ('place', 'pay', 'deliver', 'approve_refund', 'reject_refund') ORDER BY e.id;
    INSERT INTO audit_entries (created_at, actor_id, actor_name, ip_address, action, subject, subject_id, subject_name, before, after)
      SELECT e.created_at, u.id, u.username, '127.0.0.1', 'deliver', 'order', e.order_id, '#' || e.order_id,
        '{"isDelivered": false}', '{"isDelivered": true}'
      FROM order_events e JOIN users u ON u.id = e.actor_id JOIN bought b ON b.id = e.order_id
      WHERE e.transition = 'deliver' ORDER BY e.id;
    -- The pieces came into stock just for their order; what was not sent out in the end went back, and out of the shop again.
    INSERT INTO stock_movements (product_id, variant_id, change, order_id, created_at)
      SELECT l.product_id, l.variant_id, move.sign * l.qty, CASE WHEN move.is_order THEN b.id END, move.at
      FROM bought b JOIN drawn_lines l ON l.order_id = b.id,
      LATERAL (SELECT coalesce(b.cancelled_at, CASE WHEN b.is_granted AND b.delivered_at IS NULL THEN b.decided_at END) AS at) back,
      LATERAL (VALUES (1, false, b.created_at), (-1, true, b.created_at), (1, true, back.at), (-1, false, back.at))
        AS move (sign, is_order, at)
      WHERE move.at IS NOT NULL;
    UPDATE product_sales s SET total_sold = s.total_sold + sold.qty FROM (
      SELECT l.product_id, sum(l.qty)::integer AS qty FROM drawn_lines l JOIN bought b ON b.id = l.order_id
      WHERE b.paid_at IS NOT NULL AND NOT (b.is_granted AND b.decided_at IS NOT NULL) GROUP BY l.product_id) sold
    WHERE s.product_id = sold.product_id`);
}
