import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { setTimeout as pause } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { Recurring } from '../../platform/recurring.js';
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
  private readonly looks = new Recurring(
    () => this.follow(),
    repeatedLine(({ message }: Error) =>
      this.logger.warn(`Products of a renamed brand or category wait for the next look: ${message}`),
    ),
  );

  constructor(private readonly db: DataSource) {}

  @Interval(LOOK_MS)
  tick(): Promise<void> {
    return this.looks.tick();
  }

  /** Stops after the batch that runs. */
  onModuleDestroy(): Promise<void> {
    return this.looks.stop();
  }

  /** Pauses after each batch for as long as it took: orders of the same products come first. */
  private async follow(): Promise<void> {
    while (!this.looks.signal.aborted) {
      const began = performance.now();
      if (!(await followRename(this.db))) return;
      await pause(performance.now() - began);
    }
  }
}
