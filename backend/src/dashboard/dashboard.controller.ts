import { Controller, Get, Query } from '@nestjs/common';
import { Admin } from '../common/access.js';
import { Answers } from '../common/openapi.js';
import { Counts, Dashboard, DashboardQuery } from '../contract/dashboard.js';
import { DashboardService } from './dashboard.service.js';

/** The shop in figures, for its administrators. */
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
