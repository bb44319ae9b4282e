import { BullModule } from '@nestjs/bullmq';
import {
  Global,
  Inject,
  Injectable,
  Module,
  type DynamicModule,
  type OnApplicationShutdown,
  type OnModuleInit,
} from '@nestjs/common';
import { DiscoveryModule, DiscoveryService } from '@nestjs/core';
import { createPostgresBackend, Queue, runMigrations, setDefaultBackendFactory, type QueueOptions } from 'bullmq';
import { Pool } from 'pg';
import { Config } from '../config/config.js';
import { waitAtMost } from '../promises/wait-at-most.js';
import { requestTelemetry } from './job-request.js';
import { queueOutage } from './queue-outage.js';
import { redisBackend } from './redis-backend.js';

const QUEUE_POOL = Symbol('QUEUE_POOL');
/** BullMQ's schema in the shop's database, when there is no Redis. */
export const QUEUE_SCHEMA = 'bullmq';
/** Each worker and QueueEvents holds a connection while it waits; the others serve short statements. */
const POOL_SIZE = 16;
/** How long the queues may take to connect at the start, in milliseconds. */
const CONNECT_MS = 10_000;

/** Notes lost connections of the queues: without a listener BullMQ prints the error itself, and not as JSON. */
@Injectable()
class QueueErrors implements OnModuleInit, OnApplicationShutdown {
  constructor(private readonly discovery: DiscoveryService) {}

  /** @throws Error when a queue cannot connect: until its first connection it would keep each job in memory */
  async onModuleInit(): Promise<void> {
    const queues = this.discovery
      .getProviders()
      .flatMap(({ instance }: { instance: unknown }) => (instance instanceof Queue ? (instance as Queue) : []));
    for (const queue of queues) {
      queue.on('error', (error: Error) => queueOutage.note(error));
      queueOutage.probe = () => queue.getWaitingCount();
    }
    const connected = await waitAtMost(CONNECT_MS, Promise.all(queues.map((queue) => queue.waitUntilReady())));
    if (!connected) throw new Error(`The queues cannot be reached within ${CONNECT_MS / 1_000} s`);
  }

  onApplicationShutdown(): void {
    queueOutage.end();
  }
}

/** Ends the shared pool. */
@Injectable()
class QueuePoolCloser implements OnApplicationShutdown {
  constructor(@Inject(QUEUE_POOL) private readonly pool: Pool | null) {}

  async onApplicationShutdown(): Promise<void> {
    await this.pool?.end();
  }
}

/** Global, because Nest shuts global modules down last, after the queues have released their connections. */
@Global()
@Module({
  providers: [QueuePoolCloser, { provide: QUEUE_POOL, inject: [Config], useFactory: openPool }],
  exports: [QUEUE_POOL],
})
class QueuePoolModule {}

/**
 * BullMQ for the whole process: on Redis when REDIS_URL is set, else on the shop's own PostgreSQL in the schema
 * `bullmq`, where all queues share one pool. A module registers its queue with `BullModule.registerQueue({ name })`.
 *
 * Jobs carry ids and may run twice. A job that is added after a commit may be lost with the process, so the transaction
 * also writes a row with the pending work, and the worker polls for such rows.
 *
 * A job that a request adds carries its id, see `requestTelemetry`.
 */
@Module({})
export class QueueModule {
  static forRoot(): DynamicModule {
    const options = BullModule.forRootAsync({
      imports: [QueuePoolModule],
      inject: [QUEUE_POOL, Config],
      useFactory: (pool: Pool | null, config: Config) => ({
        // BullMQ's types allow Redis connections only; its PostgreSQL backend takes a pool instead.
        connection: (pool ?? {
          url: config.redisUrl,
          maxRetriesPerRequest: null,
        }) as unknown as QueueOptions['connection'],
        telemetry: requestTelemetry,
        defaultJobOptions: { removeOnComplete: 1_000, removeOnFail: 5_000 },
      }),
    });
    return { module: QueueModule, imports: [options, DiscoveryModule], providers: [QueueErrors] };
  }
}

async function openPool(config: Config): Promise<Pool | null> {
  // Applies to every queue that BullMQ opens from now on, including those that Nest's module opens.
  if (config.redisUrl) {
    setDefaultBackendFactory(redisBackend);
    return null;
  }
  setDefaultBackendFactory(createPostgresBackend);
  const pool = new Pool({
    connectionString: config.directDatabaseUrl,
    max: POOL_SIZE,
    options: `-c search_path=${QUEUE_SCHEMA}`,
    application_name: 'may-queue',
    keepAlive: true,
    // An unresponsive queue must not block the request that adds a job.
    connectionTimeoutMillis: 10_000,
    query_timeout: 35_000,
  });
  pool.setMaxListeners(0);
  pool.on('error', (error) => queueOutage.note(error));
  const client = await pool.connect();
  try {
    await runMigrations(client, QUEUE_SCHEMA);
  } finally {
    client.release();
  }
  return pool;
}
