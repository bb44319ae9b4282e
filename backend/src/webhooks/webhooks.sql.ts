import type { DataSource, EntityManager } from 'typeorm';
import type { WebhookType } from '../contract/administration/integration-rules.js';
import type { WebhookDelivery, WebhookDeliveryQuery } from '../contract/administration/webhooks.js';
import { Conditions } from '../platform/database/conditions.js';
import { readBacklog, type Backlog } from '../platform/database/backlog.sql.js';

/*
 * The outbox of webhooks. By hand: claiming a delivery is one guarded UPDATE that computes the next attempt, lists join the log, and
 * endpoints are switched off with what waits for them.
 */

/** Keeps others from adding endpoints until the transaction ends, so that their number can be bounded. Readers do not wait. */
export const lockEndpointList = (tx: EntityManager): Promise<unknown> =>
  tx.query('LOCK TABLE webhook_endpoints IN SHARE ROW EXCLUSIVE MODE');

/**
 * Replaces an endpoint's secret. The present one signs too for some hours; the one before that ends.
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
        'attempted_at', to_char(a.attempted_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'status', a.status,
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
export async function requeueDelivery(db: DataSource, id: number): Promise<boolean> {
  const [, changed]: [unknown, number] = await db.query(
    `UPDATE webhook_deliveries d SET state = 'pending', attempts = 0, next_attempt_at = now() FROM webhook_endpoints w
     WHERE d.id = $1 AND d.state <> 'pending' AND w.id = d.endpoint_id AND w.is_active`,
    [id],
  );
  return changed > 0;
}

const IS_DUE = `d.state = 'pending' AND d.next_attempt_at <= now()`;

/** Returns the active endpoints with due deliveries. */
export async function dueEndpoints(db: DataSource): Promise<number[]> {
  const rows: { id: number }[] = await db.query(
    `SELECT w.id FROM webhook_endpoints w WHERE w.is_active
       AND EXISTS (SELECT FROM webhook_deliveries d WHERE d.endpoint_id = w.id AND ${IS_DUE})`,
  );
  return rows.map(({ id }) => id);
}

/** Returns the ids of an active endpoint's due deliveries, longest due first. */
export async function dueDeliveries(db: DataSource, endpointId: number, atMost: number): Promise<number[]> {
  const rows: { id: number }[] = await db.query(
    `SELECT d.id FROM webhook_deliveries d JOIN webhook_endpoints w ON w.id = d.endpoint_id AND w.is_active
     WHERE d.endpoint_id = $1 AND ${IS_DUE} ORDER BY d.next_attempt_at, d.id LIMIT $2`,
    [endpointId, atMost],
  );
  return rows.map(({ id }) => id);
}

/** A delivery that this process sends now. */
export interface ClaimedDelivery {
  id: number;
  endpoint_id: number;
  event_id: string;
  type: WebhookType;
  subject_id: number;
  variant_id: number | null;
  created_at: Date;
  attempts: number;
  url: string;
  /** Encrypted. */
  secret: string;
  /** The one before, while it signs too; encrypted. */
  previous_secret: string | null;
}

/**
 * Claims a due delivery: counts the attempt and sets the time of the next one, so that a process that dies loses nothing.
 * @param delays seconds after each attempt; the last one counts for all further attempts. They vary by a tenth, so that what failed
 *   together does not come back together
 * @returns undefined when it is not due, its endpoint is off, or another process claimed it
 */
export async function claimDelivery(
  db: DataSource,
  id: number,
  delays: readonly number[],
): Promise<ClaimedDelivery | undefined> {
  const [[claimed]]: [ClaimedDelivery[], number] = await db.query(
    `UPDATE webhook_deliveries d SET attempts = d.attempts + 1,
       next_attempt_at = now() + (0.9 + 0.2 * random()) * interval '1 second'
         * ($2::integer[])[least(d.attempts + 1, cardinality($2::integer[]))]
     FROM webhook_endpoints w
     WHERE d.id = $1 AND ${IS_DUE} AND w.id = d.endpoint_id AND w.is_active
     RETURNING d.id, d.endpoint_id, d.event_id, d.type, d.subject_id, d.variant_id, d.created_at, d.attempts, w.url, w.secret,
       CASE WHEN w.previous_secret_until > now() THEN w.previous_secret END AS previous_secret`,
    [id, delays],
  );
  return claimed;
}

/** The result of one attempt. */
export interface AttemptResult {
  status: number | null;
  durationMs: number;
  answer: string;
  /** Null for a success. */
  error: string | null;
}

/** Logs an attempt. */
export async function insertAttempt(
  tx: EntityManager,
  deliveryId: number,
  { status, durationMs, answer, error }: AttemptResult,
): Promise<void> {
  await tx.query(
    `INSERT INTO webhook_attempts (delivery_id, status, duration_ms, answer, error)
     SELECT id, $2, $3, $4, $5 FROM webhook_deliveries WHERE id = $1`,
    [deliveryId, status, durationMs, answer, error],
  );
}

/** Marks a delivery as sent, and its endpoint as working. */
export async function markDelivered(tx: EntityManager, { id, endpoint_id }: ClaimedDelivery): Promise<void> {
  await tx.query(
    'UPDATE webhook_endpoints SET failing_since = NULL WHERE id = $1 AND failing_since IS NOT NULL AND is_active',
    [endpoint_id],
  );
  await tx.query(`UPDATE webhook_deliveries SET state = 'sent', sent_at = now() WHERE id = $1`, [id]);
}

/** Gives a delivery up. */
export async function giveUp(tx: EntityManager, id: number): Promise<void> {
  await tx.query(`UPDATE webhook_deliveries SET state = 'failed' WHERE id = $1 AND state = 'pending'`, [id]);
}

/**
 * Notes a failure of an endpoint, and switches it off when it has failed for long without a success.
 * @param hours after which it is switched off
 * @returns whether this call switched it off
 */
export async function noteFailure(tx: EntityManager, endpointId: number, hours: number): Promise<boolean> {
  await tx.query(
    'UPDATE webhook_endpoints SET failing_since = now() WHERE id = $1 AND failing_since IS NULL AND is_active',
    [endpointId],
  );
  const [, changed]: [unknown, number] = await tx.query(
    `UPDATE webhook_endpoints SET is_active = false, disabled_at = now()
     WHERE id = $1 AND is_active AND failing_since <= now() - make_interval(hours => $2)`,
    [endpointId, hours],
  );
  if (changed === 0) return false;
  await dropPending(tx, endpointId);
  return true;
}

/** Gives up what waits for an endpoint that was switched off. */
export async function dropPending(tx: EntityManager, endpointId: number): Promise<void> {
  await tx.query(`UPDATE webhook_deliveries SET state = 'failed' WHERE endpoint_id = $1 AND state = 'pending'`, [
    endpointId,
  ]);
}

/** The administrators who get notices about integrations. */
export async function adminsToNotify(tx: EntityManager, atMost: number): Promise<number[]> {
  const rows: { id: number }[] = await tx.query(
    'SELECT id FROM users WHERE is_staff AND is_active AND closed_at IS NULL ORDER BY id LIMIT $1',
    [atMost],
  );
  return rows.map(({ id }) => id);
}

/** Deliveries that are due and not sent. */
export const webhookBacklog = (db: DataSource): Promise<Backlog> =>
  readBacklog(
    db,
    `FROM webhook_deliveries d JOIN webhook_endpoints w ON w.id = d.endpoint_id AND w.is_active WHERE ${IS_DUE}`,
    'd.next_attempt_at',
  );
