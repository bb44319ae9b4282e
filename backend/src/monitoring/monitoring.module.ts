import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CatalogModule } from '../catalog/catalog.module.js';
import { MediaModule } from '../media/media.module.js';
import { BrowserReportsController } from './browser/browser-reports.controller.js';
import { BrowserReports } from './browser/browser-reports.service.js';
import { HealthController } from './health.controller.js';
import { HeartbeatJob } from './heartbeat.job.js';
import { MetricsController } from './metrics.controller.js';
import { Readiness, Stopping } from './readiness.service.js';
import { WorkerHeartbeat } from './worker-heartbeat.entity.js';

const entities = TypeOrmModule.forFeature([WorkerHeartbeat]);

/** Health checks and metrics of the backend, and what browsers report. */
@Module({
  imports: [entities, DiscoveryModule, CatalogModule, MediaModule],
  controllers: [HealthController, MetricsController, BrowserReportsController],
  providers: [Readiness, Stopping, BrowserReports],
})
export class MonitoringModule {}

/** The worker's heartbeat. */
@Module({ imports: [entities], providers: [HeartbeatJob] })
export class MonitoringWorkerModule {}
