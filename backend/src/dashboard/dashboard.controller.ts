import { Controller, Get, Query } from '@nestjs/common';
import { Admin } from '../platform/http/access.js';
import { Answers, Summary, TaggedAs } from '../platform/openapi/openapi.js';
import { Counts, Dashboard, DashboardQuery } from '../contract/administration/dashboard.js';
import { DashboardService } from './dashboard.service.js';

/** The dashboard's figures, for administrators. */
@Admin()
@TaggedAs('Reports')
@Controller('api/admin')
export class DashboardController {
  constructor(private readonly figures: DashboardService) {}

  @Get('dashboard')
  @Summary("Reads the shop's figures for a period")
  @Answers(Dashboard)
  dashboard(@Query({ schema: DashboardQuery }) query: DashboardQuery) {
    return this.figures.dashboard(query);
  }

  @Get('counts')
  @Summary('Counts the tasks that wait for an administrator')
  @Answers(Counts)
  counts() {
    return this.figures.counts();
  }
}
