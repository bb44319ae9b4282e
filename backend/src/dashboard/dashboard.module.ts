import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DashboardController } from './dashboard.controller.js';
import { DashboardService } from './dashboard.service.js';
import { DailyRollupJob } from './daily-rollup.job.js';
import { DailyProductStats, DailyShopStats, QueuedOrderEvent } from './daily-stats.entity.js';

/** The dashboard: revenue, sales and open work. */
@Module({
  imports: [TypeOrmModule.forFeature([DailyShopStats, DailyProductStats, QueuedOrderEvent])],
  controllers: [DashboardController],
  providers: [DashboardService],
})
export class DashboardModule {}

/** The worker's part: the daily rollup. */
@Module({ providers: [DailyRollupJob] })
export class DashboardWorkerModule {}
