import { BullModule, getQueueToken } from '@nestjs/bullmq';
import { Global, Logger, Module, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { Config } from '../../../src/platform/config/config.js';
import { QueueModule } from '../../../src/platform/queue/queue.js';
import { SearchClient } from '../../../src/search/api/search-client.js';
import { SEARCH_QUEUE } from '../../../src/search/jobs/search-job.js';
import { until } from '../../support/until.js';
import { hasRedis, RedisServer } from '../../system/faults/servers/redis-server.js';

const suite = hasRedis ? describe : describe.skip;
if (!hasRedis) console.warn('redis-server is not installed: queues on a lost Redis are not tested.');

/** What Redis has not taken yet, which a connection holds in memory. */
type Pending = Pick<Redis, 'status'> & Record<'commandQueue' | 'offlineQueue', { length: number }>;

suite('while Redis is lost', () => {
  const redis = new RedisServer();
  let app: INestApplicationContext;
  let queue: Queue;
  let connection: Pending;

  beforeEach(async () => {
    jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    const config = Config.from({
      NODE_ENV: 'test',
      DATABASE_URL: 'postgres://shop@127.0.0.1/shop',
      REDIS_URL: await redis.start(),
      JWT_SECRET: 'a secret that only the tests sign with',
    });
    @Global()
    @Module({ providers: [{ provide: Config, useValue: config }], exports: [Config] })
    class Settings {}
    const imports = [Settings, QueueModule.forRoot(), BullModule.registerQueue({ name: SEARCH_QUEUE })];
    app = await NestFactory.createApplicationContext(
      { module: class {}, imports, providers: [SearchClient] },
      { logger: false },
    );
    queue = app.get<Queue>(getQueueToken(SEARCH_QUEUE));
    connection = (await queue.getBackend().client) as unknown as Pending;
  });
  afterEach(async () => {
    await app.close();
    redis.thaw();
    await redis.kill();
  });

  const pending = () => connection.commandQueue.length + connection.offlineQueue.length;
  const search = () => {
    const picture = 'a picture in base64';
    return app.get(SearchClient).search(() => Promise.resolve({ text: 'áo', picture, ignore: [], limit: 1 }));
  };

  test('searches are refused before their time is up, and their pictures do not stay in memory', async () => {
    await redis.kill();
    await until('the loss is noticed', () => connection.status !== 'ready');
    const searches = Array.from({ length: 90 }, () => expect(search()).rejects.not.toThrow(/in time/));
    await Promise.all(searches);
    expect(pending()).toBe(0);
  });

  test('a Redis that falls silent keeps no picture in memory either', async () => {
    redis.freeze();
    await expect(search()).rejects.toThrow();
    await until('its connection is given up', () => pending() === 0);
  });

  test('a failed metrics read leaves no pending command', async () => {
    await redis.kill();
    await until('the loss is noticed', () => connection.status !== 'ready');
    await expect(queue.getWaitingCount()).rejects.toThrow();
    await expect(queue.getJobCounts('waiting', 'active')).rejects.toThrow();
    expect(pending()).toBe(0);
  });

  test('jobs are taken again once it is back', async () => {
    await redis.kill();
    await until('the loss is noticed', () => connection.status !== 'ready');
    await redis.start();
    await until('a job is taken', () => queue.add('search', {}).catch(() => false), 10_000);
    expect(await queue.getWaitingCount()).toBe(1);
  });

  test.each(['gone', 'silent'])('a process stops in order while it is %s', async (how) => {
    if (how === 'silent') redis.freeze();
    else await redis.kill();
    if (how === 'gone') await until('the loss is noticed', () => connection.status !== 'ready');
    await expect(queue.close()).resolves.toBeUndefined();
  });
});
