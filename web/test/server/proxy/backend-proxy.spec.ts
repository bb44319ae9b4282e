/** @jest-environment node */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { trustOf } from '../../../../backend/src/platform/network/trusted-proxies.js';
import { isBackendPath } from '../../../server/proxy/backend-paths';
import { BackendProxy } from '../../../server/proxy/backend-proxy';
import { LIMITS } from '../../../server/limits/limits';
import { closeAll, listen, until } from '../../support/sockets';

const proxies: BackendProxy[] = [];
/** The latest front. */
let latest: Server;

/** A backend that answers with the headers it was sent, and takes sockets. */
async function backend() {
  const server = createServer((request, response) => {
    response.setHeader('X-Powered-By', 'Express');
    response.setHeader('Content-Type', 'application/json');
    request
      .on('data', () => {})
      .on('end', () => response.end(JSON.stringify({ url: request.url, ...request.headers })));
  });
  server.on('upgrade', (request: IncomingMessage, socket) => {
    socket.end(`HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n${request.url}`);
  });
  return listen(server);
}

async function front(backendPort: number, trusted = 0, limits = LIMITS) {
  const proxy = new BackendProxy(`http://127.0.0.1:${backendPort}`, trustOf(trusted), limits);
  proxies.push(proxy);
  latest = createServer(proxy.web).on('upgrade', proxy.upgrade);
  return `http://127.0.0.1:${await listen(latest)}`;
}

/** A port where nobody listens. */
async function deadPort() {
  const server = createServer();
  const port = await listen(server);
  server.close();
  return port;
}

afterEach(() => {
  for (const proxy of proxies.splice(0)) proxy.close();
  closeAll();
});

test.each([
  '/api/products/',
  '/api',
  '/auth/users/me/',
  '/ws/chat/1_7/',
  '/media/a/320.webp',
  '/sandbox/stripe/v1',
  '/healthz',
  '/readyz',
  '/api?x=/../',
])('%s goes to the backend', (path) => expect(isBackendPath(path)).toBe(true));

test.each([
  '/',
  '/internal/catalog-events',
  '/api/../internal/catalog-events',
  '/api/%2E%2e/internal/catalog-events',
  '/api/..%2finternal',
  '/media\\..\\internal',
  '/api/..',
  '/apiary',
  '/products/5',
  '/authors',
  '/x/api/',
])('%s does not go to the backend', (path) => {
  expect(isBackendPath(path)).toBe(false);
});

test('requests are proxied with query and body, and no header names the framework', async () => {
  const origin = await front(await backend());
  const answer = await fetch(`${origin}/api/products/?page=2`, { method: 'POST', body: 'x=1' });
  expect(await answer.json()).toMatchObject({ url: '/api/products/?page=2', 'content-length': '3' });
  expect(answer.headers.get('x-powered-by')).toBeNull();
});

const claims = { 'x-forwarded-for': '6.6.6.6', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'evil.example' };

test('X-Forwarded headers of an untrusted client are replaced', async () => {
  const origin = await front(await backend());
  const received: unknown = await (await fetch(`${origin}/api/`, { headers: claims })).json();
  expect(received).toMatchObject({
    'x-forwarded-for': '127.0.0.1',
    'x-forwarded-proto': 'http',
    'x-forwarded-host': new URL(origin).host,
  });
});

test('a visitor cannot ask for the tags of a cached answer', async () => {
  const origin = await front(await backend());
  const received: unknown = await (await fetch(`${origin}/api/`, { headers: { 'Cache-Tags': 'send' } })).json();
  expect(received).not.toHaveProperty('cache-tags');
});

test('X-Forwarded headers of a trusted proxy are kept', async () => {
  const origin = await front(await backend(), 1);
  const received: unknown = await (await fetch(`${origin}/api/`, { headers: claims })).json();
  expect(received).toMatchObject(claims);
});

test('the first value of an X-Forwarded list counts, and an impossible host is ignored', async () => {
  const origin = await front(await backend(), 1);
  const toldOf = async (proto: string, host: string) => {
    const headers = { 'x-forwarded-proto': proto, 'x-forwarded-host': host };
    const body = (await (await fetch(`${origin}/api/`, { headers })).json()) as Record<string, string>;
    return `${body['x-forwarded-proto']}://${body['x-forwarded-host']}`;
  };
  expect(await toldOf('HTTPS, http', 'shop.example.com:8443, 10.0.0.1')).toBe('https://shop.example.com:8443');
  const own = new URL(origin).host;
  expect(await toldOf('javascript', 'a b<script>')).toBe(`http://${own}`);
  expect(await toldOf('https', 'a:99999')).toBe(`https://${own}`);
  expect(await toldOf('https', 'user@a')).toBe(`https://${own}`);
});

test('while the backend is down, calls answer 503 with the contract’s error body', async () => {
  const origin = await front(await deadPort());
  for (const path of ['/api/products/', '/readyz']) {
    const answer = await fetch(origin + path);
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('5');
    const body = (await answer.json()) as { detail: string; error: string };
    expect(body.detail).toMatch(/thử lại/);
    expect(body.error).toBe(body.detail);
  }
});

test('a backend that is down, or accepts calls and answers none, makes this server unready and is named', async () => {
  const silent = await listen(createServer(() => {}));
  for (const port of [silent, await deadPort()]) {
    const origin = await front(port, 0, { ...LIMITS, readinessMs: 50 });
    const answers = await Promise.all(Array.from({ length: 20 }, () => fetch(`${origin}/readyz`)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 503));
    expect(await answers[0]!.json()).toMatchObject({ status: 'unready', backend: 'down' });
  }
});

describe('readiness checks', () => {
  /** A backend that answers when the test says so, before a web server that counts what it is asked. */
  async function checked(perAddress: Partial<typeof LIMITS.perAddress> = {}) {
    const held: ServerResponse[] = [];
    const port = await listen(createServer((_request, response) => held.push(response)));
    const limits = { ...LIMITS, perAddress: { ...LIMITS.perAddress, ...perAddress } };
    const origin = await front(port, 1, limits);
    let asked = 0;
    latest.on('request', () => (asked += 1));
    const check = (address: string, init?: RequestInit) =>
      fetch(`${origin}/readyz`, { ...init, headers: { 'X-Forwarded-For': address } });
    return { held, check, asked: (count: number) => until(() => asked === count && held.length > 0) };
  }
  const times = <T>(count: number, act: () => T) => Array.from({ length: count }, act);

  test('of one address make the answer wrong for nobody, and cost the backend one call', async () => {
    const { held, check, asked } = await checked();
    const [flood, other] = [times(60, () => check('1.1.1.1')), check('2.2.2.2')];
    await asked(61);
    for (const response of held) response.setHeader('Content-Type', 'application/json').end('{"status":"ready"}');
    const answers = await Promise.all([...flood, other]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await answers[60]!.json()).toEqual({ status: 'ready' });
    expect(held).toHaveLength(1);
  });

  test('above the limit of an address are refused with 429, which says nothing of the backend', async () => {
    const { held, check, asked } = await checked({ checks: 4, requests: 0 });
    const [flood, other] = [times(6, () => check('1.1.1.1')), check('2.2.2.2')];
    await asked(7);
    held[0]!.end('{}');
    const statuses = (await Promise.all(flood)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 200, 200, 200, 429, 429]);
    expect((await other).status).toBe(200);
  });

  test('are answered anew once the one before has its answer, and by their head alone when that is asked for', async () => {
    const { held, check, asked } = await checked();
    const first = check('1.1.1.1');
    await asked(1);
    held[0]!.writeHead(503).end('{"status":"stopping"}');
    expect((await first).status).toBe(503);
    const second = check('1.1.1.1', { method: 'HEAD' });
    await until(() => held.length === 2);
    held[1]!.end('{"status":"ready"}');
    const { status, headers } = await second;
    expect([status, headers.get('content-length'), headers.get('cache-control')]).toEqual([200, '18', 'no-store']);
  });
});

/** What comes back on a socket that asks for an upgrade, until it is closed. */
async function upgrade(origin: string) {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  socket.write('GET /ws/chat/1_7/ HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
  let text = '';
  socket.on('data', (chunk) => (text += chunk.toString())).on('error', () => {});
  await once(socket, 'close');
  return text;
}

test('sockets are proxied, and closed while the backend is down', async () => {
  expect(await upgrade(await front(await backend()))).toMatch(/^HTTP\/1.1 101 [^]*\/ws\/chat\/1_7\/$/);
  expect(await upgrade(await front(await deadPort()))).not.toMatch(/101/);
});
