import { Redis } from 'ioredis';

/**
 * Gives a test file its Redis, when the tests run with one: a numbered database of the server of REDIS_URL, emptied.
 *
 * @returns the REDIS_URL for the shop under test; undefined when queues and events are PostgreSQL's
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
