import { Injectable, Logger } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { OrphanSweep } from '../media/orphan-sweep.js';
import { Config } from '../platform/config/config.js';
import { readTime } from '../platform/database/read-time.sql.js';
import { Every } from '../platform/recurring.js';
import { cleanUp } from './clean-up.js';
import { RETENTION_RULES } from './rules.js';

const EVERY_MS = 60_000;

/** Runs in the worker: looks every minute whether it is night and something is left to clean up. */
@Injectable()
export class HousekeepingJob {
  readonly logger = new Logger('Housekeeping');

  constructor(
    private readonly db: DataSource,
    private readonly config: Config,
    private readonly pictures: OrphanSweep,
  ) {}

  /** @param signal stops it after the batch that runs; the next worker continues */
  @Every(EVERY_MS, 'Housekeeping goes on in a minute')
  async tick(signal?: AbortSignal): Promise<void> {
    const media = {
      table: 'media',
      sweep: (session: EntityManager, lost: AbortSignal) =>
        this.sweepPictures(session, signal ? AbortSignal.any([signal, lost]) : lost),
    };
    await cleanUp(this.db, [...RETENTION_RULES, media], {
      now: await readTime(this.db),
      hour: this.config.housekeepingHour,
      days: this.config.retentionDays,
      signal,
    });
  }

  private async sweepPictures(session: EntityManager, signal: AbortSignal): Promise<number> {
    const { pictures, folders } = await this.pictures.sweep(session, signal);
    if (folders > 0) this.logger.log(`Deleted ${folders} folders of files without a picture`);
    return pictures;
  }
}
