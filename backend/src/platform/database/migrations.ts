import { Logger } from '@nestjs/common';
import type { DataSource, QueryRunner } from 'typeorm';
import { Baseline1800000000001 } from './migrations/1-baseline.js';
import { CatalogChanges1800000000002 } from './migrations/2-catalog-changes.js';
import { SearchCuration1800000000003 } from './migrations/3-search-curation.js';
import { StockMovements1800000000004 } from './migrations/4-stock-movements.js';
import { PictureColors1800000000005 } from './migrations/5-picture-colors.js';
import { SizeTables1800000000006 } from './migrations/6-size-tables.js';
import { WaysToPay1800000000007 } from './migrations/7-ways-to-pay.js';
import { Addresses1800000000008 } from './migrations/8-addresses.js';
import { ReviewPhotos1800000000009 } from './migrations/9-review-photos.js';
import { GiftNotes1800000000010 } from './migrations/10-gift-notes.js';
import { StockAlerts1800000000011 } from './migrations/11-stock-alerts.js';
import { Monitoring1800000000012 } from './migrations/12-monitoring.js';
import { Integrations1800000000013 } from './migrations/13-integrations.js';
import { Housekeeping1800000000014 } from './migrations/14-housekeeping.js';
import { CartReminders1800000000015 } from './migrations/15-cart-reminders.js';
import { WebhookSecrets1800000000016 } from './migrations/16-webhook-secrets.js';
import { CartReminderConfirmations1800000000017 } from './migrations/17-cart-reminder-confirmations.js';
import { CartReminderRefusals1800000000018 } from './migrations/18-cart-reminder-refusals.js';
import { ProductsOfBrand1800000000019 } from './migrations/19-products-of-brand.js';
import { StockAlertRefusals1800000000020 } from './migrations/20-stock-alert-refusals.js';
import { JoinedTransitionTables1800000000021 } from './migrations/21-joined-transition-tables.js';
import { SearchRenames1800000000022 } from './migrations/22-search-renames.js';
import { UndoDelivery1800000000023 } from './migrations/23-undo-delivery.js';
import { AdminNotices1800000000024 } from './migrations/24-admin-notices.js';
import { ErasedAuditNames1800000000025 } from './migrations/25-erased-audit-names.js';
import { OrderLists1800000000026 } from './migrations/26-order-lists.js';
import { ParcelTracking1800000000027 } from './migrations/27-parcel-tracking.js';
import { ListSearch1800000000028 } from './migrations/28-list-search.js';
import { OrdersByTrackingCode1800000000029 } from './migrations/29-orders-by-tracking-code.js';
import { SearchOutboxAge1800000000030 } from './migrations/30-search-outbox-age.js';
import { GoodsOnTheirWay1800000000031 } from './migrations/31-goods-on-their-way.js';
import { IndexesOfLargeLists1800000000032 } from './migrations/32-indexes-of-large-lists.js';
import { StaffNotes1800000000033 } from './migrations/33-staff-notes.js';
import { SettledChats1800000000034 } from './migrations/34-settled-chats.js';
import { UnknownIntents1800000000035 } from './migrations/35-unknown-intents.js';
import { CreditedPayments1800000000036 } from './migrations/36-credited-payments.js';
import { TransferTextsAndPrices1800000000037 } from './migrations/37-transfer-texts-and-prices.js';
import { runInOneTransaction, runPending, type MigrationClass } from './run-migrations.js';

/** How long a migration tries to lock tables that are in use. */
const MIGRATION_TIMEOUT_MS = 10 * 60_000;

const logger = new Logger('Database');

/** In the order in which they run. */
const MIGRATIONS: readonly MigrationClass[] = [
  Baseline1800000000001,
  CatalogChanges1800000000002,
  SearchCuration1800000000003,
  StockMovements1800000000004,
  PictureColors1800000000005,
  SizeTables1800000000006,
  WaysToPay1800000000007,
  Addresses1800000000008,
  ReviewPhotos1800000000009,
  GiftNotes1800000000010,
  StockAlerts1800000000011,
  Monitoring1800000000012,
  Integrations1800000000013,
  Housekeeping1800000000014,
  CartReminders1800000000015,
  WebhookSecrets1800000000016,
  CartReminderConfirmations1800000000017,
  CartReminderRefusals1800000000018,
  ProductsOfBrand1800000000019,
  StockAlertRefusals1800000000020,
  JoinedTransitionTables1800000000021,
  SearchRenames1800000000022,
  UndoDelivery1800000000023,
  AdminNotices1800000000024,
  ErasedAuditNames1800000000025,
  OrderLists1800000000026,
  ParcelTracking1800000000027,
  ListSearch1800000000028,
  OrdersByTrackingCode1800000000029,
  SearchOutboxAge1800000000030,
  GoodsOnTheirWay1800000000031,
  IndexesOfLargeLists1800000000032,
  StaffNotes1800000000033,
  SettledChats1800000000034,
  UnknownIntents1800000000035,
  CreditedPayments1800000000036,
  TransferTextsAndPrices1800000000037,
];

/** The names of this release's migrations, in their order. */
export const migrationNames = (): string[] => MIGRATIONS.map(({ name }) => name);

/** The newest migration of a later release that has run; undefined without one. */
export async function laterMigration(source: DataSource): Promise<string | undefined> {
  const rows = await source.query<{ name: string }[]>('SELECT name FROM migrations ORDER BY timestamp DESC, id DESC');
  const known = new Set(migrationNames());
  const newest = MIGRATIONS.at(-1)?.name.slice(-13) ?? '';
  // Migrations before the baseline have other names.
  return rows.find(({ name }) => !known.has(name) && name.slice(-13) > newest)?.name;
}

/**
 * Runs the first migrations on an empty database, inside the caller's transaction.
 * @param count how many
 */
export const migrateEmpty = (runner: QueryRunner, count: number): Promise<void> =>
  runInOneTransaction(runner, MIGRATIONS.slice(0, count));

/**
 * Runs pending migrations. Safe to call from several processes concurrently.
 * @param source the owner's data source
 * @param migrations those of this release; tests and benchmarks pass others
 * @param onRetry called each time that a migration found its tables in use; by default it prints that
 * @returns the names of the migrations that ran, empty when the schema was up to date
 */
export async function migrate(
  source: DataSource,
  { migrations = MIGRATIONS, timeoutMs = MIGRATION_TIMEOUT_MS, onRetry = warnOfRetry } = {},
): Promise<string[]> {
  const runner = source.createQueryRunner();
  try {
    return await runPending(runner, migrations, { timeoutMs, onRetry });
  } finally {
    await runner.release();
  }
}

function warnOfRetry(name: string): void {
  logger.warn(`The migration ${name} finds its tables in use, and tries again`);
}
