import { Module } from '@nestjs/common';
import { DashboardController } from './dashboard.controller.js';
import { DashboardService } from './dashboard.service.js';
import { DailyRollupJob } from './daily-rollup.job.js';

/** The dashboard: revenue, sales and open work. */
@Module({ controllers: [DashboardController], providers: [DashboardService] })
export class DashboardModule {}

/** The worker's part: the daily rollup. */
@Module({ providers: [DailyRollupJob] })
export class DashboardWorkerModule {}
