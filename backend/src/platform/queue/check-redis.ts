import { Redis } from 'ioredis';
import type { Config } from '../config/config.js';
import { reasonOfError } from '../errors/error-sentence.js';

const TIMEOUT_MS = 5_000;

/**
 * Asks a configured Redis once, at the start of a process: the queues wait for it without an end. Once the process works, it lives through
 * a Redis that is gone.
 * @throws Error with one sentence when it cannot be reached
 */
export async function checkRedis({ redisUrl }: Config): Promise<void> {
  if (redisUrl === undefined) return;
  const redis = new Redis(redisUrl, {
    lazyConnect: true,
    connectTimeout: TIMEOUT_MS,
    commandTimeout: TIMEOUT_MS,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  let last: Error | undefined;
  redis.on('error', (error: Error) => (last = error));
  try {
    await redis.connect();
    await redis.ping();
    // The client works on without the database that the URL names.
    if (last) throw last;
  } catch (error) {
    const { host } = new URL(redisUrl);
    throw new Error(`REDIS_URL cannot be reached (${host}): ${reasonOfError(last ?? error)}`, { cause: error });
  } finally {
    redis.disconnect();
  }
}
