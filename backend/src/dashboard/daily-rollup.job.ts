import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { DataSource } from 'typeorm';
import { rollUpDays } from './daily-rollup.js';

const EVERY_MS = 60_000;

/** Runs in the worker: adds queued events to the daily stats. */
@Injectable()
export class DailyRollupJob {
  private readonly logger = new Logger('Dashboard');

  constructor(private readonly db: DataSource) {}

  @Interval(EVERY_MS)
  async count(): Promise<void> {
    try {
      await rollUpDays(this.db);
    } catch (error) {
      this.logger.warn(`The daily rollup failed: ${(error as Error).message}`);
    }
  }
}
