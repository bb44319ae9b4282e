import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { Logger } from 'nestjs-pino';
import { constants, setPriority } from 'node:os';
import { WorkerModule } from './app.module.js';
import { watchdog } from './common/watchdog.js';
import { Config } from './config.js';
import { runProcess } from './process.js';

await runProcess(async () => {
  const config = Config.ofProcess();
  // Nobody waits for a job as a shopper waits for a page.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  const app = await NestFactory.createApplicationContext(WorkerModule.with(config), {
    bufferLogs: true,
    abortOnError: false,
  });
  app.useLogger(app.get(Logger));
  watchdog.start();
  return { close: () => app.close() };
});
