import type { EntityManager } from 'typeorm';

/* Which mails that tell of stock are outdated. By hand: one statement deletes a mail and lets its alert wait. */

/** True when the alert `$1` has a mail that is newer than the mail `$2`. */
const HAS_NEWER_MAIL = `EXISTS (
  SELECT FROM mails m WHERE m.stock_alert_id = $1 AND m.template = 'back_in_stock' AND m.id > $2)`;

/** Whether the address of an alert has asked again since a mail was queued, so that the alert waits, or has a newer mail. */
export async function isMailReplaced(tx: EntityManager, id: number, mail: { id: number }): Promise<boolean> {
  const [row]: { is_replaced: boolean }[] = await tx.query(
    `SELECT (a.confirmed_at IS NOT NULL AND a.notified_at IS NULL) OR ${HAS_NEWER_MAIL} AS is_replaced
     FROM stock_alerts a WHERE a.id = $1`,
    [id, mail.id],
  );
  return row?.is_replaced ?? false;
}

/**
 * Deletes the outdated mail of an alert, and lets the alert wait again. If that mail were resent beside the next one, the address would get
 * two mails. The alert stays finished when it has a newer mail, and when this mail may already have gone out.
 */
export async function awaitStockAgain(
  tx: EntityManager,
  id: number,
  mail: { id: number; may_be_sent: boolean },
): Promise<void> {
  await tx.query(
    `WITH deleted AS (DELETE FROM mails WHERE id = $2)
     UPDATE stock_alerts SET notified_at = NULL WHERE id = $1 AND NOT $3 AND NOT ${HAS_NEWER_MAIL}`,
    [id, mail.id, mail.may_be_sent],
  );
}
