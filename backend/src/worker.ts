import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { Logger } from 'nestjs-pino';
import { WorkerModule } from './app.module.js';
import { watchdog } from './platform/overload/watchdog.js';
import { Config } from './platform/config/config.js';
import { connectDatabase, createDataSource } from './platform/database/data-source.js';
import { warnOfFileStore } from './platform/file-store/open-file-store.js';
import { checkRedis } from './platform/queue/check-redis.js';
import { NICE, lowerPriority } from './platform/process-priority.js';
import { runProcess } from './platform/process.js';
import { traceProcess } from './platform/tracing/backend-tracing.js';
import { serveMetrics, watchJobs } from './monitoring/worker-watch.js';

/** The application prints a stack trace when it cannot connect. @throws Error with one sentence */
async function checkDatabase({ databaseUrl }: Config): Promise<void> {
  await (await connectDatabase(createDataSource(databaseUrl))).destroy();
}

await runProcess(async () => {
  lowerPriority(NICE.worker);
  const config = Config.ofProcess();
  await traceProcess(config, 'may-worker');
  await warnOfFileStore(config);
  await checkRedis(config);
  await checkDatabase(config);
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
