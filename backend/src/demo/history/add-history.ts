import type { EntityManager } from 'typeorm';
import { nameKey } from '../../auth/users/user.entity.js';
import type { CatalogueIds } from '../catalogue/add-catalogue.js';
import { insertNumbered } from '../support/bulk-insert.sql.js';
import type { StoredPicture } from '../catalogue/pictures.js';
import { PAID_AFTER, addPayments, addRefunds, hoursAfter } from './add-payments.js';
import { SHOPPERS } from './shoppers.js';
import { HOUR, type DemoHistory, type DemoOrder } from './records.js';

interface Catalogue extends CatalogueIds {
  /** By product name. */
  pictures: Record<string, StoredPicture[]>;
  /** The demo shopper's; the other shoppers have none and cannot sign in. */
  passwordHash: string;
}

/** Adds the shoppers, their orders, payments, refunds and reviews. */
export async function addHistory(tx: EntityManager, history: DemoHistory, catalogue: Catalogue): Promise<void> {
  const shoppers = await addShoppers(tx, history, catalogue.passwordHash);
  const orders = await addOrders(tx, history, shoppers, catalogue);
  await addPayments(tx, history, orders, shoppers[0]!);
  await addRefunds(tx, history, orders);
  await addRecords(tx, orders);
  await tx.query(
    `UPDATE product_sales s SET total_sold = sold.qty FROM (
       SELECT i.product_id, sum(i.qty)::integer AS qty FROM order_items i JOIN orders o ON o.id = i.order_id
       WHERE o.paid_at IS NOT NULL AND o.refunded_at IS NULL GROUP BY i.product_id) sold
     WHERE s.product_id = sold.product_id`,
  );
  await insertNumbered(
    tx,
    'reviews',
    history.reviews.map(({ product, shopper, rating, comment, fit, createdAt }) => ({
      product_id: catalogue.productIds[product],
      user_id: shoppers[shopper],
      rating,
      comment,
      fit,
      created_at: createdAt,
    })),
  );
}

/** Writes the order events and stock movements as if the orders had been placed in the shop. */
async function addRecords(tx: EntityManager, orders: number[]): Promise<void> {
  await tx.query(
    `INSERT INTO order_events (order_id, transition, status_before, status_after, actor, actor_id, created_at)
     SELECT o.id, transition, status_before, status_after, actor, CASE actor WHEN 'buyer' THEN user_id END, at
     FROM orders o LEFT JOIN refund_requests r ON r.order_id = o.id, LATERAL (VALUES
       (o.created_at, 'place', NULL, 'unpaid', 'buyer'), (paid_at, 'pay', 'unpaid', 'paid', 'buyer'),
       (delivered_at, 'deliver', 'paid', 'delivered', 'shop'), (cancelled_at, 'expire', 'unpaid', 'cancelled', 'shop'),
       (r.created_at, 'request_refund', 'delivered', 'refund_requested', 'buyer'),
       (refunded_at, 'approve_refund', 'refund_requested', 'refunded', 'shop'),
       (CASE WHEN NOT is_approved THEN decided_at END, 'reject_refund', 'refund_requested', 'delivered', 'shop')
     ) AS event (at, transition, status_before, status_after, actor)
     WHERE o.id = ANY ($1) AND at IS NOT NULL ORDER BY o.id, at`,
    [orders],
  );
  // Each piece entered the stock just before its order.
  await tx.query(
    `INSERT INTO stock_movements (product_id, variant_id, change, order_id, created_at)
     SELECT i.product_id, i.variant_id, direction * i.qty, CASE direction WHEN -1 THEN o.id END, o.created_at
     FROM order_items i JOIN orders o ON o.id = i.order_id, unnest(ARRAY[1, -1]) AS direction
     WHERE o.id = ANY ($1) AND o.cancelled_at IS NULL`,
    [orders],
  );
}

function addShoppers(tx: EntityManager, { orders, reviews }: DemoHistory, passwordHash: string): Promise<number[]> {
  const firstSeen = (i: number) =>
    Math.min(
      Date.now(),
      ...[...orders, ...reviews].flatMap((one) => (one.shopper === i ? [one.createdAt.getTime()] : [])),
    );
  const rows = SHOPPERS.map(({ username, last_name, first_name, gender, street, city }, i) => ({
    username,
    username_key: nameKey(username),
    email: `${username}@example.com`,
    email_key: nameKey(`${username}@example.com`),
    password_hash: i === 0 ? passwordHash : '',
    date_joined: new Date(firstSeen(i) - HOUR),
    last_name,
    first_name,
    gender,
    // Unassigned 09x numbers: the middle digits are zeros.
    phone: `09000000${String(i + 10)}`,
    address: `${street}, ${city}`,
  }));
  return insertNumbered(tx, 'users', rows);
}

async function addOrders(
  tx: EntityManager,
  { orders, products }: DemoHistory,
  shoppers: number[],
  catalogue: Catalogue,
): Promise<number[]> {
  const ids = await insertNumbered(
    tx,
    'orders',
    orders.map((order) => orderRow(order, shoppers[order.shopper]!)),
  );
  const items = orders.flatMap(({ lines }, i) =>
    lines.map(({ product, variant, qty, price }) => {
      const chosen = variant === undefined ? undefined : products[product]?.variants[variant];
      return {
        order_id: ids[i],
        product_id: catalogue.productIds[product],
        variant_id: variant === undefined ? null : catalogue.variantIds[product]?.[variant],
        product_name: products[product]?.name,
        color: chosen?.color ?? null,
        size: chosen?.size ?? null,
        image_hash: shownIn(catalogue.pictures[products[product]!.name] ?? [], chosen?.color),
        qty,
        price,
      };
    }),
  );
  await insertNumbered(tx, 'order_items', items);
  return ids;
}

/** The picture of a line, as an order of a shopper gets it. */
const shownIn = (pictures: StoredPicture[], color: string | undefined) =>
  (pictures.find(({ shows }) => shows === color) ?? pictures[0])?.row.hash;

function orderRow(order: DemoOrder, userId: number): Record<string, unknown> {
  const { shopper, createdAt, state, method, totals, refund } = order;
  const { street, city, postal_code, last_name, first_name } = SHOPPERS[shopper]!;
  const after = (hours: number) => hoursAfter(order, hours);
  return {
    user_id: userId,
    created_at: createdAt,
    address: street,
    city,
    postal_code,
    country: 'Việt Nam',
    receiver: `${last_name} ${first_name}`,
    payment_method: method,
    items_price: totals.itemsPrice,
    shipping_price: totals.shippingPrice,
    tax_price: totals.taxPrice,
    discount: totals.discount,
    total_price: totals.totalPrice,
    paid_at: state === 'cancelled' ? null : after(PAID_AFTER),
    delivered_at: state === 'delivered' ? after(68) : null,
    refunded_at: refund?.isApproved && refund.decidedAfter !== undefined ? after(refund.decidedAfter) : null,
    cancelled_at: state === 'cancelled' ? after(24) : null,
  };
}
