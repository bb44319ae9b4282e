import type { EntityManager } from 'typeorm';
import { pictureInColor } from '../../catalog/products/product.sql.js';
import type { MailedGoods } from '../../mail/mail-blocks.js';
import { lastQueued } from '../../mail/mails.sql.js';
import type { KeptLine } from './cart-reminder.entity.js';

/*
 * Reminders of carts. By hand: giving consent waits for a deletion of the account, a cart is stored only where it differs, and claiming those
 * that are due joins orders and stock with a limit.
 */

/**
 * Stores a consent, or the time at which it is given again. A closed account gives none. A consent that is given again keeps the time
 * of the last mail, so that the pause between two mails holds.
 */
export async function insertConsent(tx: Pick<EntityManager, 'query'>, userId: number): Promise<void> {
  await tx.query(
    `INSERT INTO cart_reminders (user_id, mailed_at)
     SELECT u.id, ${lastQueued('cart_reminder', 'u.id')} FROM users u WHERE u.id = $1 AND u.is_active FOR KEY SHARE OF u
     ON CONFLICT (user_id) DO UPDATE SET consented_at = now()`,
    [userId],
  );
}

/**
 * Whether the mailbox of a user `u` agrees to the reminders of `r`: it was proved to be theirs when they consented, or it confirmed the
 * consent. An earlier consent may be a stranger's, who registered with the e-mail.
 */
const IS_CONFIRMED = `(coalesce(u.email_verified_at <= r.consented_at, false)
  OR r.confirmed_email_key IS NOT DISTINCT FROM u.email_key)`;

/** Whether the account's mailbox is proved, and whether it agrees to reminders: neither implies the other. */
type Consent = { email_key: string; is_proved: boolean; is_confirmed: boolean };

/** @returns the consent of an active account; undefined for none */
export async function readConsent(tx: Pick<EntityManager, 'query'>, userId: number): Promise<Consent | undefined> {
  const [consent]: Consent[] = await tx.query(
    `SELECT u.email_key, u.email_verified_at IS NOT NULL AS is_proved, ${IS_CONFIRMED} AS is_confirmed
     FROM cart_reminders r JOIN users u ON u.id = r.user_id AND u.is_active WHERE r.user_id = $1`,
    [userId],
  );
  return consent;
}

/** Locks a consent. @returns true when its mailbox has not confirmed it, and was not asked to within a day */
export async function isConfirmationDue(tx: EntityManager, userId: number): Promise<boolean> {
  await tx.query('SELECT FROM cart_reminders WHERE user_id = $1 FOR UPDATE', [userId]);
  const rows: unknown[] = await tx.query(
    `SELECT FROM cart_reminders r JOIN users u ON u.id = r.user_id AND u.email <> ''
     WHERE r.user_id = $1 AND NOT ${IS_CONFIRMED}
       AND coalesce(${lastQueued('cart_reminder_confirm', 'u.id')} < now() - interval '1 day', true)`,
    [userId],
  );
  return rows.length > 0;
}

/** Stores that a mailbox has confirmed a consent. @returns false when the consent was withdrawn */
export async function confirmConsent(
  tx: Pick<EntityManager, 'query'>,
  userId: number,
  emailKey: string,
): Promise<boolean> {
  const [, count]: [unknown[], number] = await tx.query(
    'UPDATE cart_reminders SET confirmed_email_key = $2 WHERE user_id = $1',
    [userId, emailKey],
  );
  return count > 0;
}

/** Stores the cart of an account that has agreed to reminders. An equal cart is no change. */
export async function keepCart(
  tx: Pick<EntityManager, 'query'>,
  userId: number,
  lines: readonly KeptLine[],
): Promise<void> {
  await tx.query(
    `UPDATE cart_reminders SET lines = $2::jsonb, changed_at = now() WHERE user_id = $1 AND lines IS DISTINCT FROM $2::jsonb`,
    [userId, JSON.stringify(lines)],
  );
}

/** The lines of a kept cart `r` that can be bought, with their products `p` and variants `v`. */
const BUYABLE = `jsonb_array_elements(r.lines) WITH ORDINALITY AS line (kept, nth)
  JOIN products p ON p.id = (kept->>'product')::integer AND p.archived_at IS NULL
    AND p.has_variants = (kept->>'variant' IS NOT NULL)
  LEFT JOIN variants v ON v.id = (kept->>'variant')::integer AND v.product_id = p.id
  WHERE CASE WHEN p.has_variants THEN coalesce(v.stock_quantity, 0) ELSE p.count_in_stock END > 0`;

/** True when the shopper of a kept cart `r` has ordered since its last change, or shortly before: a device may tell late. */
const IS_ORDERED = `EXISTS (SELECT FROM orders o
  WHERE o.user_id = r.user_id AND o.created_at > r.changed_at - interval '1 hour')`;

/** When carts are reminded of, and how many at most. */
export interface ReminderLimits {
  /** A reminder is due once the cart has not changed for this long. */
  afterHours: number;
  /** An older cart is left alone: when reminders are switched on, or a worker has stood still. */
  untilHours: number;
  /** Between two mails to one shopper, each of another cart. */
  daysBetween: number;
  /** Carts that one call claims. */
  atOnce: number;
  /** Mails within an hour, of the whole shop. */
  perHour: number;
}

/**
 * Marks carts that are due, the longest unchanged first. Of two processes only one marks a cart.
 * @returns their users
 */
export async function claimDueCarts(
  tx: EntityManager,
  { afterHours, untilHours, daysBetween, atOnce, perHour }: ReminderLimits,
): Promise<{ user_id: number }[]> {
  // Neither lock waits: an account that is being deleted, or a cart that is changing, is looked at next time.
  const [rows]: [{ user_id: number }[], number] = await tx.query(
    `WITH due AS (
       SELECT r.user_id FROM cart_reminders r JOIN users u ON u.id = r.user_id AND u.is_active AND u.email <> ''
       WHERE r.lines <> '[]' AND ${IS_CONFIRMED} AND r.changed_at <= now() - make_interval(hours => $1)
         AND r.changed_at > now() - make_interval(hours => $2)
         AND (r.mailed_at IS NULL OR (r.mailed_at < r.changed_at AND r.mailed_at <= now() - make_interval(days => $3)))
         AND NOT ${IS_ORDERED} AND EXISTS (SELECT FROM ${BUYABLE})
       ORDER BY r.changed_at
       LIMIT least($4, greatest(0, $5 - (SELECT count(*) FROM cart_reminders WHERE mailed_at > now() - interval '1 hour')))
       FOR UPDATE OF r SKIP LOCKED FOR KEY SHARE OF u SKIP LOCKED
     )
     UPDATE cart_reminders r SET mailed_at = now() FROM due WHERE r.user_id = due.user_id RETURNING r.user_id`,
    [afterHours, untilHours, daysBetween, atOnce, perHour],
  );
  return rows;
}

/** A line of a reminder's mail, at the price of now. */
export interface RemindedLine extends MailedGoods {
  product: number;
}

/** A cart as its mail tells it. */
export interface RemindedCart {
  is_confirmed: boolean;
  /** True when it has changed since the mail was queued. */
  is_changed: boolean;
  is_ordered: boolean;
  /** Those that can be bought. */
  lines: RemindedLine[];
}

/**
 * Reads the cart of a mail that was queued at `queuedAt`.
 * @returns undefined when the consent was withdrawn
 */
export async function readReminder(
  tx: EntityManager,
  userId: number,
  queuedAt: Date,
): Promise<RemindedCart | undefined> {
  const [cart]: RemindedCart[] = await tx.query(
    `SELECT ${IS_CONFIRMED} AS is_confirmed, r.changed_at > $2 AS is_changed, ${IS_ORDERED} AS is_ordered,
       (SELECT coalesce(json_agg(json_build_object('product', found.id, 'name', found.name, 'color', found.color, 'size', found.size,
          'picture', found.picture, 'price', found.price, 'qty', found.qty) ORDER BY found.nth), '[]')
        FROM (SELECT nth, p.id, p.name, (SELECT name FROM colors WHERE id = v.color_id) AS color,
            (SELECT name FROM sizes WHERE id = v.size_id) AS size, ${pictureInColor('p.id', 'v.color_id')} AS picture,
            coalesce(v.price, p.price) AS price, least((kept->>'qty')::integer, coalesce(v.stock_quantity, p.count_in_stock)) AS qty
          FROM ${BUYABLE}) found) AS lines
     FROM cart_reminders r JOIN users u ON u.id = r.user_id WHERE r.user_id = $1`,
    [userId, queuedAt],
  );
  return cart;
}

/** Empties kept carts that nobody has changed for `days`. The consents stay. */
export async function forgetOldCarts(tx: Pick<EntityManager, 'query'>, days: number): Promise<void> {
  await tx.query(
    `UPDATE cart_reminders SET lines = '[]' WHERE lines <> '[]' AND changed_at < now() - make_interval(days => $1)`,
    [days],
  );
}
