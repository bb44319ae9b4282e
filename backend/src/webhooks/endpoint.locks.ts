import type { EntityManager } from 'typeorm';
import { WebhookEndpoint } from './webhook-endpoint.entity.js';

/** Keeps others from adding endpoints until the transaction ends, so that their number can be bounded. Readers do not wait. */
export const lockEndpointList = (tx: EntityManager): Promise<unknown> =>
  tx.query('LOCK TABLE webhook_endpoints IN SHARE ROW EXCLUSIVE MODE');

/** Locks an endpoint for a change. @returns null when there is none */
export const lockEndpoint = (tx: EntityManager, id: number): Promise<WebhookEndpoint | null> =>
  tx.findOne(WebhookEndpoint, { where: { id }, lock: { mode: 'for_no_key_update' } });

/** Locks an endpoint for its deletion. @returns null when there is none */
export const lockEndpointForDeletion = (tx: EntityManager, id: number): Promise<WebhookEndpoint | null> =>
  tx.findOne(WebhookEndpoint, { where: { id }, lock: { mode: 'pessimistic_write' } });
