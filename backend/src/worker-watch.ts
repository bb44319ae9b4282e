import { WorkerHost } from '@nestjs/bullmq';
import type { INestApplicationContext } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { Job, Worker } from 'bullmq';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { Registry } from 'prom-client';
import { DataSource } from 'typeorm';
import { watchdog } from './platform/overload/watchdog.js';
import { processMetrics } from './metrics.js';

/** Lets the watchdog name the jobs that this worker's queues are working on. */
export function watchJobs(app: INestApplicationContext): void {
  for (const { instance } of app.get(DiscoveryService).getProviders() as { instance: unknown }[]) {
    if (!(instance instanceof WorkerHost)) continue;
    const worker = instance.worker as Worker;
    const end = (job?: Job) => watchdog.jobs.delete(`${worker.name} ${job?.id}`);
    worker.on('active', (job) => watchdog.jobs.set(`${worker.name} ${job.id}`, `${worker.name} ${job.name}`));
    worker.on('completed', end).on('failed', end);
  }
}

/** Answers `GET /metrics`, and nothing else: a worker serves nobody. */
export async function serveMetrics(
  app: INestApplicationContext,
  address: { host: string; port: number },
): Promise<Server> {
  let registry: Promise<Registry> | undefined;
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end();
    registry ??= processMetrics(app.get(DataSource)).then((metrics) => metrics.registry);
    registry
      .then(async (all) => response.setHeader('Content-Type', all.contentType).end(await all.metrics()))
      .catch(() => response.writeHead(500).end());
  });
  await once(server.listen(address.port, address.host), 'listening');
  return server;
}
