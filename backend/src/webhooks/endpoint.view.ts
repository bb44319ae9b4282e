import type { WebhookEndpoint as EndpointOnTheWire } from '../contract/administration/webhooks.js';
import type { WebhookEndpoint } from './webhook-endpoint.entity.js';

/** @param now the shop's clock: an expired secret signs nothing */
export const endpointView = (endpoint: WebhookEndpoint, now = new Date()): EndpointOnTheWire => ({
  id: endpoint.id,
  url: endpoint.url,
  description: endpoint.description,
  events: endpoint.events,
  is_active: endpoint.isActive,
  created_at: endpoint.createdAt.toISOString(),
  failing_since: endpoint.failingSince?.toISOString() ?? null,
  disabled_at: endpoint.disabledAt?.toISOString() ?? null,
  previous_secret_until: until(endpoint, now),
});

const until = ({ previousSecretUntil: end }: WebhookEndpoint, now: Date) =>
  end && end > now ? end.toISOString() : null;
