import type { DataSource, EntityManager } from 'typeorm';
import { timestamp } from '../platform/database/sql-dates.js';
import type { WebhookDelivery, WebhookDeliveryQuery } from '../contract/administration/webhooks.js';
import { Conditions } from '../platform/database/conditions.js';
import { readBacklog, type Backlog } from '../platform/database/backlog.sql.js';

/* Endpoints and the log of their deliveries. By hand: lists join the log, and a secret is replaced and kept in one statement. */

/**
 * Replaces an endpoint's secret. The present one signs too for some hours; an older one ends at once.
 * @param secret encrypted
 * @returns until when the present one signs
 */
export async function replaceSecret(tx: EntityManager, id: number, secret: string, hours: number): Promise<Date> {
  const [[row]]: [{ until: Date }[], number] = await tx.query(
    `UPDATE webhook_endpoints SET secret = $2, previous_secret = secret, previous_secret_until = now() + make_interval(hours => $3)
     WHERE id = $1 RETURNING previous_secret_until AS until`,
    [id, secret, hours],
  );
  return row!.until;
}

/** Attempts that a list shows of each delivery. */
const SHOWN_ATTEMPTS = 10;

type ListedDelivery = Omit<WebhookDelivery, 'created_at' | 'next_attempt_at' | 'sent_at'> & {
  created_at: Date;
  next_attempt_at: Date | null;
  sent_at: Date | null;
};

const DELIVERIES = `
  SELECT d.id, d.event_id, d.type, d.subject_id, d.state, d.attempts, d.created_at, d.sent_at,
    CASE WHEN d.state = 'pending' THEN d.next_attempt_at END AS next_attempt_at,
    (SELECT coalesce(json_agg(json_build_object(
        'attempted_at', ${timestamp('a.attempted_at')}, 'status', a.status,
        'duration_ms', a.duration_ms, 'answer', a.answer, 'error', a.error) ORDER BY a.id DESC), '[]')
      FROM (SELECT * FROM webhook_attempts WHERE delivery_id = d.id ORDER BY id DESC LIMIT ${SHOWN_ATTEMPTS}) a) AS log
  FROM webhook_deliveries d`;

/** Reads a slice of an endpoint's deliveries, newest first, and their number. */
export async function listDeliveries(
  db: DataSource,
  endpointId: number,
  { state, type }: WebhookDeliveryQuery,
  { skip, take }: { skip: number; take: number },
): Promise<[WebhookDelivery[], number]> {
  const where = new Conditions().equal('d.endpoint_id', endpointId).equal('d.state', state).equal('d.type', type);
  const rows: ListedDelivery[] = await db.query(
    `${DELIVERIES} ${where.sql} ORDER BY d.id DESC OFFSET ${skip} LIMIT ${take}`,
    where.values,
  );
  return [rows.map(deliveryView), await where.count(db, 'webhook_deliveries d')];
}

export async function findDelivery(db: DataSource, id: number): Promise<WebhookDelivery | undefined> {
  const [row]: ListedDelivery[] = await db.query(`${DELIVERIES} WHERE d.id = $1`, [id]);
  return row && deliveryView(row);
}

const deliveryView = (row: ListedDelivery): WebhookDelivery => ({
  ...row,
  created_at: row.created_at.toISOString(),
  next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
  sent_at: row.sent_at?.toISOString() ?? null,
});

/** Puts a delivery back into the outbox with all its attempts. @returns false unless it is over and its endpoint is active */
export async function requeueDelivery(tx: EntityManager, id: number): Promise<boolean> {
  const [, changed]: [unknown, number] = await tx.query(
    `UPDATE webhook_deliveries d SET state = 'pending', attempts = 0, next_attempt_at = now() FROM webhook_endpoints w
     WHERE d.id = $1 AND d.state <> 'pending' AND w.id = d.endpoint_id AND w.is_active`,
    [id],
  );
  return changed > 0;
}

export const IS_DUE = `d.state = 'pending' AND d.next_attempt_at <= now()`;

/** Gives up the pending deliveries of an endpoint that was switched off. */
export async function giveUpPending(tx: EntityManager, endpointId: number): Promise<void> {
  await tx.query(`UPDATE webhook_deliveries SET state = 'failed' WHERE endpoint_id = $1 AND state = 'pending'`, [
    endpointId,
  ]);
}

/** Deliveries that are due and not sent. */
export const webhookBacklog = (db: DataSource): Promise<Backlog> =>
  readBacklog(
    db,
    `FROM webhook_deliveries d JOIN webhook_endpoints w ON w.id = d.endpoint_id AND w.is_active WHERE ${IS_DUE}`,
    'd.next_attempt_at',
  );
