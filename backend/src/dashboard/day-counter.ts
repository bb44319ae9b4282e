import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { DataSource } from 'typeorm';
import { countDays } from './shop-days.js';

const EVERY_MS = 60_000;

/** Runs in the worker: counts what happened into the shop's days. */
@Injectable()
export class DayCounter {
  private readonly logger = new Logger('Dashboard');

  constructor(private readonly db: DataSource) {}

  @Interval(EVERY_MS)
  async count(): Promise<void> {
    try {
      await countDays(this.db);
    } catch (error) {
      this.logger.warn(`The days could not be counted: ${(error as Error).message}`);
    }
  }
}
