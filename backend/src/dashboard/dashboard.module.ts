import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CustomersController } from './customers.controller.js';
import { CustomersService } from './customers.service.js';
import { DashboardController } from './dashboard.controller.js';
import { DashboardService } from './dashboard.service.js';
import { DailyRollupJob } from './daily-rollup.job.js';
import { DailyProductStats, DailyShopStats, QueuedOrderEvent } from './daily-stats.entity.js';

/** The dashboard: revenue, sales, open work, and customers at a glance. */
@Module({
  imports: [TypeOrmModule.forFeature([DailyShopStats, DailyProductStats, QueuedOrderEvent])],
  controllers: [DashboardController, CustomersController],
  providers: [DashboardService, CustomersService],
})
export class DashboardModule {}

/** The worker's part: the daily rollup. */
@Module({ providers: [DailyRollupJob] })
export class DashboardWorkerModule {}
