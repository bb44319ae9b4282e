import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { BrowserReport } from '../../contract/administration/browser-reports.js';
import { Public } from '../../platform/http/access.js';
import { Summary, TaggedAs } from '../../platform/openapi/openapi.js';
import { RateLimited } from '../../platform/rate-limits/rate-limits.js';
import { BrowserReports } from './browser-reports.service.js';

/** Receives Web Vitals and unexpected errors from browsers, for the metrics and the log. */
@Public()
@TaggedAs('Health')
@Controller('api/browser-reports')
export class BrowserReportsController {
  constructor(private readonly reports: BrowserReports) {}

  @RateLimited('browserReportPerCaller')
  @Summary('Records the Web Vitals and unexpected errors of one page load')
  @Post()
  @HttpCode(204)
  record(@Body({ schema: BrowserReport }) report: BrowserReport): void {
    this.reports.record(report);
  }
}
