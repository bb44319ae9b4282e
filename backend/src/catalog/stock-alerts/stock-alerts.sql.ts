import type { EntityManager } from 'typeorm';
import type { StockAlertGoods } from '../../contract/catalog/stock-alerts.js';

/*
 * Stock alerts. By hand: one statement asks again for an alert that exists, confirming counts the alerts of the address, and
 * claiming those that are due joins the stock with two limits.
 */

/** Goods as shoppers see them now. */
interface SoldGoods {
  variant_id: number | null;
  has_variants: boolean;
  stock: number;
}

/** Reads the stock of a product that is sold, or of its variant. @returns undefined when there is no such product */
export async function readSoldGoods(
  tx: EntityManager,
  product: number,
  variant: number | null,
): Promise<SoldGoods | undefined> {
  const [goods]: SoldGoods[] = await tx.query(
    `SELECT v.id AS variant_id, p.has_variants, coalesce(v.stock_quantity, p.count_in_stock) AS stock
     FROM products p LEFT JOIN variants v ON v.id = $2 AND v.product_id = p.id
     WHERE p.id = $1 AND p.archived_at IS NULL`,
    [product, variant],
  );
  return goods;
}

/** A requested alert. */
interface NewAlert {
  product: number;
  variant: number | null;
  emailKey: string;
  email: string;
  /** The account that asks with its own e-mail. */
  userId: number | null;
  /** Whether that account's mailbox is proved. */
  isProved: boolean;
}

/**
 * Stores an alert with a new link, which replaces the link of an equal alert. One that waits keeps waiting; one that is over
 * has to be confirmed again. A confirmed one goes to no account whose mailbox is not proved: its owner is whoever confirmed it.
 * @param linkHours the lifetime of the link
 */
export async function insertAlert(
  tx: EntityManager,
  { product, variant, emailKey, email, userId, isProved }: NewAlert,
  linkHours: number,
): Promise<{ id: number; linkNumber: number }> {
  const [alert]: { id: number; linkNumber: number }[] = await tx.query(
    `INSERT INTO stock_alerts AS a (product_id, variant_id, email_key, email, user_id, link_expires_at)
     VALUES ($1, $2, $3, $4, $5, now() + make_interval(hours => $6))
     ON CONFLICT (email_key, product_id, coalesce(variant_id, 0)) DO UPDATE SET
       email = excluded.email, link_number = a.link_number + 1,
       link_expires_at = excluded.link_expires_at,
       user_id = CASE WHEN a.confirmed_at IS NULL OR $7 THEN coalesce(excluded.user_id, a.user_id) ELSE a.user_id END,
       confirmed_at = CASE WHEN a.notified_at IS NULL THEN a.confirmed_at END, notified_at = NULL
     RETURNING id, link_number AS "linkNumber"`,
    [product, variant, emailKey, email, userId, linkHours, isProved],
  );
  if (!alert) throw new Error('The alert was not stored');
  return alert;
}

/**
 * Uses the link of an alert, which then waits for stock. It belongs to no account whose mailbox is not proved: anybody may register with a
 * stranger's address. Two links that are used at once may exceed `max` by one: it bounds
 * what is stored, no more.
 * @param max how many alerts of one address wait
 * @returns `expired` when the link is over or was used; `full` when too many alerts of the address wait
 */
export async function confirmAlert(
  tx: EntityManager,
  { id, linkNumber }: { id: number; linkNumber: number },
  max: number,
): Promise<'confirmed' | 'expired' | 'full'> {
  const [row]: { is_valid: boolean; waiting: number }[] = await tx.query(
    `SELECT a.link_number = $2 AND a.link_expires_at > now() AS is_valid,
       (SELECT count(*)::integer FROM stock_alerts o
        WHERE o.email_key = a.email_key AND o.id <> a.id AND o.confirmed_at IS NOT NULL AND o.notified_at IS NULL) AS waiting
     FROM stock_alerts a WHERE a.id = $1`,
    [id, linkNumber],
  );
  if (!row?.is_valid) return 'expired';
  if (row.waiting >= max) return 'full';
  const [, confirmed]: [unknown[], number] = await tx.query(
    `UPDATE stock_alerts SET confirmed_at = now(), notified_at = NULL, link_expires_at = NULL,
       user_id = (SELECT u.id FROM users u WHERE u.id = user_id AND u.email_verified_at IS NOT NULL)
     WHERE id = $1 AND link_number = $2 AND link_expires_at > now()`,
    [id, linkNumber],
  );
  return confirmed ? 'confirmed' : 'expired';
}

/** True when what an alert `a` waits for has stock: the variant `v` of a product `p`, or the product itself. */
const HAS_STOCK = `coalesce(CASE WHEN p.has_variants THEN v.stock_quantity > 0 ELSE a.variant_id IS NULL AND p.count_in_stock > 0 END, false)`;

/** An alert with what it is about, as a mail tells it. */
export interface AlertGoods extends StockAlertGoods {
  email: string;
  linkNumber: number;
  color_id: number | null;
  size_id: number | null;
  is_archived: boolean;
  is_sold_out: boolean;
  isLinkValid: boolean;
}

/** @returns undefined for an alert that was cancelled */
export async function readAlert(tx: EntityManager, id: number): Promise<AlertGoods | undefined> {
  const [alert]: AlertGoods[] = await tx.query(
    `SELECT a.product_id AS product, a.email, a.link_number AS "linkNumber", p.name, c.name AS color, s.name AS size,
       c.id AS color_id, s.id AS size_id, p.archived_at IS NOT NULL AS is_archived, NOT ${HAS_STOCK} AS is_sold_out,
       coalesce(a.link_expires_at > now(), false) AS "isLinkValid"
     FROM stock_alerts a JOIN products p ON p.id = a.product_id LEFT JOIN variants v ON v.id = a.variant_id
     LEFT JOIN colors c ON c.id = v.color_id LEFT JOIN sizes s ON s.id = v.size_id WHERE a.id = $1`,
    [id],
  );
  return alert;
}

/** Deletes all alerts of the address of an alert, with their mails. @returns whether there is such an alert */
export async function cancelAlerts(tx: EntityManager, id: number): Promise<boolean> {
  const [, count]: [unknown, number] = await tx.query(
    'DELETE FROM stock_alerts WHERE email_key = (SELECT o.email_key FROM stock_alerts o WHERE o.id = $1)',
    [id],
  );
  return count > 0;
}

/** Deletes all alerts of the first address that is the wanted one, with their mails. It reads every address: no table has their hashes. */
export async function cancelAlertsOf(tx: EntityManager, isWanted: (emailKey: string) => boolean): Promise<void> {
  const rows: { email_key: string }[] = await tx.query('SELECT DISTINCT email_key FROM stock_alerts');
  const wanted = rows.find(({ email_key }) => isWanted(email_key));
  if (wanted) await tx.query('DELETE FROM stock_alerts WHERE email_key = $1', [wanted.email_key]);
}

/** Limits on the mails that tell of stock. */
interface AlertLimits {
  /** Alerts that one call claims. */
  atOnce: number;
  /** Mails within an hour, of the whole shop. */
  perHour: number;
  /** Mails within an hour to one address. */
  perAddress: number;
}

/**
 * Marks confirmed alerts whose goods have stock, the oldest first; those beyond a limit keep waiting. Of two processes only one
 * marks an alert.
 * @returns the marked ones
 */
export async function claimDueAlerts(
  tx: EntityManager,
  { atOnce, perHour, perAddress }: AlertLimits,
): Promise<{ id: number; email: string }[]> {
  const [rows]: [{ id: number; email: string }[], number] = await tx.query(
    `WITH recent AS (
       SELECT email_key, count(*)::integer AS n FROM stock_alerts
       WHERE notified_at > now() - interval '1 hour' GROUP BY email_key
     ), due AS (
       SELECT a.id, a.email_key, row_number() OVER (PARTITION BY a.email_key ORDER BY a.id) AS nth
       FROM stock_alerts a JOIN products p ON p.id = a.product_id AND p.archived_at IS NULL
       LEFT JOIN variants v ON v.id = a.variant_id
       WHERE a.confirmed_at IS NOT NULL AND a.notified_at IS NULL
         AND ${HAS_STOCK}
     ), chosen AS (
       SELECT due.id FROM due LEFT JOIN recent USING (email_key) WHERE due.nth + coalesce(recent.n, 0) <= $3
       ORDER BY due.id LIMIT least($1, greatest(0, $2 - (SELECT coalesce(sum(n), 0) FROM recent)))
     )
     UPDATE stock_alerts a SET notified_at = now() FROM chosen
     WHERE a.id = chosen.id AND a.confirmed_at IS NOT NULL AND a.notified_at IS NULL
     RETURNING a.id, a.email`,
    [atOnce, perHour, perAddress],
  );
  return rows;
}
