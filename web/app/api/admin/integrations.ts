import type { ApiKey, CreateApiKey, NewApiKey } from 'contract/administration/api-keys';
import type { Page } from 'contract/common';
import type {
  CreateWebhookEndpoint,
  NewWebhookEndpoint,
  RotateWebhookSecret,
  UpdateWebhookEndpoint,
  WebhookDelivery,
  WebhookEndpoint,
} from 'contract/administration/webhooks';
import type { Query } from '~/api/http/client';
import { signed } from '~/api/account/signed';

const KEYS = '/api/admin/api-keys/';
const ENDPOINTS = '/api/admin/webhooks/';

export const listApiKeys = (signal?: AbortSignal) => signed<ApiKey[]>(KEYS, { signal });

/** Makes a key. Only this response shows it. @throws ApiError 400 with messages by field, 409 beyond the maximum */
export const createApiKey = (body: CreateApiKey) => signed<NewApiKey>(KEYS, { method: 'POST', body });

export const revokeApiKey = (id: number) => signed<void>(`${KEYS}${id}/`, { method: 'DELETE' });

export const listWebhookEndpoints = (signal?: AbortSignal) => signed<WebhookEndpoint[]>(ENDPOINTS, { signal });

/** Registers an endpoint. Only this response shows its secret. @throws ApiError 400 with messages by field, 409 beyond the maximum */
export const createWebhookEndpoint = (body: CreateWebhookEndpoint) =>
  signed<NewWebhookEndpoint>(ENDPOINTS, { method: 'POST', body });

export const updateWebhookEndpoint = (id: number, body: UpdateWebhookEndpoint) =>
  signed<WebhookEndpoint>(`${ENDPOINTS}${id}/`, { method: 'PATCH', body });

/** Replaces an endpoint's secret. Only this response shows it. @throws ApiError 400 with messages by field */
export const rotateWebhookSecret = (id: number, body: RotateWebhookSecret) =>
  signed<NewWebhookEndpoint>(`${ENDPOINTS}${id}/secret/`, { method: 'POST', body });

export const deleteWebhookEndpoint = (id: number) => signed<void>(`${ENDPOINTS}${id}/`, { method: 'DELETE' });

/** A page of what was sent to an endpoint, newest first. */
export const listWebhookDeliveries = (endpoint: number, query: Query, signal?: AbortSignal) =>
  signed<Page<WebhookDelivery>>(`${ENDPOINTS}${endpoint}/deliveries/`, { query, signal });

/** Sends a webhook again. @throws ApiError 409 while it waits, or its endpoint is off */
export const sendWebhookAgain = (id: number) =>
  signed<WebhookDelivery>(`/api/admin/webhook-deliveries/${id}/send/`, { method: 'POST' });
