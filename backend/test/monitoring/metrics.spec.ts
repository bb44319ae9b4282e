import { getQueueToken } from '@nestjs/bullmq';
import type { Queue } from 'bullmq';
import { inTransaction, afterCommit } from '../../src/platform/database/transaction.js';
import { Detail } from '../../src/contract/common.js';
import { MediaStore } from '../../src/media/media-store.js';
import { storeHeartbeat } from '../../src/monitoring/heartbeat.sql.js';
import { SEARCH_QUEUE } from '../../src/search/jobs/search-job.js';
import { answer, openShop, shop, visitor } from '../support/client.js';
import { given } from '../support/given.js';
import { until } from '../support/until.js';
import { scrape, valueOf } from './scrape.js';

openShop();

test('requests are counted by route pattern, method and status, with their durations', async () => {
  const shopper = await given.shopper();
  const product = await given.product();
  await visitor().get(`/api/products/${product}/`);
  await visitor().get(`/api/products/${product}/`);
  await visitor().get('/api/products/999999/');
  await shopper.get('/api/orders/987654/');
  await visitor().get('/some/path/that/nobody/has-71af');
  const text = await scrape();
  expect(text).toMatch(/may_http_requests_total\{method="GET",route="\/api\/products\/:id",status="200"\} [2-9]/);
  expect(text).toMatch(/may_http_requests_total\{method="GET",route="\/api\/products\/:id",status="404"\} [1-9]/);
  expect(text).toMatch(/may_http_requests_total\{method="GET",route="\/api\/orders\/:id",status="404"\} 1/);
  expect(text).toMatch(/may_http_requests_total\{method="GET",route="\(none\)",status="404"\} [1-9]/);
  expect(text).toMatch(/may_http_request_duration_seconds_count\{method="GET",route="\/api\/orders\/:id"\} 1/);
  const routes = [...text.matchAll(/route="([^"]*)"/g)].map(([, route]) => route);
  expect(routes.join()).not.toMatch(/987654|999999|71af/);
});

test('series of money begin at 0, so that the first event of a process is an increase', async () => {
  const text = await scrape();
  for (const series of [
    'may_order_events_total{transition="undo_send"}',
    'may_payments_total{means="VietQR",result="credited"}',
    'may_refunds_total{means="Stripe",result="returned"}',
  ])
    expect(text).toContain(`${series} 0\n`);
});

test('cache reads, order events, payments and refusals are counted by result and means', async () => {
  const shopper = await given.shopper({ balance: 200_000 });
  const order = await given.order(shopper, { total: 150_000 });
  const paid = await valueOf('may_payments_total{means="Paybox",result="paid"}');
  const refused = await valueOf('may_payments_total{means="Paybox",result="refused"}');
  const placed = await valueOf('may_order_events_total{transition="place"}');
  answer(await shopper.post('/api/paybox/payment/', { order_id: order.id }), Detail);
  expect((await shopper.post('/api/paybox/payment/', { order_id: order.id })).status).toBe(409);
  await given.placed(shopper);
  expect(await valueOf('may_payments_total{means="Paybox",result="paid"}')).toBe(paid + 1);
  expect(await valueOf('may_payments_total{means="Paybox",result="refused"}')).toBe(refused + 1);
  expect(await valueOf('may_order_events_total{transition="place"}')).toBe(placed + 1);
  expect(await scrape()).toMatch(/may_cache_reads_total\{cache="api",result="(hit|miss)"\} [1-9]/);
});

test('counters of a transaction change when it commits, and never when it is rolled back', async () => {
  const counted: string[] = [];
  await inTransaction(shop().db, async (tx) => {
    afterCommit(tx, () => counted.push('committed'));
    await tx.query('SELECT 1');
    expect(counted).toEqual([]);
  });
  const failed = inTransaction(shop().db, (tx) => {
    afterCommit(tx, () => counted.push('rolled back'));
    return Promise.reject(new Error('no'));
  });
  await expect(failed).rejects.toThrow('no');
  expect(counted).toEqual(['committed']);
});

test('queues show their jobs and the age of the oldest, outboxes their rows', async () => {
  const queue = shop().app.get<Queue>(getQueueToken(SEARCH_QUEUE), { strict: false });
  await queue.add('search', {}, { timestamp: Date.now() - 90_000 });
  await queue.add('search', {});
  const { id } = await given.shopper();
  await shop().db.query(
    `INSERT INTO mails (template, user_id, recipient, next_attempt_at)
     VALUES ('password_changed', $1, 'old@example.com', now() - interval '100 seconds')`,
    [id],
  );
  expect(await valueOf(`may_queue_jobs{queue="${SEARCH_QUEUE}",state="waiting"}`)).toBe(2);
  expect(await valueOf(`may_queue_oldest_job_seconds{queue="${SEARCH_QUEUE}"}`)).toBeGreaterThanOrEqual(90);
  expect(await valueOf('may_outbox_rows{outbox="mails"}')).toBeGreaterThanOrEqual(1);
  expect(await valueOf('may_outbox_oldest_seconds{outbox="mails"}')).toBeGreaterThanOrEqual(100);
  await queue.obliterate({ force: true });
});

test('outboxes whose rows are due at once show since when the oldest waits', async () => {
  const { db } = shop();
  const order = await given.order(await given.shopper(), { total: 100_000 });
  await db.query('DELETE FROM order_rollup_queue');
  await db.query('DELETE FROM search_outbox');
  expect(await valueOf('may_outbox_oldest_seconds{outbox="order_stats"}')).toBe(0);
  expect(await valueOf('may_outbox_oldest_seconds{outbox="search"}')).toBe(0);
  await db.query(
    `INSERT INTO order_events (order_id, transition, status_before, status_after, actor, created_at)
     VALUES ($1, 'send', 'unpaid', 'unpaid', 'shop', now() - interval '800 seconds')`,
    [order.id],
  );
  await db.query(
    `INSERT INTO search_outbox (product_id, queued_at) VALUES (1, now() - interval '700 seconds'), (1, now())`,
  );
  expect(await valueOf('may_outbox_oldest_seconds{outbox="order_stats"}')).toBeGreaterThanOrEqual(800);
  expect(await valueOf('may_outbox_oldest_seconds{outbox="search"}')).toBeGreaterThanOrEqual(700);
});

test('searches are counted by kind and result', async () => {
  const before = await valueOf('may_searches_total{kind="keyword",result="answered"}');
  const fallbacks = await valueOf('may_searches_total{kind="keyword",result="fallback"}');
  await visitor().get('/api/products/?keyword=áo%20thun');
  const after = await valueOf('may_searches_total{kind="keyword",result="answered"}');
  const later = await valueOf('may_searches_total{kind="keyword",result="fallback"}');
  expect(after + later).toBe(before + fallbacks + 1);
  expect(await scrape()).toContain('may_search_duration_seconds_bucket');
});

test('what alerts look for is there from the start, at 0', async () => {
  const text = await scrape();
  for (const kind of ['search', 'read', 'write', 'payment'])
    expect(text).toContain(`may_calls_shed_total{kind="${kind}"} `);
  expect(text).toContain('may_database_waits_refused_total 0');
  expect(text).toContain('may_browser_errors_total{page="home"} 0');
});

test('a database that does not answer is reported as down, and no figure is made up', async () => {
  expect(await scrape()).toMatch(/^may_database_up 1$/m);
  const query = jest.spyOn(shop().db, 'query').mockRejectedValue(new Error('no connection'));
  const text = await scrape().finally(() => query.mockRestore());
  expect(text).toMatch(/^may_database_up 0$/m);
  expect(text).toMatch(/^may_worker_age_seconds nan$/im);
  expect(text).not.toMatch(/^may_outbox_rows\b/m);
});

test('a store of pictures that is lost is told, and the parts that are there', async () => {
  const parts = await scrape();
  expect(parts).toMatch(/^may_part_up\{part="media"\} 1$/m);
  expect(parts).toMatch(/^may_part_up\{part="database"\} 1$/m);
  expect(/^may_part_up\{part="redis"\} 1$/m.test(parts)).toBe(Boolean(process.env.REDIS_URL));
  const check = jest.spyOn(MediaStore.prototype, 'check').mockRejectedValue(new Error('no bucket'));
  try {
    // A check is kept for a second.
    await until('it is told', async () => /^may_part_up\{part="media"\} 0$/m.test(await scrape()));
  } finally {
    check.mockRestore();
  }
});

test('a worker that never ran is silent for ever, and one that runs for seconds', async () => {
  await shop().db.query('DELETE FROM worker_heartbeat');
  expect(await scrape()).toMatch(/^may_worker_age_seconds \+Inf$/m);
  await storeHeartbeat(shop().db);
  expect(await valueOf('may_worker_age_seconds')).toBeLessThan(60);
});

test('the build is named', async () => {
  expect(await scrape()).toMatch(/may_build_info\{version="sources",commit="unknown",node="v\d+[^"]*"\} 1/);
});
