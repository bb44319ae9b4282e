import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { DataSource } from 'typeorm';
import { storeHeartbeat } from './heartbeat.sql.js';

const EVERY_MS = 10_000;

/** Runs in the worker: stores a heartbeat every ten seconds, for `/readyz` and the metrics. */
@Injectable()
export class HeartbeatJob implements OnApplicationBootstrap {
  private readonly logger = new Logger('Heartbeat');

  constructor(private readonly db: DataSource) {}

  onApplicationBootstrap(): Promise<void> {
    return this.tick();
  }

  @Interval(EVERY_MS)
  async tick(): Promise<void> {
    await storeHeartbeat(this.db).catch((error: Error) =>
      this.logger.warn(`The heartbeat was not stored: ${error.message}`),
    );
  }
}
