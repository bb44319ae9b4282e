import { WorkerHost } from '@nestjs/bullmq';
import { Logger, type INestApplicationContext } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { Job, Worker } from 'bullmq';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { DataSource } from 'typeorm';
import { Config } from '../platform/config/config.js';
import { isDatabaseDown } from '../platform/errors/database-down.js';
import { listenError } from '../platform/errors/listen-error.js';
import { mayReadMetrics } from '../platform/metrics/metrics-access.js';
import { watchdog } from '../platform/overload/watchdog.js';
import { repeatedLine } from '../platform/errors/repeated-line.js';
import { reasonOfError } from '../platform/errors/error-sentence.js';
import { queueOutage } from '../platform/queue/queue-outage.js';
import { liveness } from './liveness.js';
import { processMetrics, type ProcessMetrics } from './process-metrics.js';
import { registerQueues } from './shop-metrics.js';

const logger = new Logger('Jobs');

/** What BullMQ says of a job that lost its lock, was removed or cannot be repeated: its queue can be reached. */
const OF_A_JOB = /\bjob\b/;

/** Lets the watchdog name the jobs that this worker's queues are working on, and logs those that fail and lost connections. */
export function watchJobs(app: INestApplicationContext): void {
  for (const { instance } of app.get(DiscoveryService).getProviders() as { instance: unknown }[]) {
    if (!(instance instanceof WorkerHost)) continue;
    const worker = instance.worker as Worker;
    const end = (job?: Job) => watchdog.jobs.delete(`${worker.name} ${job?.id}`);
    worker.on('active', (job) => watchdog.jobs.set(`${worker.name} ${job.id}`, `${worker.name} ${job.name}`));
    worker.on('completed', end).on('failed', end);
    const logFailed = (error: Error, { name, id, attemptsMade } = {} as Job) =>
      logger.warn({ err: error, queue: worker.name, job: name, jobId: id, attemptsMade }, 'A job failed');
    // While the database is down, the jobs of a full queue fail by the dozen each second, all for a few reasons.
    const logOutage = repeatedLine(logFailed, reasonOfError);
    worker.on('failed', (job, error) => (isDatabaseDown(error) ? logOutage : logFailed)(error, job));
    // Without a listener BullMQ prints the error itself, and not as JSON.
    worker.on('error', (error) => {
      if (!OF_A_JOB.test(error.message)) return queueOutage.note(error);
      logger.warn({ err: error, queue: worker.name }, 'A queue reports an error of a job');
    });
  }
}

/** Answers `/metrics` and, for health checks, `/healthz`; a worker serves nothing else. */
export async function serveMetrics(
  app: INestApplicationContext,
  address: { host: string; port: number },
): Promise<Server> {
  const { metricsToken } = app.get(Config);
  let metrics: ProcessMetrics | undefined;
  const server = createServer((request, response) => {
    if (request.url === '/healthz') return void answer(response, 'application/json', JSON.stringify(liveness()));
    if (request.url !== '/metrics' || !mayReadMetrics(request, metricsToken)) return void response.writeHead(404).end();
    metrics ??= workerMetrics(app);
    metrics
      .text()
      .then((text) => answer(response, metrics!.registry.contentType, text))
      .catch(() => response.writeHead(500).end());
  });
  await once(server.listen(address.port, address.host), 'listening').catch((error: Error) => {
    throw listenError(error, address, { host: 'BACKEND_HOST', port: 'WORKER_METRICS_PORT' });
  });
  return server;
}

const answer = (response: ServerResponse, type: string, text: string) =>
  response.writeHead(200, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(text);

function workerMetrics(app: INestApplicationContext): ProcessMetrics {
  const metrics = processMetrics(app.get(DataSource));
  registerQueues(metrics.registry, app.get(DiscoveryService));
  return metrics;
}
