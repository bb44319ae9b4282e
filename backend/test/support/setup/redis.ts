import { Redis } from 'ioredis';

/**
 * Returns the Redis of a test file, if the tests run with one: an emptied, numbered database of the server of REDIS_URL.
 *
 * @returns the REDIS_URL for the shop under test; undefined when queues and events use PostgreSQL
 */
export async function testRedis(): Promise<string | undefined> {
  const { REDIS_URL, JEST_WORKER_ID = '1' } = process.env;
  if (!REDIS_URL) return undefined;
  const url = new URL(REDIS_URL);
  url.pathname = `/${JEST_WORKER_ID}`;
  const redis = new Redis(url.href);
  await redis.flushdb();
  await redis.quit();
  return url.href;
}
