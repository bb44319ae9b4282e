import { getQueueToken } from '@nestjs/bullmq';
import { Logger, type INestApplicationContext } from '@nestjs/common';
import type { Queue } from 'bullmq';
import { Writable } from 'node:stream';
import { pinoHttp } from 'pino-http';
import { watchJobs } from '../../../src/monitoring/worker-watch.js';
import { ORDERS_QUEUE, OrderExpiry, type ExpireJob } from '../../../src/orders/expiry/expiry.js';
import { Config } from '../../../src/platform/config/config.js';
import { currentRequestId, requestOfJob } from '../../../src/platform/http/current-request.js';
import { logOptions } from '../../../src/platform/http/request-log.js';
import { followUp } from '../../../src/platform/queue/job-request.js';
import { SEARCH_QUEUE, type SearchJob } from '../../../src/search/jobs/search-job.js';
import { Searcher } from '../../../src/search/worker/searcher.js';
import { openShop, shop, visitor } from '../../support/client.js';
import { cartOf, given } from '../../support/given.js';
import { until } from '../../support/until.js';
import { openWorker } from '../../support/worker.js';

openShop();

let worker: INestApplicationContext;
beforeAll(async () => {
  worker = await openWorker();
  watchJobs(worker);
});
afterAll(() => worker.close());

const queueOf = <T>(name: string) => shop().app.get<Queue<T>>(getQueueToken(name), { strict: false });

test('a job that a request adds runs with the id of the request, and fails with it', async () => {
  const events: [string, string | undefined][] = [];
  jest.spyOn(worker.get(Searcher, { strict: false }), 'answer').mockImplementation(() => {
    events.push(['work', requestOfJob()]);
    return Promise.reject(new Error('no model'));
  });
  jest.spyOn(Logger.prototype, 'warn').mockImplementation((_facts, text: unknown) => {
    if (text === 'A job failed') events.push(['failure', requestOfJob()]);
  });
  const search = (id: string) => visitor().post('/api/ai-search/text/', { text: `áo ${id}` }, { 'X-Request-Id': id });
  await search('first-search');
  await search('second-search');
  await until('both jobs failed', () => events.length === 4);
  expect(events.sort()).toEqual([
    ['failure', 'first-search'],
    ['failure', 'second-search'],
    ['work', 'first-search'],
    ['work', 'second-search'],
  ]);
});

test('a job that no request adds has no id, nor has one whose id is invalid', async () => {
  const requestIds: (string | undefined)[] = [];
  jest.spyOn(worker.get(OrderExpiry), 'expireAll').mockImplementation(() => {
    requestIds.push(requestOfJob());
    return Promise.resolve();
  });
  const queue = queueOf<ExpireJob>(ORDERS_QUEUE);
  await queue.add('expire', { orderIds: [] });
  await queue.add('expire', { orderIds: [] }, { telemetry: { metadata: 'two\nlines of a log' } });
  await until('both ran', () => requestIds.length === 2);
  expect(requestIds).toEqual([undefined, undefined]);
});

test('orders that share a job expire each for the request that placed it', async () => {
  const shopper = await given.shopper();
  const product = await given.product();
  const add = jest.spyOn(queueOf<ExpireJob>(ORDERS_QUEUE), 'add');
  const place = (id: string) =>
    shopper.post('/api/placeorder/', cartOf([{ id: product, qty: 1 }], 105_000), { 'X-Request-Id': id });
  await Promise.all([place('order-request-1'), place('order-request-2')]);
  await until('both have jobs', () => add.mock.calls.flatMap(([, { orderIds }]) => orderIds).length === 2);
  const jobs = add.mock.calls.map(([, data]) => data);
  expect(jobs.flatMap(({ requestIds }) => requestIds).sort()).toEqual(['order-request-1', 'order-request-2']);

  const expiry = worker.get(OrderExpiry);
  const calls: unknown[] = [];
  jest.spyOn(expiry, 'expire').mockImplementation((id) => {
    calls.push([id, currentRequestId()]);
    return Promise.resolve();
  });
  for (const { orderIds, requestIds } of jobs) await expiry.expireAll(orderIds, requestIds);
  expect(calls).toEqual(jobs.flatMap(({ orderIds, requestIds }) => orderIds.map((id, nth) => [id, requestIds![nth]])));
});

test('the log lines of a job carry the id of its request, and other lines none', async () => {
  const lines: Record<string, unknown>[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(JSON.parse(chunk.toString()) as Record<string, unknown>);
      done();
    },
  });
  const { logger } = pinoHttp({ ...logOptions(shop().app.get(Config)), level: 'info' }, stream);
  await followUp('test', 'a-request-id', () => Promise.resolve(logger.info('inside')));
  logger.info('outside');
  expect(lines.map(({ msg, requestId }) => [msg, requestId])).toEqual([
    ['inside', 'a-request-id'],
    ['outside', undefined],
  ]);
});

test('a search is answered although its job carries an id', async () => {
  const answer = jest.spyOn(worker.get(Searcher, { strict: false }), 'answer');
  await visitor().post('/api/ai-search/text/', { text: 'áo thun' }, { 'X-Request-Id': 'answered-search' });
  await until('the worker was asked', () => answer.mock.calls.length > 0);
  const jobs = await queueOf<SearchJob>(SEARCH_QUEUE).getJobs();
  expect(jobs.map(({ opts }) => opts.telemetry?.metadata)).toContain('answered-search');
});
