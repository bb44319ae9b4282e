import { getQueueToken } from '@nestjs/bullmq';
import type { INestApplicationContext } from '@nestjs/common';
import type { Span } from '@opentelemetry/api';
import type { Queue } from 'bullmq';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { pinoHttp } from 'pino-http';
import { DataSource } from 'typeorm';
import { ORDERS_QUEUE, OrderExpiry, type ExpireJob } from '../../../src/orders/expiry/expiry.js';
import { Config } from '../../../src/platform/config/config.js';
import { logOptions } from '../../../src/platform/http/request-log.js';
import { traceProcess } from '../../../src/platform/tracing/backend-tracing.js';
import { startTracing, stopTracing, tracing } from '../../../src/platform/tracing/tracing.js';
import { Searcher } from '../../../src/search/worker/searcher.js';
import { openShop, shop, visitor } from '../../support/client.js';
import { cartOf, given } from '../../support/given.js';
import { OtlpReceiver } from '../../support/otlp-receiver.js';
import { until } from '../../support/until.js';
import { openWorker } from '../../support/worker.js';

openShop();

const SETTINGS = { headers: {}, serviceName: undefined, sampler: 'parentbased_always_on', ratio: 1 } as const;
let receiver: OtlpReceiver;
let url: string;
let worker: INestApplicationContext;

beforeAll(async () => {
  worker = await openWorker();
});
afterAll(() => worker.close());

beforeEach(async () => {
  receiver = new OtlpReceiver();
  url = `${await receiver.open()}/v1/traces`;
});
afterEach(async () => {
  await stopTracing();
  receiver.close();
});

/** Traces what `act` does. @returns when all spans have arrived, also of responses and jobs, which end a moment after their answers */
async function traced(act: () => Promise<unknown>, settings: object = {}): Promise<OtlpReceiver> {
  await traceProcess({ traces: { ...SETTINGS, url, ...settings } }, 'may-backend');
  const started = jest.spyOn(tracing()!.tracer, 'startSpan').mock.results;
  await act();
  await until('all spans have ended', () => started.every(({ value }) => !(value as Span).isRecording()));
  await stopTracing();
  return receiver;
}

const search = (id: string) => visitor().post('/api/ai-search/text/', { text: 'áo thun' }, { 'X-Request-Id': id });

/** Lets the worker's search make a statement, and tells when it has ended. */
function searchWithSql() {
  const seen: string[] = [];
  jest.spyOn(worker.get(Searcher, { strict: false }), 'answer').mockImplementation(async () => {
    await worker.get(DataSource).query(`SELECT count(*) FROM products WHERE name <> 'Bí mật'`);
    seen.push('done');
    throw new Error('nguyen.van.a@example.com is not found');
  });
  return seen;
}

test('a request, its statements, its job and the statements of the job are one trace', async () => {
  const searchRequests = searchWithSql();
  const { spans } = await traced(async () => {
    await search('a-traced-search');
    await until('the job ended', () => searchRequests.length > 0);
  });
  const statement = receiver.find('SELECT products');
  const path = receiver.pathTo(statement).map(({ name }) => name);
  expect(path).toEqual([
    'SELECT products',
    expect.stringMatching(/^process /),
    expect.stringMatching(/^add /),
    'POST /api/ai-search/text',
  ]);
  expect(new Set(receiver.pathTo(statement).map(({ traceId }) => traceId)).size).toBe(1);
  expect(statement.attributes).toMatchObject({
    'db.system.name': 'postgresql',
    'db.query.text': 'SELECT count(*) FROM products WHERE name <> ?',
    'db.response.returned_rows': 1,
  });
  const requestIds = spans
    .filter(({ name }) => /^(POST|add|process) /.test(name))
    .map(({ attributes }) => attributes['may.request.id']);
  expect(requestIds).toEqual(['a-traced-search', 'a-traced-search', 'a-traced-search']);
});

const queueOf = <T>(name: string) => shop().app.get<Queue<T>>(getQueueToken(name), { strict: false });

test('a job that fails is marked, without the message', async () => {
  const searchRequests = searchWithSql();
  await traced(async () => {
    await search('a-failing-search');
    await until('the job ended', () => searchRequests.length > 0);
  });
  expect(receiver.find(/^process /)).toMatchObject({ status: { code: 2 }, attributes: { 'error.type': 'Error' } });
  expect(JSON.stringify(receiver.spans)).not.toContain('nguyen.van.a');
});

test('the trace that the web server sends goes on, and a response of 5xx marks its span', async () => {
  const [traceId, spanId] = ['ab'.repeat(16), 'cd'.repeat(8)];
  await traced(() => visitor().get('/api/brands/', { traceparent: `00-${traceId}-${spanId}-01` }));
  expect(receiver.find('GET /api/brands')).toMatchObject({ traceId, parentSpanId: spanId, kind: 2, status: {} });
});

test('spans contain no personal data, no input and no credentials', async () => {
  const secrets = {
    username: `nguyen-${randomUUID()}`,
    email: `mai-${randomUUID()}@example.com`,
    password: `mat-khau-${randomUUID()}`,
    phone: '0912345678',
    keyword: 'bimatcuatoi',
  };
  const tokens: string[] = [];
  await traced(async () => {
    const { username, email, password, keyword } = secrets;
    await visitor().post('/auth/users/', { username, email, password });
    const reply = await visitor().post('/auth/jwt/create/', { username, password });
    tokens.push(...Object.values(reply.body as object).filter((value) => typeof value === 'string'));
    await visitor().post('/auth/users/', { username, email, password }); // a unique key is refused
    await visitor().get(`/api/products/?keyword=${keyword}&email=${email}`);
    await visitor().get(`/api/nothing/${email}/`, { Authorization: `JWT ${tokens[0]}`, 'User-Agent': 'Nokia of Mai' });
    const shopper = await given.shopper();
    const address = { ...cartOf([{ id: await given.product(), qty: 1 }], 105_000) };
    await shopper.post('/api/placeorder/', address);
  });
  const sent = JSON.stringify(receiver.spans);
  expect(receiver.spans.length).toBeGreaterThan(20);
  expect(tokens.length).toBeGreaterThan(0);
  const leaked = [...Object.values(secrets), ...tokens, 'Nokia', 'Lê Lợi', '?keyword'].filter((each) =>
    sent.includes(each),
  );
  expect(leaked).toEqual([]);
});

test('work that a request leaves for later has a trace of its own, which links to that of the request', async () => {
  const shopper = await given.shopper();
  const product = await given.product();
  const add = jest.spyOn(queueOf<ExpireJob>(ORDERS_QUEUE), 'add');
  await traced(async () => {
    const { body } = await shopper.post('/api/placeorder/', cartOf([{ id: product, qty: 1 }], 105_000));
    const { id } = body as { id: number };
    const job = () => add.mock.calls.find(([, { orderIds }]) => orderIds.includes(id));
    const [, { orderIds, requestIds }] = await until('the order has a job', job);
    await worker.get(OrderExpiry).expireAll(orderIds, requestIds);
  });
  const placed = receiver.find('POST /api/placeorder');
  // The job may hold orders of an earlier moment too.
  const later = receiver.spans.find(
    ({ name, attributes }) =>
      name === 'expire order' && attributes['may.request.id'] === placed.attributes['may.request.id'],
  )!;
  expect(later.links?.map(({ traceId }) => traceId)).toEqual([placed.traceId]);
  expect(later.traceId).not.toBe(placed.traceId);
});

test('orders that share a transaction share a span, and each of their traces leads to it', async () => {
  const shoppers = [await given.shopper(), await given.shopper(), await given.shopper()];
  const product = await given.product();
  await traced(() =>
    Promise.all(shoppers.map((each) => each.post('/api/placeorder/', cartOf([{ id: product, qty: 1 }], 105_000)))),
  );
  const orders = receiver.spans.filter(({ name }) => name === 'POST /api/placeorder');
  const statements = receiver.spans.filter(({ attributes }) =>
    /INSERT INTO "orders"/.test(String(attributes['db.query.text'])),
  );
  const batches = receiver.spans.filter(({ name }) => name === 'batch');
  const reached = (order: { spanId: string; links?: { spanId: string }[] }) =>
    statements.some((statement) =>
      receiver
        .pathTo(statement)
        .some(({ spanId }) => spanId === order.spanId || order.links?.some((link) => link.spanId === spanId)),
    );
  expect(orders.map(reached)).toEqual([true, true, true]);
  for (const batch of batches) expect(batch.links).toHaveLength(Number(batch.attributes['may.batch.size']) - 1);
});

test('lines that belong to a trace carry its ids, in a request and in its log of requests', async () => {
  const lines: Record<string, unknown>[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(JSON.parse(chunk.toString()) as Record<string, unknown>);
      done();
    },
  });
  const log = pinoHttp({ ...logOptions(shop().app.get(Config)), level: 'info', autoLogging: true }, stream);
  const server = createServer((request, response) =>
    tracing()!.serve({ request, response, parent: undefined, route: () => '/x', requestId: () => undefined }, () => {
      log(request, response);
      log.logger.info('within');
      setImmediate(() => response.end());
    }),
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  await traced(async () => {
    await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, { headers: { connection: 'close' } });
    log.logger.info('outside');
  });
  server.close();
  const { traceId, spanId } = receiver.find('GET /x');
  const fieldsOf = (text: string) => {
    const { trace_id, span_id } = lines.find(({ msg }) => msg === text)!;
    return [trace_id, span_id];
  };
  expect(fieldsOf('within')).toEqual([traceId, spanId]);
  expect(fieldsOf('request completed')).toEqual([traceId, spanId]);
  expect(fieldsOf('outside')).toEqual([undefined, undefined]);
});

test('a collector that does not answer costs no request, and one line of the log', async () => {
  receiver.close();
  const lines: string[] = [];
  await startTracing({ ...SETTINGS, url }, 'may-backend', (line) => lines.push(line));
  const replies = await Promise.all(Array.from({ length: 20 }, () => visitor().get('/api/brands/')));
  expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
  await until('the failure was reported', () => lines.length > 0);
  expect(lines).toEqual([expect.stringMatching(/^Traces are lost: 127\.0\.0\.1:\d+ does not take them/)]);
});

test('the collector gets the headers that it wants', async () => {
  await traced(() => visitor().get('/api/brands/'), { headers: { authorization: 'Bearer of-the-collector' } });
  expect(receiver.headers.map(({ authorization }) => authorization)).toEqual(['Bearer of-the-collector']);
});

test('a stopped process exports no more spans', async () => {
  const query = shop().db;
  await traced(() => visitor().get('/api/brands/'));
  const before = receiver.spans.length;
  await visitor().get('/api/products/');
  await query.query('SELECT 1');
  expect([tracing(), receiver.spans.length]).toEqual([undefined, before]);
});
