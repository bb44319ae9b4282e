import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Every } from '../platform/recurring.js';
import { rollUpDays } from './daily-rollup.js';

const EVERY_MS = 60_000;

/** Runs in the worker: adds queued events to the daily stats. */
@Injectable()
export class DailyRollupJob {
  readonly logger = new Logger('Dashboard');

  constructor(private readonly db: DataSource) {}

  @Every(EVERY_MS, 'The daily rollup failed')
  async tick(): Promise<void> {
    await rollUpDays(this.db);
  }
}
