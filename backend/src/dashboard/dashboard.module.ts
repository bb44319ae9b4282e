import { Module } from '@nestjs/common';
import { DashboardController } from './dashboard.controller.js';
import { DashboardService } from './dashboard.service.js';
import { DayCounter } from './day-counter.js';

/** What the shop earned, sold and has to do. */
@Module({ controllers: [DashboardController], providers: [DashboardService] })
export class DashboardModule {}

/** The part of it that runs in the worker: it counts. */
@Module({ providers: [DayCounter] })
export class DashboardWorkerModule {}
