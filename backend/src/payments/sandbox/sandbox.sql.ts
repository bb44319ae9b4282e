import type { DataSource, EntityManager } from 'typeorm';
import { daysBefore } from '../../platform/retention/retention.js';
import { deletesOldRows } from '../../platform/retention/retention.sql.js';

/** Returns a Stripe list of one charge's refunds or disputes, newest first (https://docs.stripe.com/api/pagination). By hand: it reads JSON. */
export async function listOf(tx: EntityManager, kind: 'refund' | 'dispute', params: URLSearchParams): Promise<object> {
  const rows: { data: object }[] = await tx.query(
    `SELECT ${kind} AS data FROM sandbox.${kind}s
     WHERE payment_intent_id = $1 OR ${kind} ->> 'charge' = $2 ORDER BY sequence DESC`,
    [params.get('payment_intent'), params.get('charge')],
  );
  return { object: 'list', url: `/v1/${kind}s`, has_more: false, data: rows.map(({ data }) => data) };
}

/** Sums the refunds of an intent that did not fail. By hand: a sum over JSON. */
export async function sumRefunds(tx: EntityManager, intentId: string): Promise<number> {
  const [row]: { sum: string }[] = await tx.query(
    `SELECT coalesce(sum((refund ->> 'amount')::bigint), 0) AS sum FROM sandbox.refunds
     WHERE payment_intent_id = $1 AND refund ->> 'status' <> 'failed'`,
    [intentId],
  );
  return Number(row?.sum ?? 0);
}

/** Returns the matching events of the last 30 days, newest first. By hand: it filters by fields of the JSON. */
export async function readSandboxEvents(
  tx: EntityManager,
  { types, since, after, limit }: { types: string[]; since: string | number; after: string | null; limit: number },
): Promise<object[]> {
  const rows: { event: object }[] = await tx.query(
    `SELECT event FROM (SELECT sequence, created_at, payload::jsonb AS event FROM sandbox.events) listed
     WHERE ($1::text[] = '{}' OR event ->> 'type' = ANY ($1)) AND (event ->> 'created')::bigint >= $2
       AND created_at > now() - interval '30 days'
       AND ($3::text IS NULL OR sequence < (SELECT sequence FROM sandbox.events WHERE id = $3))
     ORDER BY sequence DESC LIMIT $4`,
    [types, since, after, limit],
  );
  return rows.map(({ event }) => event);
}

/**
 * Takes the event that is due first, and leases it. By hand: one statement skips the events that another process has locked.
 * @param lease how long no other process takes it, in seconds
 */
export async function takeDueEvent(
  db: DataSource,
  lease: number,
  maxAttempts: number,
): Promise<{ id: string; payload: string; attempts: number } | undefined> {
  const [[event]]: [{ id: string; payload: string; attempts: number }[], number] = await db.query(
    `UPDATE sandbox.events SET attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => $1)
     WHERE id = (SELECT id FROM sandbox.events
       WHERE delivered_at IS NULL AND next_attempt_at <= now() AND attempts < $2
       ORDER BY next_attempt_at LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING id, payload, attempts`,
    [lease, maxAttempts],
  );
  return event;
}

/** Delays an undelivered event. By hand: by the database's clock. @param wait in seconds */
export async function delayEvent(db: DataSource, id: string, wait: number): Promise<void> {
  await db.query(
    `UPDATE sandbox.events SET next_attempt_at = now() + make_interval(secs => $2)
     WHERE id = $1 AND delivered_at IS NULL`,
    [id, wait],
  );
}

/** Returns the seconds until the next event is due; infinite for none. By hand: by the database's clock. */
export async function secondsToNextEvent(db: DataSource, maxAttempts: number): Promise<number> {
  const [next]: { wait: number | null }[] = await db.query(
    `SELECT extract(epoch FROM min(next_attempt_at) - now())::float AS wait
     FROM sandbox.events WHERE delivered_at IS NULL AND attempts < $1`,
    [maxAttempts],
  );
  return next?.wait ?? Infinity;
}

/** Deletes events after 30 days and idempotent answers after one day, as Stripe does. */
export const SANDBOX_RETENTION = [
  deletesOldRows({
    table: 'sandbox.events',
    where: 'r.created_at < $1',
    values: ({ now }) => [daysBefore(now, 30)],
  }),
  deletesOldRows({
    table: 'sandbox.responses',
    where: 'r.created_at <= $1',
    values: ({ now }) => [daysBefore(now, 1)],
  }),
];
