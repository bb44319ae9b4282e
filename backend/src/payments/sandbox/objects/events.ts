import type { EntityManager } from 'typeorm';
import { readSandboxEvents } from '../sandbox.sql.js';
import { StripeApiError } from '../stripe-error.js';

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
  const since = params.get('created[gte]') ?? 0;
  const events = await readSandboxEvents(tx, { types, since, after: params.get('starting_after'), limit: limit + 1 });
  return { object: 'list', url: '/v1/events', has_more: events.length > limit, data: events.slice(0, limit) };
}
