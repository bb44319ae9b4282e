import { AUTH_RETENTION } from '../auth/auth-retention.sql.js';
import { IMPORT_LINE_RETENTION, READY_IMPORT_RETENTION } from '../catalog/import/runs/import-messages.sql.js';
import { STOCK_ALERT_RETENTION } from '../catalog/stock-alerts/stock-alert-retention.sql.js';
import { MAIL_RETENTION } from '../mail/mail-retention.sql.js';
import { SANDBOX_RETENTION } from '../payments/sandbox/sandbox.sql.js';
import { PROVIDER_EVENT_RETENTION } from '../payments/provider-events/event-retention.sql.js';
import { STORED_RESPONSE_RETENTION } from '../platform/batching/idempotency.sql.js';
import type { RetentionRule } from '../platform/retention/retention.js';
import { SEARCH_STATS_RETENTION } from '../search/learning/search-stats.sql.js';
import { WEB_ASSET_RETENTION } from '../web-assets/web-assets.sql.js';
import { WEBHOOK_DELIVERY_RETENTION } from '../webhooks/webhook-delivery-retention.sql.js';

/**
 * The rules of each night, in their order. Each module defines its own. Mails come before stock alerts, because deleting an alert deletes
 * its mails. No rule deletes records: orders, the ledger, stock movements, the audit.
 */
export const RETENTION_RULES: readonly RetentionRule[] = [
  STORED_RESPONSE_RETENTION,
  MAIL_RETENTION,
  ...AUTH_RETENTION,
  STOCK_ALERT_RETENTION,
  IMPORT_LINE_RETENTION,
  READY_IMPORT_RETENTION,
  ...SEARCH_STATS_RETENTION,
  PROVIDER_EVENT_RETENTION,
  WEBHOOK_DELIVERY_RETENTION,
  ...SANDBOX_RETENTION,
  WEB_ASSET_RETENTION,
];
