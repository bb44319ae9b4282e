import type { DataSource, EntityManager } from 'typeorm';
import {
  FREE_SHIPPING_THRESHOLD,
  REDUCED_SHIPPING_FEE,
  REDUCED_SHIPPING_THRESHOLD,
  TAX_PERCENT,
} from '../contract/rules.js';
import { rollUpDays } from '../dashboard/daily-rollup.js';

/** How much is to be added. */
export interface Scale {
  products: number;
  orders: number;
  /** Lines of wallets; as near to it as so many orders allow. */
  transactions: number;
}

/** `products=20000,orders=100000,transactions=1000000`; what is not named is none. */
export function readScale(text: string): Scale {
  const scale: Scale = { products: 0, orders: 0, transactions: 0 };
  for (const part of text.split(',')) {
    const [, name, count] = /^(products|orders|transactions)=(\d{1,8})$/.exec(part.trim()) ?? [];
    if (!name) throw new Error(`--scale takes products=…,orders=…,transactions=…, not "${part}"`);
    scale[name as keyof Scale] = Number(count);
  }
  return scale;
}

/** An order has one to three lines; this many customers make that number of orders. */
const ORDERS_OF_A_CUSTOMER = 5;
const LAST_NAMES = [
  'Nguyễn',
  'Trần',
  'Lê',
  'Phạm',
  'Hoàng',
  'Huỳnh',
  'Phan',
  'Vũ',
  'Võ',
  'Đặng',
  'Bùi',
  'Đỗ',
  'Hồ',
  'Ngô',
];
const FIRST_NAMES = [
  'An',
  'Bình',
  'Chi',
  'Dung',
  'Giang',
  'Hà',
  'Hạnh',
  'Khánh',
  'Linh',
  'Mai',
  'Nam',
  'Ngọc',
  'Phúc',
  'Quỳnh',
];
const CITIES = ['Hà Nội', 'TP. Hồ Chí Minh', 'Đà Nẵng', 'Huế', 'Hải Phòng', 'Cần Thơ', 'Đà Lạt', 'Nha Trang'];
const REASONS = ['Không vừa cỡ', 'Màu khác hình', 'Đổi ý', 'Giao trễ', 'Đường may lỗi'];
const COMMENTS = [
  'Vải đẹp, mặc mát.',
  'Đúng cỡ, giao nhanh.',
  'Tạm ổn với giá này.',
  'Sẽ mua lại.',
  'Màu hơi khác hình.',
];

/**
 * Adds a year of a large shop to one that has the demo: customers, products made after those that are there, orders in
 * every state, wallets and what went through them. Every book is kept as the shop itself would have kept it, which
 * `npm run ledger:check` proves. All or nothing.
 *
 * @param owner the database's owner: as a superuser it spares PostgreSQL to look up millions of rows that were just made
 */
export async function addScale(owner: DataSource, scale: Scale): Promise<void> {
  const runner = owner.createQueryRunner();
  await runner.connect();
  try {
    await runner.query(
      'SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0; SET work_mem = $$128MB$$',
    );
    await runner.startTransaction();
    await runner.query('SELECT setseed(0.5)');
    await addProducts(runner.manager, scale.products);
    await addCustomers(runner.manager, Math.max(20, Math.ceil(scale.orders / ORDERS_OF_A_CUSTOMER)));
    await drawOrders(runner.manager, scale.orders);
    const isQuick = await withoutTriggers(runner.manager);
    await writeOrders(runner.manager);
    await moveMoney(runner.manager, scale.transactions);
    if (isQuick) await noteAll(runner.manager);
    await runner.query('SET LOCAL session_replication_role = origin');
    await addReviews(runner.manager);
    await runner.commitTransaction();
    await runner.query('RESET ALL');
  } catch (error) {
    await runner.rollbackTransaction();
    throw error;
  } finally {
    await runner.release();
  }
  await rollUpDays(owner);
  await owner.query('ANALYZE');
}

/** Keeps so many ids of a table for what follows. @returns the first of them */
async function reserve(tx: EntityManager, table: string, count: number): Promise<number> {
  const [row]: { first: string }[] = await tx.query(
    `SELECT setval(sequence, nextval(sequence) + $2) - $2 AS first FROM pg_get_serial_sequence($1, 'id') AS sequence`,
    [table, count],
  );
  return Number(row?.first);
}

/** Keys and triggers rest until the end of the transaction, if this user may do that. @returns whether they do */
async function withoutTriggers(tx: EntityManager): Promise<boolean> {
  const [{ may }]: [{ may: boolean }] = await tx.query(
    `SELECT rolsuper AS may FROM pg_roles WHERE rolname = current_user`,
  );
  if (may) await tx.query('SET LOCAL session_replication_role = replica');
  return may;
}

/** New products after the ones that are there, with their pictures and some of their variants. */
async function addProducts(tx: EntityManager, count: number): Promise<void> {
  const first = await reserve(tx, 'products', count);
  await tx.query(
    `INSERT INTO products (id, handle, name, description, price, old_price, count_in_stock, brand_id, category_id,
       has_variants, created_at)
     SELECT $1 + n, model.handle || '-' || ($1 + n), model.name || ' ' || to_char($1 + n, 'FM000000'), model.description,
       greatest(10000, round((model.price * (0.7 + random() * 0.6))::numeric, -3)::bigint), NULL,
       CASE WHEN model.has_variants THEN 0 ELSE (random() * 80)::integer END, model.brand_id, model.category_id,
       model.has_variants, now() - interval '1 day' * (366 + random() * 300)
     FROM generate_series(0, $2 - 1) n
     JOIN (SELECT *, row_number() OVER (ORDER BY id) - 1 AS place, count(*) OVER () AS models FROM products
           WHERE archived_at IS NULL AND id < $1) model ON model.place = n % model.models`,
    [first, count],
  );
  await tx.query(
    `CREATE TEMP TABLE made ON COMMIT DROP AS
       SELECT p.id, model.id AS model_id, p.price FROM products p
       JOIN (SELECT id, row_number() OVER (ORDER BY id) - 1 AS place, count(*) OVER () AS models FROM products
             WHERE archived_at IS NULL AND id < $1) model ON model.place = (p.id - $1) % model.models
       WHERE p.id BETWEEN $1 AND $1 + $2 - 1`,
    [first, count],
  );
  await tx.query(`
    INSERT INTO product_images (product_id, media_hash, position)
      SELECT made.id, i.media_hash, i.position FROM made JOIN product_images i ON i.product_id = made.model_id;
    INSERT INTO variants (product_id, color_id, size_id, sku, price, stock_quantity)
      SELECT made.id, v.color_id, v.size_id, 'M' || made.id || '-' || v.color_id || '-' || v.size_id, made.price,
        CASE WHEN random() < 0.1 THEN 0 ELSE (random() * 40)::integer END
      FROM made JOIN (SELECT *, row_number() OVER (PARTITION BY product_id ORDER BY id) AS place FROM variants) v
        ON v.product_id = made.model_id AND v.place <= 6;
    ANALYZE products, variants, product_images`);
}

/** Customers who joined one after the other; they have no password and so cannot sign in. */
async function addCustomers(tx: EntityManager, count: number): Promise<void> {
  const first = await reserve(tx, 'users', count);
  await tx.query(
    `INSERT INTO users (id, username, username_key, email, email_key, password_hash, last_name, first_name, phone,
       date_joined)
     SELECT $1 + n, 'khach' || ($1 + n), 'khach' || ($1 + n), 'khach' || ($1 + n) || '@example.com',
       'khach' || ($1 + n) || '@example.com', '', ($3::text[])[1 + n % ${LAST_NAMES.length}], ($4::text[])[1 + (n / 7) % ${FIRST_NAMES.length}], '0900' || to_char(n, 'FM000000'),
       now() - interval '365 days' * (1 - n::float / $2::integer)
     FROM generate_series(0, $2 - 1) n`,
    [first, count, LAST_NAMES, FIRST_NAMES],
  );
  await tx.query(
    `CREATE TEMP TABLE customers ON COMMIT DROP AS SELECT $1::integer + n AS id, n AS place
     FROM generate_series(0, $2::integer - 1) n`,
    [first, count],
  );
}

/** Makes up orders and their lines: who bought what and when, what it cost, and what became of it. */
async function drawOrders(tx: EntityManager, count: number): Promise<void> {
  const first = await reserve(tx, 'orders', count);
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
  // Some goods sell far better than others. A piece of goods stands in an order once.
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
  // Who pays does so mostly at once; who doesn't is waited for a day. Goods come after days, and some go back.
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
         CASE WHEN i.items_price > ${REDUCED_SHIPPING_THRESHOLD} AND i.items_price < ${FREE_SHIPPING_THRESHOLD}
           THEN ${REDUCED_SHIPPING_FEE} ELSE 0 END AS shipping_price,
         (i.items_price * ${TAX_PERCENT} + 50) / 100 AS tax_price
       FROM asked a JOIN items i ON i.order_id = a.id
       JOIN customers c ON c.place = floor(a.who * (1 - a.age) * (SELECT count(*) FROM customers))`,
  );
  await tx.query('ANALYZE bought');
}

/** Orders with their lines, requests, events, mails, what the log of administrators says, and the movements of stock. */
async function writeOrders(tx: EntityManager): Promise<void> {
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

/** Who pays from a wallet has put the money in before, in several parts: so no wallet is ever below zero. */
async function moveMoney(tx: EntityManager, transactions: number): Promise<void> {
  const [counts]: { orders: number; refunds: number; paid: number }[] = await tx.query(
    `SELECT count(*) FILTER (WHERE o.paid_at IS NOT NULL AND o.payment_method = 'Paybox')::integer AS orders,
       count(*) FILTER (WHERE o.refunded_at IS NOT NULL)::integer AS refunds
     FROM orders o JOIN bought USING (id)`,
  );
  const { orders = 0, refunds = 0 } = counts ?? {};
  const deposits = Math.max(orders, transactions - orders - refunds);
  await tx.query(
    `CREATE TEMP TABLE moves ON COMMIT DROP AS
       WITH o AS (
         SELECT orders.*, row_number() OVER (ORDER BY id) AS place,
           $1::integer / $2::integer + CASE WHEN row_number() OVER (ORDER BY id) <= $1::integer % $2::integer THEN 1 ELSE 0 END AS parts
         FROM orders JOIN bought USING (id) WHERE orders.paid_at IS NOT NULL AND payment_method = 'Paybox')
       SELECT user_id, 'DEPOSIT' AS kind, greatest(10000, ceil(total_price::numeric / parts / 1000) * 1000)::bigint AS amount,
         NULL::integer AS order_id, paid_at - interval '5 minutes' - interval '20 days' * power(random(), 2) AS at, 1 AS step
       FROM o, generate_series(1, parts)
       UNION ALL SELECT user_id, 'PAYMENT', -total_price, id, paid_at, 2 FROM o
       UNION ALL SELECT user_id, 'REFUND', total_price, orders.id, refunded_at, 3 FROM orders JOIN bought USING (id, user_id)
         WHERE refunded_at IS NOT NULL
       UNION ALL SELECT NULL, 'CARD_PAYMENT', total_price, orders.id, orders.paid_at, 2 FROM orders JOIN bought USING (id)
         WHERE orders.paid_at IS NOT NULL AND payment_method = 'Stripe'`,
    [deposits, Math.max(orders, 1)],
  );
  await tx.query('ANALYZE moves');
  const [made]: { moves: number; lines: number }[] = await tx.query(
    'SELECT count(*)::integer AS moves, count(user_id)::integer AS lines FROM moves',
  );
  const firstTransfer = await reserve(tx, 'transfers', made?.moves ?? 0);
  const firstLine = await reserve(tx, 'wallet_transactions', made?.lines ?? 0);
  await tx.query(`
    INSERT INTO accounts (kind, user_id, balance, created_at, updated_at)
      SELECT 'wallet', user_id, sum(amount), min(at), max(at) FROM moves WHERE user_id IS NOT NULL GROUP BY user_id;
    CREATE TEMP TABLE moved ON COMMIT DROP AS
      SELECT m.*, a.id AS account_id, row_number() OVER (ORDER BY m.at, m.step, m.order_id, m.amount, m.user_id) AS place,
        CASE WHEN a.id IS NOT NULL THEN sum(m.amount) OVER (PARTITION BY m.user_id
          ORDER BY m.at, m.step, m.order_id, m.amount ROWS UNBOUNDED PRECEDING) END AS balance
      FROM moves m LEFT JOIN accounts a ON a.user_id = m.user_id;
    ANALYZE moved, accounts;
    INSERT INTO transfers (id, kind, debit_account_id, credit_account_id, amount, wallet_balance_after, order_id, description,
        created_at) OVERRIDING SYSTEM VALUE
      SELECT ${firstTransfer} + place - 1, m.kind, CASE m.kind WHEN 'PAYMENT' THEN account_id WHEN 'REFUND' THEN refunds.id ELSE cards.id END,
        CASE m.kind WHEN 'PAYMENT' THEN sales.id WHEN 'CARD_PAYMENT' THEN sales.id ELSE account_id END, abs(amount), m.balance, order_id,
        CASE m.kind WHEN 'DEPOSIT' THEN 'Nạp tiền vào ví' WHEN 'REFUND' THEN 'Hoàn tiền đơn hàng #' || order_id
          ELSE 'Thanh toán đơn hàng #' || order_id END, at
      FROM moved m, accounts cards, accounts sales, accounts refunds
      WHERE cards.kind = 'card_clearing' AND sales.kind = 'sales' AND refunds.kind = 'refunds' ORDER BY place;
    INSERT INTO wallet_transactions (id, account_id, transaction_type, amount, status, description, order_id, transfer_id,
        balance_after, created_at)
      SELECT ${firstLine} + row_number() OVER (ORDER BY place) - 1, account_id, kind, abs(amount), 'COMPLETED',
        CASE kind WHEN 'DEPOSIT' THEN 'Nạp tiền vào ví' WHEN 'REFUND' THEN 'Hoàn tiền đơn hàng #' || order_id
          ELSE 'Thanh toán đơn hàng #' || order_id END, order_id, ${firstTransfer} + place - 1, balance, at
      FROM moved WHERE account_id IS NOT NULL ORDER BY place`);
}

/** The notes of events and lines that no trigger has written. */
async function noteAll(tx: EntityManager): Promise<void> {
  await tx.query(`
    INSERT INTO order_rollup_queue
      SELECT e.id FROM order_events e JOIN bought b ON b.id = e.order_id
      WHERE e.id > (SELECT coalesce(last, 0) FROM written_events);
    INSERT INTO wallet_rollup_queue
      SELECT shop_date(at), kind, 'COMPLETED', sign(amount), count(*), sum(abs(amount)) FROM moved
      WHERE account_id IS NOT NULL GROUP BY 1, 2, 4`);
}

/** Some of those who got their goods say what they think of them. */
async function addReviews(tx: EntityManager): Promise<void> {
  await tx.query(
    `INSERT INTO reviews (product_id, user_id, rating, comment, created_at)
     SELECT DISTINCT ON (l.product_id, b.user_id) l.product_id, b.user_id, 5 - floor(power(random(), 2) * 4)::integer,
       ($1::text[])[1 + (l.product_id + b.user_id) % ${COMMENTS.length}], b.delivered_at + interval '1 day' * random()
     FROM bought b JOIN drawn_lines l ON l.order_id = b.id
     WHERE b.delivered_at < now() - interval '1 day' AND (l.product_id + b.user_id) % 4 = 0`,
    [COMMENTS],
  );
}
