import { noteRecovery } from '../operations/recovery.js';
import { expectNothingLost } from './books.js';
import { STOCK, survive } from './load.js';
import { hasRedis, RedisServer } from './servers/redis-server.js';
import { openHarness, until } from './harness.js';

/** The worker looks for overdue orders once a minute. */
const SWEPT_MS = 75_000;
/** How much goes on while Redis is gone. */
const MEANWHILE = 20;

const suite = hasRedis ? describe : describe.skip;
if (!hasRedis) console.warn('redis-server is not installed: faults are tried with the queues in PostgreSQL only.');

suite('with queues and events on Redis', () => {
  const redis = new RedisServer();
  const harness = openHarness('redis', redis);
  const hasRedisUp = async () => {
    const ready = (await (await fetch(`${harness().url}/readyz`)).json()) as { redis: string; queue: string };
    return ready.redis === 'up' && ready.queue === 'up';
  };

  /** The same processes must work on. */
  async function surviveRunning(fault: Parameters<typeof survive>[1]): Promise<void> {
    const pids = [harness().backend.pid, harness().worker.pid];
    await survive(harness(), fault);
    expect([harness().backend.pid, harness().worker.pid]).toEqual(pids);
  }

  test('Redis is killed, and comes back with nothing in it', async () => {
    await surviveRunning(async (people) => {
      await redis.kill();
      await noteRecovery('Redis lost: the next order or payment', () => people.more(1));
      await people.more(MEANWHILE);
      await redis.start();
      await noteRecovery('Redis back and empty: /readyz says so', () => until('Redis is up', hasRedisUp, SWEPT_MS));
    });
  });

  test('Redis falls silent, and speaks again', async () => {
    await surviveRunning(async (people) => {
      redis.freeze();
      try {
        await people.more(MEANWHILE);
      } finally {
        redis.thaw();
      }
    });
  });

  test.each(['backend', 'worker'] as const)('the %s is killed, and starts again', async (part) => {
    await survive(harness(), async () => {
      await harness()[part].kill();
      await harness()[part].start();
    });
  });

  test('an order whose job was lost with Redis still expires', async () => {
    const [someone, product] = [await harness().shopper(), await harness().product(STOCK)];
    const order = await someone.order(product);
    await redis.kill();
    await redis.start();
    await harness().db.query(`UPDATE orders SET created_at = created_at - interval '2 days' WHERE id = $1`, [order]);
    const cancelled = 'SELECT count(*) FROM orders WHERE id = $1 AND cancelled_at IS NOT NULL';
    await until('it expires', async () => (await harness().count(cancelled, [order])) === 1, SWEPT_MS);
    expect(await harness().count('SELECT count_in_stock FROM products WHERE id = $1', [product])).toBe(STOCK);
    await expectNothingLost(harness(), [], product, STOCK);
  });
});
