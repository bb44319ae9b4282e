import { NestFactory } from '@nestjs/core';
import { WorkerModule } from '../../src/app.module.js';
import { Config } from '../../src/platform/config/config.js';
import { shop } from './client.js';

/** Starts a worker in this process, with the settings of the shop under test. The caller closes it. */
export const openWorker = (config = shop().app.get(Config)) =>
  NestFactory.createApplicationContext(WorkerModule.with(config), { logger: false });
