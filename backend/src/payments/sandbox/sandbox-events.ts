import type { EntityManager } from 'typeorm';
import { StripeApiError } from './stripe-error.js';

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 100;

/**
 * GET /v1/events, newest first, by `types`, `created[gte]` and `starting_after` (https://docs.stripe.com/api/events/list). As
 * at Stripe, it lists the last 30 days.
 */
export async function listEvents(tx: EntityManager, params: URLSearchParams): Promise<object> {
  const types = [...params].flatMap(([name, value]) => (/^types\[\d*\]$/.test(name) ? [value] : []));
  const limit = Number(params.get('limit') ?? DEFAULT_LIMIT);
  if (!(Number.isInteger(limit) && limit >= 1 && limit <= MAX_LIMIT)) {
    throw new StripeApiError(400, `Invalid limit: must be between 1 and ${MAX_LIMIT}`, { param: 'limit' });
  }
  const after = params.get('starting_after');
  const rows: { event: object }[] = await tx.query(
    `SELECT event FROM (SELECT sequence, created_at, payload::jsonb AS event FROM sandbox.events) listed
     WHERE ($1::text[] = '{}' OR event ->> 'type' = ANY ($1)) AND (event ->> 'created')::bigint >= $2
       AND created_at > now() - interval '30 days'
       AND ($3::text IS NULL OR sequence < (SELECT sequence FROM sandbox.events WHERE id = $3))
     ORDER BY sequence DESC LIMIT $4 + 1`,
    [types, params.get('created[gte]') ?? 0, after, limit],
  );
  const data = rows.slice(0, limit).map(({ event }) => event);
  return { object: 'list', url: '/v1/events', has_more: rows.length > limit, data };
}
