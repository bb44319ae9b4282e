import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { setTimeout as pause } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { repeatedLine } from '../../platform/errors/repeated-line.js';
import { followRename } from './renames.js';

const LOOK_MS = 1_000;

/**
 * Runs in the worker: follows renamed brands and categories. Each batch is a transaction that stores how far it came, so a worker that
 * was killed continues there.
 */
@Injectable()
export class RenamesJob implements OnModuleDestroy {
  private readonly logger = new Logger('Search');
  private readonly logFailure = repeatedLine((error: Error) =>
    this.logger.warn(`Products of a renamed brand or category wait for the next look: ${error.message}`),
  );
  private readonly stopped = new AbortController();
  private running: Promise<void> | undefined;

  constructor(private readonly db: DataSource) {}

  @Interval(LOOK_MS)
  async look(): Promise<void> {
    if (this.running || this.stopped.signal.aborted) return;
    this.running = this.follow()
      .catch((error: unknown) => this.logFailure(error as Error))
      .finally(() => (this.running = undefined));
    await this.running;
  }

  /** Stops after the batch that runs. */
  async onModuleDestroy(): Promise<void> {
    this.stopped.abort();
    await this.running;
  }

  /** Pauses after each batch for as long as it took: orders of the same products come first. */
  private async follow(): Promise<void> {
    while (!this.stopped.signal.aborted) {
      const began = performance.now();
      if (!(await followRename(this.db))) return;
      await pause(performance.now() - began);
    }
  }
}
