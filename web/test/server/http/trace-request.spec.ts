/** @jest-environment node */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { startTracing, stopTracing } from '../../../../backend/src/platform/tracing/tracing';
import { OtlpReceiver } from '../../../../backend/test/support/otlp-receiver';
import { until } from '../../../../backend/test/support/until';
import { Front } from '../../../server/front';
import { LIMITS } from '../../../server/limits/limits';
import type { Renderer } from '../../../server/render/renderer';
import { readSettings } from '../../../server/settings';
import { closeAll, listen } from '../../support/sockets';

const [TRACE, SPAN] = ['ab'.repeat(16), 'cd'.repeat(8)];
const GIVEN = { traceparent: `00-${TRACE}-${SPAN}-01`, tracestate: 'x=y', baggage: 'user=mai' };

const backendHeaders: IncomingHttpHeaders[] = [];
const rendered: (string | undefined)[] = [];
const fronts: Front[] = [];
let receiver: OtlpReceiver;
/** Those that have not ended. */
let responses = 0;

async function open({ trustProxy = 0, isTraced = true } = {}): Promise<string> {
  const backend = createServer((request, response) => {
    if (request.url?.startsWith('/api/')) backendHeaders.push(request.headers);
    response.writeHead(request.url?.startsWith('/api/broken') ? 500 : 200).end('{}');
  });
  const backendUrl = `http://127.0.0.1:${await listen(backend)}`;
  const settings = readSettings({ NODE_ENV: 'test', BACKEND_URL: backendUrl, TRUST_PROXY: `${trustProxy}` });
  if (isTraced) {
    const url = `${await receiver.open()}/v1/traces`;
    const traces = { url, headers: {}, serviceName: undefined, sampler: 'parentbased_always_on', ratio: 1 } as const;
    await startTracing(traces, 'may-web', () => undefined);
  }
  const render: Renderer = async (_page, { traceparent }) => {
    rendered.push(traceparent);
    return new Response('page');
  };
  const front = new Front(settings, LIMITS, {
    render,
    assets: (request, response, next) => (request.url === '/assets/a.js' ? response.end('file') : next()),
  });
  const server = createServer((request, response) => {
    responses += 1;
    front.request(request, response);
    response.once('close', () => (responses -= 1));
  });
  fronts.push(front);
  return `http://127.0.0.1:${await listen(server)}`;
}

/** Sends a request. @returns when the server, too, has ended the response */
async function ask(url: string, headers: Record<string, string> = {}): Promise<Response> {
  const reply = await fetch(url, { headers });
  await reply.arrayBuffer();
  await until('the response has ended', () => responses === 0);
  return reply;
}

beforeEach(() => {
  backendHeaders.splice(0);
  rendered.splice(0);
  receiver = new OtlpReceiver();
});
afterEach(async () => {
  await stopTracing();
  receiver.close();
  for (const front of fronts.splice(0)) front.close();
  closeAll();
});

test('a page begins a trace, which its render and its calls of the backend carry on, and the document names it', async () => {
  const url = await open();
  const reply = await ask(`${url}/products/5?email=mai@example.com`);
  await stopTracing();
  const page = receiver.find('GET (page) product', 'may-web');
  const render = receiver.find('render page');
  expect(receiver.pathTo(render)).toEqual([render, page]);
  expect(rendered).toEqual([`00-${page.traceId}-${render.spanId}-01`]);
  expect(reply.headers.get('server-timing')).toBe(`traceparent;desc="00-${page.traceId}-${page.spanId}-01"`);
  expect(page.attributes).toEqual({
    'http.request.method': 'GET',
    'http.route': '(page) product',
    'http.response.status_code': 200,
    'may.request.id': reply.headers.get('x-request-id'),
  });
});

test('a call of the backend belongs to the trace of the request, and its status shows in it', async () => {
  const url = await open();
  await ask(`${url}/api/broken/mai@example.com/?token=x`);
  await stopTracing();
  const [call, request] = [receiver.find('GET'), receiver.find('GET /api/broken/{}/')];
  expect(receiver.pathTo(call)).toEqual([call, request]);
  expect(backendHeaders.map(({ traceparent }) => traceparent)).toEqual([`00-${call.traceId}-${call.spanId}-01`]);
  expect(call).toMatchObject({ kind: 3, status: { code: 2 }, attributes: { 'http.response.status_code': 500 } });
});

test('a visitor cannot choose the trace, and nothing that a visitor says of it reaches the backend', async () => {
  const url = await open();
  await ask(`${url}/api/x/`, GIVEN);
  await stopTracing();
  expect(receiver.find('GET /api/x/').traceId).not.toBe(TRACE);
  expect(JSON.stringify(backendHeaders)).not.toMatch(/x=y|user=mai|abab/);
});

test('without tracing, too, only a trusted proxy’s trace headers reach the backend', async () => {
  await ask(`${await open({ isTraced: false })}/api/x/`, GIVEN);
  await ask(`${await open({ isTraced: false, trustProxy: 1 })}/api/x/`, GIVEN);
  expect(backendHeaders.map(({ traceparent }) => traceparent)).toEqual([undefined, GIVEN.traceparent]);
});

test('a request from a trusted proxy continues its trace', async () => {
  const url = await open({ trustProxy: 1 });
  await ask(`${url}/api/x/`, GIVEN);
  await stopTracing();
  expect(receiver.find('GET /api/x/')).toMatchObject({ traceId: TRACE, parentSpanId: SPAN });
});

test('files and health checks are not traced, and without tracing no document names a trace', async () => {
  const url = await open();
  for (const path of ['/assets/a.js', '/healthz', '/media/a/b.webp', '/robots.txt']) await ask(url + path);
  await ask(`${url}/terms`);
  await stopTracing();
  expect(receiver.spans.map(({ name }) => name).sort()).toEqual(['GET (page) text', 'render page']);
  const reply = await ask(`${await open({ isTraced: false })}/terms`);
  expect(reply.headers.get('server-timing')).toBeNull();
});
