import type { DataSource, EntityManager } from 'typeorm';
import type { WebhookType } from '../../contract/administration/integration-rules.js';
import { IS_DUE, giveUpPending } from '../webhooks.sql.js';

/*
 * Sending from the outbox. By hand: claiming a delivery is one guarded UPDATE that computes the next attempt, and endpoints are
 * switched off together with their pending deliveries.
 */

/** Returns the active endpoints with due deliveries. */
export async function dueEndpoints(db: DataSource): Promise<number[]> {
  const rows: { id: number }[] = await db.query(
    `SELECT w.id FROM webhook_endpoints w WHERE w.is_active
       AND EXISTS (SELECT FROM webhook_deliveries d WHERE d.endpoint_id = w.id AND ${IS_DUE})`,
  );
  return rows.map(({ id }) => id);
}

/** Returns the ids of an active endpoint's due deliveries, longest due first. */
export async function dueDeliveries(db: DataSource, endpointId: number, limit: number): Promise<number[]> {
  const rows: { id: number }[] = await db.query(
    `SELECT d.id FROM webhook_deliveries d JOIN webhook_endpoints w ON w.id = d.endpoint_id AND w.is_active
     WHERE d.endpoint_id = $1 AND ${IS_DUE} ORDER BY d.next_attempt_at, d.id LIMIT $2`,
    [endpointId, limit],
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
  /** The previous one, while it signs too; encrypted. */
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

/**
 * Gives a delivery up. Its endpoint counts as working again once no other attempted delivery waits: nothing will be sent that could
 * prove it, and the first failure of a later event must not switch the endpoint off.
 */
export async function giveUp(
  tx: EntityManager,
  { id, endpoint_id: endpointId }: Pick<ClaimedDelivery, 'id' | 'endpoint_id'>,
): Promise<void> {
  // The endpoint before its deliveries, as everywhere.
  await tx.query(
    `UPDATE webhook_endpoints SET failing_since = NULL
     WHERE id = $1 AND failing_since IS NOT NULL AND is_active AND NOT EXISTS
       (SELECT FROM webhook_deliveries WHERE endpoint_id = $1 AND state = 'pending' AND attempts > 0 AND id <> $2)`,
    [endpointId, id],
  );
  await tx.query(`UPDATE webhook_deliveries SET state = 'failed' WHERE id = $1 AND state = 'pending'`, [id]);
}

/**
 * Records a failure of an endpoint, and switches it off when it has failed for long without a success.
 * @param hours after which it is switched off
 * @returns whether this call switched it off
 */
export async function recordFailure(tx: EntityManager, endpointId: number, hours: number): Promise<boolean> {
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
  await giveUpPending(tx, endpointId);
  return true;
}
