import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { Logger } from 'nestjs-pino';
import { constants, setPriority } from 'node:os';
import { WorkerModule } from './app.module.js';
import { watchdog } from './platform/overload/watchdog.js';
import { Config } from './platform/config/config.js';
import { warnOfFileStore } from './platform/file-store/open-file-store.js';
import { runProcess } from './platform/process.js';
import { serveMetrics, watchJobs } from './monitoring/worker-watch.js';

await runProcess(async () => {
  const config = Config.ofProcess();
  await warnOfFileStore(config);
  // Nobody waits for a job as a shopper waits for a page.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  const app = await NestFactory.createApplicationContext(WorkerModule.with(config), {
    bufferLogs: true,
    abortOnError: false,
  });
  app.useLogger(app.get(Logger));
  watchJobs(app);
  watchdog.start();
  const metrics = config.workerMetrics && (await serveMetrics(app, config.workerMetrics));
  return {
    close: () => {
      metrics?.close();
      return app.close();
    },
  };
});
