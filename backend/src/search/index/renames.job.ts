import { Injectable, Logger } from '@nestjs/common';
import { setTimeout as pause } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { Every } from '../../platform/recurring.js';
import { followRename } from './renames.js';

const LOOK_MS = 1_000;

/**
 * Runs in the worker: follows renamed brands and categories. Each batch is a transaction that stores how far it came, so a worker that
 * was killed continues there.
 */
@Injectable()
export class RenamesJob {
  readonly logger = new Logger('Search');

  constructor(private readonly db: DataSource) {}

  /**
   * Pauses after each batch for as long as it took: orders of the same products come first.
   * @param signal stops it after the batch that runs
   */
  @Every(LOOK_MS, 'Products of a renamed brand or category wait for the next look')
  async tick(signal?: AbortSignal): Promise<void> {
    while (!signal?.aborted) {
      const began = performance.now();
      if (!(await followRename(this.db))) return;
      await pause(performance.now() - began);
    }
  }
}
