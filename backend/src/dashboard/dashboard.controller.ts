import { Controller, Get, Query } from '@nestjs/common';
import { Admin } from '../platform/http/access.js';
import { Answers } from '../platform/http/openapi.js';
import { Counts, Dashboard, DashboardQuery } from '../contract/dashboard.js';
import { DashboardService } from './dashboard.service.js';

/** The dashboard's figures, for administrators. */
@Admin()
@Controller('api/admin')
export class DashboardController {
  constructor(private readonly figures: DashboardService) {}

  @Get('dashboard')
  @Answers(Dashboard)
  dashboard(@Query({ schema: DashboardQuery }) query: DashboardQuery) {
    return this.figures.dashboard(query);
  }

  @Get('counts')
  @Answers(Counts)
  counts() {
    return this.figures.counts();
  }
}
