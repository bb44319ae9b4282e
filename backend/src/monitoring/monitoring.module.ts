import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MediaModule } from '../media/media.module.js';
import { HealthController } from './health.controller.js';
import { HeartbeatJob } from './heartbeat.job.js';
import { MetricsController } from './metrics.controller.js';
import { Readiness, Stopping } from './readiness.service.js';
import { WorkerHeartbeat } from './worker-heartbeat.entity.js';

const entities = TypeOrmModule.forFeature([WorkerHeartbeat]);

/** Health checks and metrics of the backend. */
@Module({
  imports: [entities, DiscoveryModule, MediaModule],
  controllers: [HealthController, MetricsController],
  providers: [Readiness, Stopping],
})
export class MonitoringModule {}

/** The worker's sign of life. */
@Module({ imports: [entities], providers: [HeartbeatJob] })
export class MonitoringWorkerModule {}
