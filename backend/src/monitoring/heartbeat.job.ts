import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Every } from '../platform/recurring.js';
import { storeHeartbeat } from './heartbeat.sql.js';

const EVERY_MS = 10_000;

/** Runs in the worker: stores a heartbeat every ten seconds, for `/readyz` and the metrics. */
@Injectable()
export class HeartbeatJob {
  readonly logger = new Logger('Heartbeat');

  constructor(private readonly db: DataSource) {}

  @Every(EVERY_MS, 'The heartbeat was not stored', { atStart: true })
  async tick(): Promise<void> {
    await storeHeartbeat(this.db);
  }
}
