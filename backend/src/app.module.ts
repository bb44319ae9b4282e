import { Global, Module, type DynamicModule } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { ScheduleModule } from '@nestjs/schedule';
import { TypeOrmModule } from '@nestjs/typeorm';
import { LoggerModule } from 'nestjs-pino';
import { StoredResponse } from './platform/batching/stored-response.entity.js';
import { SearchModule, SearchWorkerModule } from './search/search.module.js';
import { AuditModule } from './audit/audit.module.js';
import { AuthModule } from './auth/auth.module.js';
import { CatalogModule } from './catalog/catalog.module.js';
import { ChatModule } from './chat/chat.module.js';
import { QueueModule } from './platform/queue/queue.js';
import { Config } from './platform/config/config.js';
import { CouponsModule } from './coupons/coupons.module.js';
import { DashboardModule, DashboardWorkerModule } from './dashboard/dashboard.module.js';
import { dataSourceOptions } from './platform/database/data-source.js';
import { RecurringMethods } from './platform/recurring.js';
import { logOptions } from './platform/http/request-log.js';
import { logDestination } from './platform/log-destination.js';
import { HousekeepingModule, HousekeepingWorkerModule } from './housekeeping/housekeeping.module.js';
import { ImportsModule, ImportsWorkerModule } from './catalog/import/runs/imports.module.js';
import { LedgerCheckModule, LedgerCheckWorkerModule } from './ledger-check/ledger-check.module.js';
import { MailModule, MailWorkerModule } from './mail/mail.module.js';
import { MediaModule, MediaWorkerModule } from './media/media.module.js';
import { MonitoringModule, MonitoringWorkerModule } from './monitoring/monitoring.module.js';
import { OrdersModule, OrdersWorkerModule } from './orders/orders.module.js';
import { PayboxModule } from './paybox/paybox.module.js';
import { PaymentsModule, PaymentsWorkerModule } from './payments/payments.module.js';
import { RefundsModule } from './refunds/refunds.module.js';
import { WebhookEndpointsModule, WebhookEndpointsWorkerModule } from './webhooks/webhook-endpoints.module.js';
import { StockAlertsWorkerModule } from './catalog/stock-alerts/stock-alerts-worker.module.js';
import { SettingsModule } from './settings/settings.module.js';
import { WebAssetsModule, WebAssetsWorkerModule } from './web-assets/web-assets.module.js';

@Global()
@Module({})
class ConfigModule {
  static with(config: Config): DynamicModule {
    return { module: ConfigModule, providers: [{ provide: Config, useValue: config }], exports: [Config] };
  }
}

/**
 * The modules of every process: settings, log, database, queues.
 * @param reservesConnections whether payments have connections of their own
 */
const ground = (config: Config, reservesConnections: boolean) => [
  ConfigModule.with(config),
  LoggerModule.forRoot({ pinoHttp: [logOptions(config), logDestination()] }),
  TypeOrmModule.forRoot({
    ...dataSourceOptions(config.databaseUrl, {
      directUrl: config.directDatabaseUrl,
      max: config.databasePool,
      reservesConnections,
    }),
    autoLoadEntities: true,
    entities: [StoredResponse],
    retryAttempts: 0,
  }),
  QueueModule.forRoot(),
];

/** The whole backend. Feature modules stand in a line and import only those before them. */
@Module({})
export class AppModule {
  static with(config: Config): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ...ground(config, true),
        DiscoveryModule,
        WebAssetsModule,
        AuditModule,
        MailModule,
        AuthModule,
        WebhookEndpointsModule,
        MediaModule,
        CatalogModule,
        ImportsModule,
        SearchModule,
        SettingsModule,
        CouponsModule,
        LedgerCheckModule,
        OrdersModule,
        PayboxModule,
        PaymentsModule.with(config),
        RefundsModule,
        ChatModule,
        DashboardModule,
        HousekeepingModule,
        MonitoringModule,
      ],
    };
  }
}

/** The worker: what takes longer than a request may. */
@Module({})
export class WorkerModule {
  static with(config: Config): DynamicModule {
    return {
      module: WorkerModule,
      imports: [
        ...ground(config, false),
        DiscoveryModule,
        ScheduleModule.forRoot(),
        WebAssetsWorkerModule,
        MailWorkerModule,
        WebhookEndpointsWorkerModule,
        MediaWorkerModule,
        ImportsWorkerModule,
        StockAlertsWorkerModule,
        SearchWorkerModule,
        OrdersWorkerModule,
        LedgerCheckWorkerModule,
        PaymentsWorkerModule.with(config),
        DashboardWorkerModule,
        HousekeepingWorkerModule,
        MonitoringWorkerModule,
      ],
      providers: [RecurringMethods],
    };
  }
}
