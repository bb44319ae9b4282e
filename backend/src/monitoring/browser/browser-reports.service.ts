import { Injectable, Logger } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import type { BrowserError, BrowserReport } from '../../contract/administration/browser-reports.js';
import { PAGE_KINDS } from '../../contract/administration/report-rules.js';
import { counter, histogram } from '../../platform/metrics/registry.js';
import { MinuteBudget } from './minute-budget.js';

/** Reports that one process takes in a minute, from all networks together. */
export const MAX_REPORTS_A_MINUTE = 600;
/** Errors that one process logs in a minute; the rest is only counted. */
export const MAX_LOGGED_A_MINUTE = 20;

const seconds = histogram(
  'may_web_vitals_seconds',
  'Web Vitals of a share of page loads, as browsers report them.',
  ['vital', 'page'],
  [0.1, 0.2, 0.5, 0.8, 1.8, 2.5, 4, 8],
);
const shift = histogram(
  'may_web_vitals_shift',
  'Cumulative Layout Shift of a share of page loads, as browsers report it.',
  ['page'],
  [0.01, 0.05, 0.1, 0.25, 0.5],
);
const errors = counter('may_browser_errors_total', 'Unexpected errors of scripts, as browsers report them.', {
  page: PAGE_KINDS,
});
const reports = counter('may_browser_reports_total', 'Reports of browsers.', { result: ['taken', 'dropped'] });

/** What would break a line of a log, or change how a terminal shows it. */
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}]/gu;

/** Counts what browsers report, and logs some of their errors. Nothing is stored, and anybody may report anything. */
@Injectable()
export class BrowserReports {
  private readonly logger = new Logger('Browser');
  private readonly taken = new MinuteBudget(MAX_REPORTS_A_MINUTE);
  private readonly logged = new MinuteBudget(MAX_LOGGED_A_MINUTE);

  constructor(private readonly pino: PinoLogger) {}

  /** Takes a report, or drops it when this minute had enough. */
  record({ release, page, vitals = {}, errors: unexpected = [] }: BrowserReport): void {
    const isTaken = this.taken.consume();
    reports.inc({ result: isTaken ? 'taken' : 'dropped' });
    if (!isTaken) return;
    const { cls, ...times } = vitals;
    for (const [vital, ms] of Object.entries(times)) if (ms !== undefined) seconds.observe({ vital, page }, ms / 1_000);
    if (cls !== undefined) shift.observe({ page }, cls);
    for (const error of unexpected) this.count(error, release);
  }

  private count({ page, name, message, frames }: BrowserError, release: string): void {
    errors.inc({ page });
    if (!this.logged.consume()) return;
    const error = { name, message: message.replace(INVISIBLE, ' '), frames };
    // Outside of the request: its id would lead to the line with the visitor's address.
    this.pino.runInContext(() => this.logger.warn({ page, release, error }, 'Browser error'));
  }
}
