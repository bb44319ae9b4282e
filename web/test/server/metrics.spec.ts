/** @jest-environment node */
import { createServer } from 'node:http';
import { until } from '../../../backend/test/support/until';
import { Front } from '../../server/front';
import { LIMITS } from '../../server/limits/limits';
import { readSettings } from '../../server/settings';
import { closeAll, listen } from '../support/sockets';

const TOKEN = 'the token of a test';
let backendUrl: string;
const fronts: Front[] = [];

beforeAll(async () => {
  const backend = createServer((_request, response) => response.writeHead(200).end('{}'));
  backendUrl = `http://127.0.0.1:${await listen(backend)}`;
});
afterAll(() => {
  for (const front of fronts) front.close();
  closeAll();
});

async function open(metricsToken: string | undefined): Promise<string> {
  const settings = readSettings({ NODE_ENV: 'test', BACKEND_URL: backendUrl, METRICS_TOKEN: metricsToken });
  const front = new Front(settings, LIMITS, {
    render: async () => new Response('page', { headers: { 'Content-Type': 'text/html' } }),
    assets: (_request, _response, next) => next(),
  });
  fronts.push(front);
  return `http://127.0.0.1:${await listen(createServer(front.request))}`;
}

test('without METRICS_TOKEN nobody reads the metrics of the public server, not even its own machine', async () => {
  const url = await open(undefined);
  const sent: Record<string, string>[] = [{}, { Authorization: 'Bearer ' }, { Authorization: 'Bearer undefined' }];
  for (const headers of sent) expect((await fetch(`${url}/metrics`, { headers })).status).toBe(404);
});

test('with the token the metrics show requests by kind of page and backend path, never a path', async () => {
  const url = await open(TOKEN);
  for (const path of ['/', '/products/4711', '/orders/815?secret=x', '/api/products/4711/', '/nobody-knows', '/x.png'])
    await fetch(url + path);
  expect((await fetch(`${url}/metrics`, { headers: { Authorization: 'Bearer wrong' } })).status).toBe(404);
  const reply = await fetch(`${url}/metrics`, { headers: { Authorization: `Bearer ${TOKEN}` } });
  const text = await reply.text();
  expect(reply.status).toBe(200);
  for (const route of ['(page) home', '(page) product', '(page) order', '(page) other', '/api', '(file)']) {
    expect(text).toContain(`may_http_requests_total{method="GET",route="${route}",status="200"}`);
  }
  for (const name of ['may_http_request_duration_seconds_bucket', 'may_build_info', 'nodejs_eventloop_lag_p99_seconds'])
    expect(text).toContain(name);
  expect(text).toMatch(/may_cache_reads_total\{cache="page",result="(miss|collapsed)"\}/);
  const labels = text.split('\n').flatMap((line) => /\{.*route=.*\}/.exec(line) ?? []);
  expect(labels.join()).not.toMatch(/4711|815|secret|nobody/);
});

test('the metrics show how late the event loop is, as those of the other processes do', async () => {
  const url = await open(TOKEN);
  const read = async () => (await fetch(`${url}/metrics`, { headers: { Authorization: `Bearer ${TOKEN}` } })).text();
  await until('a delay is noted', async () => /^may_event_loop_delay_seconds_count [1-9]/m.test(await read()));
});
