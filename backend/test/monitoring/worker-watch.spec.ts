import { getQueueToken } from '@nestjs/bullmq';
import { Logger, type INestApplicationContext } from '@nestjs/common';
import type { Job, Queue } from 'bullmq';
import type { AddressInfo } from 'node:net';
import { watchdog } from '../../src/platform/overload/watchdog.js';
import { ORDERS_QUEUE, OrderExpiry } from '../../src/orders/expiry/expiry.js';
import { ExpiryProcessor } from '../../src/orders/expiry/expiry.processor.js';
import { serveMetrics, watchJobs } from '../../src/monitoring/worker-watch.js';
import { until } from '../support/until.js';
import { openShop, shop } from '../support/client.js';
import { openWorker } from '../support/worker.js';

openShop();

let worker: INestApplicationContext;
beforeAll(async () => {
  worker = await openWorker();
  watchJobs(worker);
  watchdog.start();
});
afterAll(async () => {
  watchdog.stop();
  await worker.close();
});

test('an error of a job names its queue, and does not say that the queues cannot be reached', () => {
  const warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
  const err = new Error('could not renew lock for job 7');
  worker.get(ExpiryProcessor).worker.emit('error', err);
  expect(warn.mock.calls).toEqual([[{ err, queue: ORDERS_QUEUE }, 'A queue reports an error of a job']]);
});

test('jobs that fail because the database is down log one line for each reason in ten seconds, other jobs one each', () => {
  const warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
  const { worker: jobs } = worker.get(ExpiryProcessor);
  const lost = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  const busy = Object.assign(new Error('deadlock detected'), { code: '40P01' });
  const own = new Error('no model');
  for (const [nth, error] of [lost, lost, own, own, lost, busy, lost].entries())
    jobs.emit('failed', { id: `${nth}`, name: 'expire', attemptsMade: 1 } as Job, error, 'active');
  expect(warn.mock.calls.map(([facts]) => (facts as { jobId: string }).jobId)).toEqual(['0', '2', '3', '5']);
});

test('a job that blocks a worker is named in its log and metrics', async () => {
  const server = await serveMetrics(worker, { host: '127.0.0.1', port: 0 });
  try {
    const warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
    jest.spyOn(worker.get(OrderExpiry), 'expireAll').mockImplementation(async () => {
      for (const end = Date.now() + 400; Date.now() < end;);
    });
    await shop().app.get<Queue>(getQueueToken(ORDERS_QUEUE)).add('expire', { orderIds: [] });
    await until('the stall is counted', () => watchdog.stalls.has('orders expire'), 10_000);
    expect(warn).toHaveBeenCalledWith(
      expect.objectContaining({ call: 'orders expire', jobs: ['orders expire'] }),
      'The event loop stalled',
    );
    await until('the job is over', () => watchdog.jobs.size === 0, 10_000);

    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const metrics = await fetch(`${url}/metrics`);
    expect(metrics.headers.get('content-type')).toContain('text/plain');
    const text = await metrics.text();
    expect(text).toContain('may_event_loop_stalls_total{call="orders expire"}');
    for (const name of ['may_database_connections{state="used"}', 'process_resident_memory_bytes']) {
      expect(text).toContain(name);
    }
    expect(await (await fetch(`${url}/healthz`)).json()).toMatchObject({ status: 'ok', version: 'sources' });
    expect((await fetch(`${url}/`)).status).toBe(404);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
