import type { WebhookEndpoint as EndpointOnTheWire } from '../contract/administration/webhooks.js';
import type { WebhookEndpoint } from './webhook-endpoint.entity.js';

export const endpointView = (endpoint: WebhookEndpoint): EndpointOnTheWire => ({
  id: endpoint.id,
  url: endpoint.url,
  description: endpoint.description,
  events: endpoint.events,
  is_active: endpoint.isActive,
  created_at: endpoint.createdAt.toISOString(),
  failing_since: endpoint.failingSince?.toISOString() ?? null,
  disabled_at: endpoint.disabledAt?.toISOString() ?? null,
  previous_secret_until: previousSecretUntil(endpoint),
});

/** Null for an expired secret, which signs nothing. */
const previousSecretUntil = ({ previousSecretUntil: end }: WebhookEndpoint) =>
  end && end > new Date() ? end.toISOString() : null;
