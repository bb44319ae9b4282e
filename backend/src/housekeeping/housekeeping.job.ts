import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { DataSource } from 'typeorm';
import { OrphanSweep } from '../media/orphan-sweep.js';
import { Config } from '../platform/config/config.js';
import { Recurring } from '../platform/recurring.js';
import { cleanUp } from './clean-up.js';
import { readTime } from './housekeeping.sql.js';
import { RETENTION_RULES } from './rules.js';

const EVERY_MS = 60_000;

/** Runs in the worker: looks every minute whether it is night and something is left to clean up. */
@Injectable()
export class HousekeepingJob implements OnModuleDestroy {
  private readonly logger = new Logger('Housekeeping');
  private readonly runs = new Recurring(
    () => this.work(),
    ({ message }) => this.logger.warn(`Housekeeping goes on in a minute: ${message}`),
  );

  constructor(
    private readonly db: DataSource,
    private readonly config: Config,
    private readonly pictures: OrphanSweep,
  ) {}

  @Interval(EVERY_MS)
  tick(): Promise<void> {
    return this.runs.tick();
  }

  /** Stops after the batch that runs; the next worker continues. */
  onModuleDestroy(): Promise<void> {
    return this.runs.stop();
  }

  private async work(): Promise<void> {
    await cleanUp(this.db, [...RETENTION_RULES, { table: 'media', sweep: () => this.sweepPictures() }], {
      now: await readTime(this.db),
      hour: this.config.housekeepingHour,
      days: this.config.retentionDays,
      signal: this.runs.signal,
    });
  }

  private async sweepPictures(): Promise<number> {
    const { pictures, folders } = await this.pictures.sweep(this.runs.signal);
    if (folders > 0) this.logger.log(`Deleted ${folders} folders of files without a picture`);
    return pictures;
  }
}
