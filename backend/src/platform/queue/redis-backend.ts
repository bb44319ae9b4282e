import { createRedisBackend, type BackendFactory, type ConnectionOptions, type RedisQueueBackend } from 'bullmq';

/** How long Redis may take to answer a queue, in milliseconds: less than a search waits. */
const ANSWER_MS = 3_000;
/** The longest pause between two attempts to connect, in milliseconds. Until then every job is refused. */
const MAX_PAUSE_MS = 2_000;

/**
 * A connection that refuses commands at once while Redis is lost. By default ioredis keeps each of them until it is back, without an end and
 * with the data of its job, which for a search is a picture.
 */
const REFUSING: ConnectionOptions = {
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  retryStrategy: (attempts) => Math.min(50 * 2 ** attempts, MAX_PAUSE_MS),
  commandTimeout: ANSWER_MS,
  // A command whose time is up stays in memory until its connection ends.
  socketTimeout: ANSWER_MS,
};

/**
 * Makes BullMQ's connections to Redis. Workers and `QueueEvents` wait for a lost Redis; a queue refuses jobs and questions, which its callers
 * must expect: a row is found later without its job, a search goes on by keywords.
 */
export const redisBackend: BackendFactory<RedisQueueBackend> = (name, options, kind = {}) => {
  if (kind.withBlockingConnection) return createRedisBackend(name, options, kind);
  const connection = { ...options.connection, ...(!kind.blocking && REFUSING) };
  const backend = createRedisBackend(name, { ...options, connection }, kind);
  // Without force both would wait for a lost Redis.
  const close = backend.close.bind(backend);
  backend.close = backend.disconnect = () => close(true);
  return backend;
};
