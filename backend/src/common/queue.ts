import { BullModule } from '@nestjs/bullmq';
import {
  Global,
  Inject,
  Injectable,
  Logger,
  Module,
  type DynamicModule,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { createPostgresBackend, runMigrations, setDefaultBackendFactory, type QueueOptions } from 'bullmq';
import { Pool } from 'pg';
import { Config } from '../config.js';

const QUEUE_POOL = Symbol('QUEUE_POOL');
/** Where BullMQ keeps its queues in the shop's database, without a Redis. */
export const QUEUE_SCHEMA = 'bullmq';
/** A worker and each QueueEvents hold a connection while they wait; the rest is for everyone's short statements. */
const POOL_SIZE = 16;

/** Ends the shared pool. */
@Injectable()
class QueuePoolCloser implements OnApplicationShutdown {
  constructor(@Inject(QUEUE_POOL) private readonly pool: Pool | null) {}

  async onApplicationShutdown(): Promise<void> {
    await this.pool?.end();
  }
}

/** Global, because Nest shuts global modules down last: the queues have given their connections back by then. */
@Global()
@Module({
  providers: [QueuePoolCloser, { provide: QUEUE_POOL, inject: [Config], useFactory: openPool }],
  exports: [QUEUE_POOL],
})
class QueuePoolModule {}

/**
 * BullMQ for the whole process: on Redis when REDIS_URL is set, else on the shop's own PostgreSQL in the schema
 * `bullmq`, where all queues share one pool. A module asks for its queue with `BullModule.registerQueue({ name })`.
 *
 * Jobs carry ids and may run twice. A job that is added after a commit may be lost with the process, so whoever adds it
 * leaves a row that says what is still to be done, and the worker looks for such rows.
 */
@Module({})
export class QueueModule {
  static forRoot(): DynamicModule {
    const options = BullModule.forRootAsync({
      imports: [QueuePoolModule],
      inject: [QUEUE_POOL, Config],
      useFactory: (pool: Pool | null, config: Config) => ({
        // BullMQ's types know Redis connections only; its PostgreSQL backend takes a pool in their place.
        connection: (pool ?? {
          url: config.redisUrl,
          maxRetriesPerRequest: null,
        }) as unknown as QueueOptions['connection'],
        defaultJobOptions: { removeOnComplete: 1_000, removeOnFail: 5_000 },
      }),
    });
    return { module: QueueModule, imports: [options] };
  }
}

async function openPool(config: Config): Promise<Pool | null> {
  // For everything that BullMQ opens from here on, also what Nest's module opens by itself.
  setDefaultBackendFactory(config.redisUrl ? undefined : createPostgresBackend);
  if (config.redisUrl) return null;
  const pool = new Pool({
    connectionString: config.databaseUrl,
    max: POOL_SIZE,
    options: `-c search_path=${QUEUE_SCHEMA}`,
    application_name: 'may-queue',
    keepAlive: true,
    // A queue that does not answer must not keep the request waiting that adds a job.
    connectionTimeoutMillis: 10_000,
    query_timeout: 35_000,
  });
  pool.setMaxListeners(0);
  const logger = new Logger('Queue');
  pool.on('error', (error) => logger.warn(`A connection of the queues broke: ${error.message}`));
  const client = await pool.connect();
  try {
    await runMigrations(client, QUEUE_SCHEMA);
  } finally {
    client.release();
  }
  return pool;
}
