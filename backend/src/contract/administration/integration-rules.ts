/*
 * What integrations may do, for both sides and without a library: webhooks that the shop sends, and scopes of API keys.
 */

/** What a webhook can announce. docs/integrations.md describes each. */
export const WEBHOOK_TYPES = ['order.placed', 'order.paid', 'order.delivered', 'order.refunded', 'stock.low'] as const;
export type WebhookType = (typeof WEBHOOK_TYPES)[number];

export const MAX_WEBHOOK_ENDPOINTS = 20;
export const MAX_WEBHOOK_URL = 500;
/** How long the secret before signs webhooks beside a new one. */
export const WEBHOOK_SECRET_OVERLAP_HOURS = 24;
/** The maximum length of the owner's own name for an endpoint or a key. */
export const MAX_INTEGRATION_NAME = 100;
/** Keys that are neither revoked nor expired. */
export const MAX_API_KEYS = 50;

/** What an API key may do. */
export const API_SCOPES = [
  'catalog:read',
  'catalog:write',
  'orders:read',
  'orders:write',
  'payments:write',
  'refunds:read',
  'refunds:write',
  'coupons:read',
  'coupons:write',
  'customers:read',
  'reports:read',
] as const;
export type ApiScope = (typeof API_SCOPES)[number];

/**
 * The scope that each call needs of an API key; null where no key is accepted, whatever its scopes. Public calls are not in it: they
 * need no credential, and a key changes nothing there. What is missing here is refused, and a test holds it complete.
 */
export const CALL_SCOPES: Record<string, ApiScope | null> = {
  'GET /api/admin/products/': 'catalog:read',
  'GET /api/admin/products/{id}/': 'catalog:read',
  'GET /api/admin/brands/': 'catalog:read',
  'GET /api/admin/category/': 'catalog:read',
  'GET /api/admin/category/{id}/size-table/': 'catalog:read',
  'GET /api/admin/colors/': 'catalog:read',
  'GET /api/admin/sizes/': 'catalog:read',
  'GET /api/reviews/': 'catalog:read',
  'GET /api/admin/catalogue/export/': 'catalog:read',
  'GET /api/admin/catalogue/imports/': 'catalog:read',
  'GET /api/admin/catalogue/imports/{id}/': 'catalog:read',
  'GET /api/admin/catalogue/imports/{id}/lines/': 'catalog:read',
  'GET /api/admin/catalogue/imports/{id}/problems/': 'catalog:read',
  'GET /api/admin/search/synonyms/': 'catalog:read',
  'GET /api/admin/search/pins/': 'catalog:read',
  'GET /api/admin/search/pins/one/': 'catalog:read',

  'POST /api/products/': 'catalog:write',
  'PUT /api/products/{id}/': 'catalog:write',
  'DELETE /api/products/{id}/': 'catalog:write',
  'PUT /api/products/{id}/variants/': 'catalog:write',
  'POST /api/product-variants/': 'catalog:write',
  'DELETE /api/product-variants/{id}/': 'catalog:write',
  'POST /api/admin/products/bulk/': 'catalog:write',
  'POST /api/admin/products/{id}/restore/': 'catalog:write',
  'POST /api/brands/': 'catalog:write',
  'PUT /api/brands/{id}/': 'catalog:write',
  'DELETE /api/brands/{id}/': 'catalog:write',
  'POST /api/category/': 'catalog:write',
  'PUT /api/category/{id}/': 'catalog:write',
  'DELETE /api/category/{id}/': 'catalog:write',
  'PUT /api/category/{id}/size-table/': 'catalog:write',
  'DELETE /api/category/{id}/size-table/': 'catalog:write',
  'POST /api/colors/': 'catalog:write',
  'PUT /api/colors/{id}/': 'catalog:write',
  'DELETE /api/colors/{id}/': 'catalog:write',
  'POST /api/sizes/': 'catalog:write',
  'PUT /api/sizes/{id}/': 'catalog:write',
  'DELETE /api/sizes/{id}/': 'catalog:write',
  'POST /api/admin/search/synonyms/': 'catalog:write',
  'PUT /api/admin/search/synonyms/{id}/': 'catalog:write',
  'DELETE /api/admin/search/synonyms/{id}/': 'catalog:write',
  'PUT /api/admin/search/pins/': 'catalog:write',

  'GET /api/orders/': 'orders:read',
  'GET /api/orders/{id}/': 'orders:read',
  'GET /api/admin/orders/{id}/': 'orders:read',
  'GET /api/admin/orders/export/': 'orders:read',
  'PATCH /api/orders/{id}/': 'orders:write',
  'POST /api/orders/{id}/cancel/': 'orders:write',
  'PUT /api/admin/orders/{id}/parcel/': 'orders:write',
  'DELETE /api/admin/orders/{id}/parcel/': 'orders:write',
  'PUT /api/admin/orders/{id}/note/': 'orders:write',
  'PUT /api/admin/orders/{id}/address/': null, // decides where goods go
  'DELETE /api/admin/orders/{id}/delivery/': null, // corrects a record
  'POST /api/admin/orders/{id}/refund/': null, // money that no buyer asked for: a key only decides requests

  'POST /api/admin/orders/{id}/cash/': 'payments:write',
  'POST /api/admin/orders/{id}/transfer/': 'payments:write',

  'GET /api/paybox/refund-requests/': 'refunds:read',
  'POST /api/admin/paybox/refund/{orderId}/approve/': 'refunds:write',
  'DELETE /api/admin/paybox/refund/{orderId}/reject/': 'refunds:write',

  'GET /api/coupons/': 'coupons:read',
  'POST /api/coupons/': 'coupons:write',
  'PUT /api/coupons/{id}/': 'coupons:write',
  'DELETE /api/coupons/{id}/': 'coupons:write',

  'GET /auth/users/': 'customers:read',
  'GET /auth/users/export/': 'customers:read',

  'GET /api/admin/dashboard/': 'reports:read',
  'GET /api/admin/counts/': 'reports:read',
  'GET /api/admin/ledger/': 'reports:read',
  'GET /api/admin/paybox/transactions/': 'reports:read',
  'GET /api/admin/paybox/transactions/totals/': 'reports:read',
  'GET /api/admin/paybox/transactions/export/': 'reports:read',
  'GET /api/admin/search/queries/': 'reports:read',

  // Credentials and rights: a key must not make or widen one.
  'GET /api/admin/api-keys/': null,
  'POST /api/admin/api-keys/': null,
  'DELETE /api/admin/api-keys/{id}/': null,
  'GET /api/admin/webhooks/': null,
  'POST /api/admin/webhooks/': null,
  'PATCH /api/admin/webhooks/{id}/': null,
  'DELETE /api/admin/webhooks/{id}/': null,
  'POST /api/admin/webhooks/{id}/secret/': null,
  'GET /api/admin/webhooks/{id}/deliveries/': null,
  'POST /api/admin/webhook-deliveries/{id}/send/': null,
  'GET /api/admin/bank-webhook/': null,
  'POST /api/admin/bank-webhook/': null,
  'DELETE /api/admin/bank-webhook/': null,
  'PUT /auth/users/{id}/': null,
  'PATCH /auth/users/{id}/': null,
  'DELETE /auth/users/{id}/': null,
  'PUT /auth/two-factor/policy/': null,
  'PUT /api/settings/': null,
  // The worker runs an import later, as the administrator alone.
  'POST /api/admin/catalogue/imports/': null,
  'POST /api/admin/catalogue/imports/{id}/start/': null,
  'DELETE /api/admin/catalogue/imports/{id}/': null,
  // Money by hand, and what people judge.
  'GET /api/admin/customers/{id}/': null, // has the wallet's balance
  'GET /api/admin/paybox/wallets/': null,
  'GET /api/admin/paybox/wallets/totals/': null,
  'PATCH /api/admin/paybox/wallets/{id}/': null,
  'DELETE /api/admin/paybox/refund/{orderId}/delete/': null,
  'GET /api/admin/bank-transfers/': null,
  'POST /api/admin/bank-transfers/': null,
  'POST /api/admin/bank-transfers/{id}/assign/': null,
  'POST /api/admin/bank-transfers/{id}/return/': null,
  'PUT /api/products/{productId}/reviews/{id}/': null,
  'DELETE /api/products/{productId}/reviews/{id}/': null,
  'POST /api/products/{productId}/reviews/{reviewId}/photos/{id}/approve/': null,
  'GET /api/admin/audit/': null,
  'GET /api/admin/mails/': null,
  'POST /api/admin/mails/send/': null,
  'POST /api/admin/mails/{id}/send/': null,
  'GET /api/chat/rooms/': null,
  'POST /api/chat/rooms/{room}/settle/': null,
};
