import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { DataSource } from 'typeorm';
import { SEARCH_STATS_DAYS } from '../../contract/rules.js';
import { shiftDay, shopDay } from '../../platform/shop-day.js';
import { deleteStatsBefore } from './search-stats.sql.js';

const EVERY_MS = 3_600_000;

/** Runs in the worker: deletes search statistics older than `SEARCH_STATS_DAYS`. */
@Injectable()
export class SearchStatsCleanup {
  private readonly logger = new Logger('Search statistics');

  constructor(private readonly db: DataSource) {}

  @Interval(EVERY_MS)
  async clean(): Promise<void> {
    try {
      await deleteStatsBefore(this.db, shiftDay(shopDay(new Date()), -SEARCH_STATS_DAYS));
    } catch (error) {
      this.logger.warn(`Old searches stay: ${(error as Error).message}`);
    }
  }
}
