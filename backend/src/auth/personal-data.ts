import type { DataSource } from 'typeorm';

/**
 * Everything that the shop keeps about a person, by what it is; each statement takes the person's id. SQL, because most of
 * it belongs to modules that stand on this one.
 */
const KEPT = {
  profile: `
    SELECT id, username, email, email_verified_at, first_name, last_name, phone, gender, birth_date::text AS birth_date,
      address, '/media/' || avatar_hash || '/640.webp' AS avatar, is_staff, date_joined
    FROM users WHERE id = $1`,
  sign_ins: 'SELECT created_at, revoked_at FROM logins WHERE user_id = $1 ORDER BY created_at DESC',
  identities: 'SELECT provider, subject, created_at FROM identities WHERE user_id = $1 ORDER BY provider',
  orders: `
    SELECT o.id, o.created_at, o.address, o.city, o.postal_code, o.country, o.receiver, o.phone, o.payment_method,
      o.items_price::float8, o.shipping_price::float8, o.tax_price::float8, o.discount::float8, o.total_price::float8,
      o.coupon_code, o.paid_at, o.delivered_at, o.refunded_at, o.cancelled_at, o.notice,
      (SELECT json_agg(json_build_object('product_name', i.product_name, 'color', i.color, 'size', i.size,
        'qty', i.qty, 'price', i.price) ORDER BY i.id) FROM order_items i WHERE i.order_id = o.id) AS items,
      (SELECT json_build_object('reason', r.reason, 'is_approved', r.is_approved, 'created_at', r.created_at)
        FROM refund_requests r WHERE r.order_id = o.id) AS refund_request
    FROM orders o WHERE o.user_id = $1 ORDER BY o.id DESC`,
  wallet: 'SELECT balance::float8, is_active, created_at, updated_at FROM accounts WHERE user_id = $1',
  wallet_transactions: `
    SELECT w.id, w.transaction_type, w.amount::float8, w.status, w.description, w.order_id, w.balance_after::float8,
      w.created_at
    FROM wallet_transactions w JOIN accounts a ON a.id = w.account_id WHERE a.user_id = $1 ORDER BY w.id DESC`,
  card_payments: `
    SELECT id, purpose, order_id, amount::float8, created_at, settled_at FROM payment_intents
    WHERE user_id = $1 ORDER BY created_at DESC`,
  reviews: `
    SELECT r.id, r.product_id, p.name AS product_name, r.rating, r.comment, r.created_at
    FROM reviews r JOIN products p ON p.id = r.product_id WHERE r.user_id = $1 ORDER BY r.id DESC`,
  favorites: `
    SELECT f.product_id, p.name AS product_name, f.created_at
    FROM favorites f JOIN products p ON p.id = f.product_id WHERE f.user_id = $1 ORDER BY f.created_at DESC`,
  chat_messages: `
    SELECT id::float8, sender_id, message, created_at FROM chat_messages
    WHERE (low_user_id = 1 AND high_user_id = $1) OR sender_id = $1 ORDER BY id DESC`,
  newsletter: `
    SELECT n.email, n.created_at FROM newsletter_subscribers n JOIN users u ON u.email_key = n.email_key WHERE u.id = $1`,
  mails: 'SELECT template, state, created_at, sent_at FROM mails WHERE user_id = $1 ORDER BY id DESC',
} as const;

/** @returns for each kind of data its rows, and when they were read, in one picture of the database */
export async function personalData(db: DataSource, userId: number): Promise<Record<string, unknown>> {
  return db.transaction('REPEATABLE READ', async (tx) => {
    const data: Record<string, unknown> = { exported_at: new Date() };
    for (const [kind, sql] of Object.entries(KEPT)) data[kind] = await tx.query(sql, [userId]);
    return data;
  });
}
