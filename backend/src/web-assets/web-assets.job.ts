import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Every } from '../platform/recurring.js';
import { keepWebAssets } from './keep-web-assets.js';

const EVERY_MS = 24 * 3_600_000;

/** Runs in the worker: notes each day that this release's files are in use, so that they outlive it. */
@Injectable()
export class WebAssetsJob {
  readonly logger = new Logger('WebAssets');

  constructor(private readonly db: DataSource) {}

  @Every(EVERY_MS, 'Scripts of this release were not noted as in use', { atStart: true })
  async tick(): Promise<void> {
    await keepWebAssets(this.db);
  }
}
