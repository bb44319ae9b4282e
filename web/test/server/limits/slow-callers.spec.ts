/** @jest-environment node */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { trustOf } from '../../../../backend/src/platform/network/trusted-proxies.js';
import { BackendProxy } from '../../../server/proxy/backend-proxy';
import { logWarning } from '../../../server/http/log';
import { createGuardedServer } from '../../../server/limits/connections';
import { LIMITS, limitsFor, type Limits } from '../../../server/limits/limits';
import { readSettings } from '../../../server/settings';
import { closeAll, listen, RawSocket, until } from '../../support/sockets';

jest.mock('../../../server/http/log', () => ({ logError: jest.fn(), logWarning: jest.fn() }));

const proxies: BackendProxy[] = [];
/** The paths of the requests to the web server, and of those to the backend. */
let webPaths: string[];
let backendPaths: string[];
let held: ServerResponse[];
let connections: number;
let visitors: Socket[];

beforeEach(() => {
  webPaths = [];
  backendPaths = [];
  held = [];
  connections = 0;
  visitors = [];
});
afterEach(() => {
  for (const proxy of proxies.splice(0)) proxy.close();
  closeAll();
});

/** Answers with the size of the body, but `/api/hold` when the test says so, and `/api/long` with 8 MB. */
function answer(request: IncomingMessage, response: ServerResponse) {
  backendPaths.push(request.url!);
  let size = 0;
  request.on('data', (chunk: Buffer) => (size += chunk.length));
  request.on('end', () => {
    if (request.url!.includes('/hold')) held.push(response);
    else if (request.url!.includes('/long')) response.end(Buffer.alloc(8_000_000));
    else response.end(`took ${size} bytes`);
  });
}

/** A web server before a backend; what is not given is as in production, but quicker. */
async function shop(limits: Partial<Limits> = {}, trusted = 0) {
  const backend = createServer(answer).on('connection', () => (connections += 1));
  const trusts = trustOf(trusted);
  const { waitMs = 50 } = limits;
  const queueWait = { waitMs, standingWaitMs: waitMs };
  const all: Limits = { ...LIMITS, sweepMs: 20, waitMs, queueWait, ...limits };
  const proxy = new BackendProxy(`http://127.0.0.1:${await listen(backend)}`, trusts, all);
  proxies.push(proxy);
  const server = createGuardedServer(trusts, all).on('request', proxy.web).on('upgrade', proxy.upgrade);
  for (const event of ['request', 'upgrade']) server.on(event, ({ url }: IncomingMessage) => webPaths.push(url!));
  server.on('connection', (socket: Socket) => visitors.push(socket));
  return listen(server);
}

const head = (path: string, ...more: string[]) => [`${path} HTTP/1.1`, 'Host: x', ...more].join('\r\n') + '\r\n\r\n';
const MULTIPART = 'multipart/form-data; boundary=x';
const chunk = (bytes: number) => `${bytes.toString(16)}\r\n${'x'.repeat(bytes)}\r\n`;
const lanes = (some: Partial<Limits['lanes']>) => ({ lanes: { ...LIMITS.lanes, ...some } });
const perAddress = (some: Partial<Limits['perAddress']>) => ({ perAddress: { ...LIMITS.perAddress, ...some } });

async function statusOf(port: number, path: string, init?: RequestInit) {
  return (await fetch(`http://127.0.0.1:${port}${path}`, init)).status;
}

describe('a slow request', () => {
  test('holds no connection to the backend and ends with 408', async () => {
    const port = await shop({ graceMs: 300, ...perAddress({ requests: 100 }), ...lanes({ calls: 1 }) });
    const slow = Array.from({ length: 50 }, () =>
      new RawSocket(port).send(`${head('POST /api/coupons/check/', 'Content-Length: 100')}{`),
    );
    expect(await statusOf(port, '/api/products/')).toBe(200);
    expect(backendPaths).toEqual(['/api/products/']);
    expect(connections).toBe(1);
    for (const socket of slow) {
      const reply = await socket.closed();
      expect(reply).toMatch(/^HTTP\/1.1 408 [^]*Connection: close[^]*"error":"Dữ liệu/);
    }
    expect(backendPaths).toHaveLength(1);
  });

  test('goes on while its bytes keep arriving', async () => {
    const port = await shop({ graceMs: 100, slowestBytesPerSecond: 20 });
    const socket = new RawSocket(port).send(head('POST /api/x/', 'Content-Length: 40'));
    for (let i = 0; i < 10; i += 1) {
      socket.send('1234');
      // oxlint-disable-next-line may/no-timed-test -- how slowly the bytes come is what is tested
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    expect(await socket.until(/bytes/)).toMatch(/took 40 bytes/);
  });

  test('with a long body delays only other long bodies', async () => {
    const port = await shop({ wholeBody: 1_000, graceMs: 1_500, ...lanes({ uploads: 1, calls: 1 }) });
    const avatar = '/auth/users/avatar/';
    const long = { method: 'POST', headers: { 'Content-Type': MULTIPART }, body: 'x'.repeat(2_000) };
    const slow = new RawSocket(port).send(
      `${head(`POST ${avatar}`, `Content-Type: ${MULTIPART}`, 'Content-Length: 5000')}-`,
    );
    await until(() => backendPaths.length === 1);
    expect(await statusOf(port, '/api/x/', { method: 'POST', body: '1' })).toBe(200);
    expect(await statusOf(port, avatar, long)).toBe(503);
    expect(await statusOf(port, '/api/ai-search/image/', long)).toBe(200);
    expect(await slow.closed()).toMatch(/^HTTP\/1.1 408 /);
    expect(await statusOf(port, avatar, long)).toBe(200);
  });

  test.each([
    '/auth/users/avatar/',
    '/api/products/5/reviews/',
    // The backend reads it before it refuses it.
    '/api/Products/x/Reviews',
  ])('of a shopper with a long body does not delay the back office: %s', async (path) => {
    const port = await shop({ wholeBody: 1_000, graceMs: 60_000, ...lanes({ uploads: 1, adminUploads: 1 }) });
    const upload = (path: string) =>
      statusOf(port, path, {
        method: 'POST',
        headers: { 'Content-Type': MULTIPART },
        body: 'x'.repeat(2_000),
      });
    const slow = new RawSocket(port).send(
      `${head(`POST ${path}`, `Content-Type: ${MULTIPART}`, 'Content-Length: 5000')}-`,
    );
    await until(() => backendPaths.length === 1);
    for (const place of ['/api/products/', '/api/products/5/', '/api/brands/', '/api/category/7/']) {
      expect(await upload(place)).toBe(200);
    }
    expect(await upload('/api/admin/catalogue/imports/')).toBe(200);
    expect(await upload('/auth/users/avatar/')).toBe(503);
    slow.leave();
  });

  test('without a complete head is disconnected', async () => {
    const port = await shop({ headMs: 100 });
    const silent = new RawSocket(port);
    const trickling = new RawSocket(port).send('GET /api/x/ HTTP/1.1\r\nHos');
    await Promise.all([silent.closed(), trickling.closed()]);
    expect(backendPaths).toEqual([]);
  });
});

describe('request bodies', () => {
  test.each([
    ['of a known length', 'Content-Length: 3000', 'x'.repeat(3_000)],
    [
      'in chunks',
      'Transfer-Encoding: chunked',
      `5dc\r\n${'x'.repeat(1_500)}\r\n5dc\r\n${'x'.repeat(1_500)}\r\n0\r\n\r\n`,
    ],
  ])('%s reach the backend complete, short and long', async (_name, header, body) => {
    for (const wholeBody of [10_000, 1_000]) {
      const port = await shop({ wholeBody });
      const socket = new RawSocket(port).send(head('POST /api/products/', `Content-Type: ${MULTIPART}`, header) + body);
      expect(await socket.until(/bytes/)).toMatch(/took 3000 bytes/);
    }
  });

  test.each([
    ['multipart/form-data; boundary=x', 5_001],
    ['application/json', 1_001],
    ['text/plain', 1_001],
  ])('over the limit are refused before they are read: %s of %i bytes', async (type, length) => {
    const port = await shop({ wholeBody: 1_000, body: 5_000 });
    const socket = new RawSocket(port).send(
      head('POST /api/products/', `Content-Type: ${type}`, `Content-Length: ${length}`),
    );
    expect(await socket.closed()).toMatch(/^HTTP\/1.1 413 /);
    expect(backendPaths).toEqual([]);
  });

  test('in chunks that are not multipart are refused at the limit of a whole body', async () => {
    const port = await shop({ wholeBody: 1_000 });
    const socket = new RawSocket(port).send(head('POST /api/products/', 'Transfer-Encoding: chunked') + chunk(1_001));
    expect(await socket.closed()).toMatch(/^HTTP\/1.1 413 [^]*Connection: close/);
    expect(backendPaths).toEqual([]);
  });

  test('in chunks of multipart are refused once they are over the limit, and give their place back', async () => {
    const port = await shop({ wholeBody: 1_000, body: 5_000, ...lanes({ adminUploads: 1 }) });
    const upload = head('POST /api/products/', `Content-Type: ${MULTIPART}`, 'Transfer-Encoding: chunked');
    const socket = new RawSocket(port).send(upload + chunk(5_000));
    await until(() => backendPaths.length === 1);
    expect(await socket.send(chunk(1)).closed()).toMatch(/^HTTP\/1.1 413 [^]*Connection: close/);
    const whole = new RawSocket(port).send(`${upload}${chunk(5_000)}0\r\n\r\n`);
    expect(await whole.until(/bytes/)).toMatch(/took 5000 bytes/);
  });

  test('use bounded memory, and small ones always get through', async () => {
    const port = await shop({ smallBody: 100, bodies: 2_000, ...perAddress({ bodyBytes: 1_500 }) }, 1);
    const from = (address: string) => `X-Forwarded-For: ${address}`;
    const half = head('POST /api/x/', 'Content-Length: 2000', from('1.1.1.1')) + 'x'.repeat(1_400);
    const first = new RawSocket(port).send(half);
    const headers = (address: string) => ({ method: 'POST', headers: { 'X-Forwarded-For': address } });
    // One address has its share, all addresses have theirs, and a small body comes through.
    await until(() => visitors[0]?.bytesRead === half.length);
    expect(await statusOf(port, '/api/x/', { ...headers('1.1.1.1'), body: 'x'.repeat(200) })).toBe(503);
    expect(await statusOf(port, '/api/x/', { ...headers('2.2.2.2'), body: 'x'.repeat(700) })).toBe(503);
    expect(await statusOf(port, '/api/x/', { ...headers('1.1.1.1'), body: 'x'.repeat(90) })).toBe(200);
    first.leave();
    await until(() => visitors[0]!.destroyed);
    expect(await statusOf(port, '/api/x/', { ...headers('2.2.2.2'), body: 'x'.repeat(700) })).toBe(200);
  });
});

describe('one address', () => {
  test('is limited in concurrent requests, and may send more when some end', async () => {
    const port = await shop(perAddress({ requests: 3 }));
    const three = [1, 2, 3].map(() => statusOf(port, '/api/hold/'));
    await until(() => held.length === 3);
    const fourth = await fetch(`http://127.0.0.1:${port}/api/x/`);
    expect([fourth.status, fourth.headers.get('retry-after')]).toEqual([429, '1']);
    expect(await fourth.json()).toMatchObject({ error: expect.stringMatching(/quá nhanh/) });
    expect(await statusOf(port, '/media/a.webp')).toBe(200);
    for (const response of held) response.end();
    expect(await Promise.all(three)).toEqual([200, 200, 200]);
    expect(await statusOf(port, '/api/x/')).toBe(200);
  });

  test('may use the limits of all addresses with RATE_LIMIT=off', async () => {
    const settings = readSettings({ NODE_ENV: 'test', BACKEND_URL: 'http://127.0.0.1:1', RATE_LIMIT: 'off' });
    const port = await shop(limitsFor(settings.limitsRates));
    const more = LIMITS.perAddress.requests + 8;
    const all = Array.from({ length: more }, () => statusOf(port, '/api/hold/'));
    await until(() => held.length === more);
    for (const response of held) response.end();
    expect(await Promise.all(all)).toEqual(all.map(() => 200));
  });

  test('may use whole lanes from this machine outside production', async () => {
    const settings = readSettings({ NODE_ENV: 'test', BACKEND_URL: 'http://127.0.0.1:1' });
    const port = await shop(limitsFor(settings.limitsRates, settings.exemptsOwnMachine));
    const more = LIMITS.perAddress.requests + LIMITS.lanes.calls / 2 + 8;
    const all = Array.from({ length: more }, () => statusOf(port, '/api/hold/'));
    await until(() => held.length === more);
    for (const response of held) response.end();
    expect(await Promise.all(all)).toEqual(all.map(() => 200));
  });

  test.each([
    ['directly', 0, undefined],
    ['through a proxy on the same machine', 0, '203.0.113.7'],
    ['through a trusted proxy that tells a loopback address', 1, '127.0.0.1'],
  ])('is limited in production when it calls from this machine %s', async (_how, trusted, forwarded) => {
    const settings = readSettings({
      NODE_ENV: 'production',
      BACKEND_URL: 'http://127.0.0.1:1',
      PAYMENTS: 'sandbox',
      ...(trusted && { TRUST_PROXY: String(trusted) }),
    });
    const limits = limitsFor(settings.limitsRates, settings.exemptsOwnMachine);
    const port = await shop({ ...limits, ...perAddress({ requests: 1 }) }, trusted);
    const headers: Record<string, string> = forwarded ? { 'X-Forwarded-For': forwarded } : {};
    void statusOf(port, '/api/hold/', { headers }).catch(() => {});
    await until(() => held.length === 1);
    expect(await statusOf(port, '/api/x/', { headers })).toBe(429);
  });

  test('is the shopper’s behind a trusted proxy, and an IPv6 address counts by its /64', async () => {
    const port = await shop(perAddress({ requests: 1 }), 1);
    const from = (address: string) => ({ headers: { 'X-Forwarded-For': address } });
    void statusOf(port, '/api/hold/', from('2001:db8:1:2::1')).catch(() => {});
    await until(() => held.length === 1);
    expect(await statusOf(port, '/api/x/', from('6.6.6.6, 2001:db8:1:2:ffff::9'))).toBe(429);
    expect(await statusOf(port, '/api/x/', from('2001:db8:1:3::1'))).toBe(200);
  });

  test('shares the limit of its IPv6 /48, which is four times as high', async () => {
    const port = await shop(perAddress({ requests: 1 }), 1);
    const from = (nth: number) => ({ headers: { 'X-Forwarded-For': `2001:db8:1:${nth}::1` } });
    const four = [1, 2, 3, 4].map((nth) => statusOf(port, '/api/hold/', from(nth)));
    await until(() => held.length === 4);
    expect(await statusOf(port, '/api/x/', from(5))).toBe(429);
    expect(await statusOf(port, '/api/x/', { headers: { 'X-Forwarded-For': '2001:db8:2:5::1' } })).toBe(200);
    for (const response of held) response.end();
    expect(await Promise.all(four)).toEqual([200, 200, 200, 200]);
    expect(await statusOf(port, '/api/x/', from(5))).toBe(200);
  });

  test('is limited in open connections unless a proxy stands in front', async () => {
    const port = await shop(perAddress({ connections: 2 }));
    const two = [new RawSocket(port), new RawSocket(port)];
    for (const socket of two) await socket.send(head('GET /api/x/')).until(/bytes/);
    expect(await new RawSocket(port).send(head('GET /api/x/')).closed()).toBe('');
    expect(logWarning).toHaveBeenCalledWith(expect.stringMatching(/TRUST_PROXY/));
    two[0]!.leave();
    for (let status = 0; status !== 200;) status = await statusOf(port, '/api/x/').catch(() => 0);
  });

  test('that pipelines requests on one connection gets only its share of the backend', async () => {
    const port = await shop(perAddress({ requests: 5 }));
    const socket = new RawSocket(port).send(head('GET /api/hold/').repeat(200));
    await until(() => held.length === 5);
    for (const response of held) response.end('ok');
    await socket.until(/429/);
    expect(backendPaths).toHaveLength(5);
  });

  test('gets its places back when it pipelines requests and leaves', async () => {
    const port = await shop(perAddress({ requests: 5 }));
    for (const nth of [0, 1]) {
      const socket = new RawSocket(port).send(head('GET /api/hold/').repeat(5));
      await until(() => held.length === 5 * (nth + 1));
      socket.leave();
      await until(() => visitors[nth]!.destroyed);
    }
  });

  test('gets the memory of bodies back when it pipelines them and leaves', async () => {
    const port = await shop({ smallBody: 100, ...perAddress({ bodyBytes: 1_500 }) });
    const long = head('POST /api/hold/', 'Content-Length: 1000') + 'x'.repeat(1_000);
    const socket = new RawSocket(port).send(head('GET /api/hold/') + long);
    await until(() => held.length === 2);
    const another = { method: 'POST', body: 'x'.repeat(700) };
    expect(await statusOf(port, '/api/x/', another)).toBe(503);
    socket.leave();
    await until(() => visitors[0]!.destroyed);
    expect(await statusOf(port, '/api/x/', another)).toBe(200);
  });

  test('is limited in chat sockets, and so are all addresses together', async () => {
    const upgrade = head('GET /ws/chat/hold/', 'Connection: Upgrade', 'Upgrade: websocket');
    const port = await shop({ ...perAddress({ sockets: 1 }), handshakeMs: 200 });
    const first = new RawSocket(port).send(upgrade);
    await until(() => webPaths.length === 1);
    expect(await new RawSocket(port).send(upgrade).closed()).toMatch(/^HTTP\/1.1 429 [^]*"error":"Bạn/);
    await first.closed();
    const full = await shop({ sockets: 0 });
    expect(await new RawSocket(full).send(upgrade).closed()).toMatch(/^HTTP\/1.1 503 /);
  });
});

describe('a lane', () => {
  test('that is full answers 503 after a short wait, while other lanes go on', async () => {
    const port = await shop({ callerShare: 1, ...lanes({ calls: 2 }) });
    const two = [1, 2].map(() => statusOf(port, '/api/hold/'));
    await until(() => held.length === 2);
    const refused = await fetch(`http://127.0.0.1:${port}/api/products/`);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
    const signedIn = { method: 'POST', headers: { Authorization: 'JWT x' }, body: '{}' };
    expect(await statusOf(port, '/readyz')).toBe(200);
    expect(await statusOf(port, '/media/a.webp')).toBe(200);
    expect(await statusOf(port, '/api/stripe-webhook/', { method: 'POST', body: '{}' })).toBe(200);
    expect(await statusOf(port, '/sandbox/stripe/v1/x', { method: 'POST', body: '{}' })).toBe(200);
    for (const path of [
      ...['placeorder/', 'stripe-payment/', 'paybox/deposit/', 'paybox/payment/', 'orders/5/pay/', 'orders/5/cancel/'],
      'admin/paybox/refund/5/approve/',
    ]) {
      expect([path, await statusOf(port, `/api/${path}`, signedIn)]).toEqual([path, 200]);
    }
    expect(await statusOf(port, '/api/placeorder/', { method: 'POST', body: '{}' })).toBe(503);
    for (const response of held) response.end();
    expect(await Promise.all(two)).toEqual([200, 200]);
  });

  test('admits waiting requests in order when there is room', async () => {
    const port = await shop({ waitMs: 5_000, ...lanes({ calls: 1 }) });
    const first = statusOf(port, '/api/hold/1');
    await until(() => held.length === 1);
    const second = statusOf(port, '/api/2');
    await until(() => webPaths.includes('/api/2'));
    expect(await statusOf(port, '/api/3')).toBe(503); // one may wait
    expect(backendPaths).toEqual(['/api/hold/1']);
    held[0]!.end();
    expect(await Promise.all([first, second])).toEqual([200, 200]);
  });

  test.each([
    ['/api/hold/', 'calls', '1.1.1.1', '1.1.1.1'],
    ['/api/stripe-webhook/hold/', 'webhooks', '1.1.1.1', '1.1.1.1'],
    ['/media/hold/', 'media', '1.1.1.1', '1.1.1.1'],
    ['/api/hold/', 'calls', '2001:db8:1:1::1', '2001:db8:1:2::1'],
  ] as const)('of %s (%s) cannot be filled by one address or IPv6 /48 (%s, %s)', async (path, lane, ...addresses) => {
    const port = await shop({ waitMs: 5_000, ...perAddress({ requests: 8, media: 8 }), ...lanes({ [lane]: 4 }) }, 1);
    const from = (address: string) => ({ headers: { 'X-Forwarded-For': address } });
    const flood = Array.from({ length: 8 }, (_, nth) => statusOf(port, path, from(addresses[nth % 2]!)));
    // Two of its calls run and two wait.
    await until(() => held.length >= 2 && webPaths.length === 8);
    expect(await statusOf(port, path.replace('hold', 'x'), from('2.2.2.2'))).toBe(200);
    expect(held).toHaveLength(2);
    for (const response of held) response.end();
    await until(() => held.length === 4);
    for (const response of held) response.end();
    const statuses = await Promise.all(flood);
    expect(statuses.filter((status) => status === 200)).toHaveLength(4);
    expect(statuses.filter((status) => status === 503)).toHaveLength(4);
  });

  test('is freed at once by a caller who leaves while waiting, and with the answer by one who leaves before it', async () => {
    const port = await shop({ waitMs: 5_000, ...lanes({ calls: 1 }) });
    const first = new RawSocket(port).send(head('GET /api/hold/'));
    await until(() => held.length === 1);
    const second = new RawSocket(port).send(head('GET /api/2'));
    await until(() => webPaths.length === 2);
    second.leave();
    await until(() => visitors[1]!.destroyed);
    first.leave();
    await until(() => visitors[0]!.destroyed);
    // The backend works for the first yet.
    const third = statusOf(port, '/api/3');
    await until(() => webPaths.length === 3);
    expect(backendPaths).toEqual(['/api/hold/']);
    held[0]!.end();
    expect(await third).toBe(200);
    expect(backendPaths).toEqual(['/api/hold/', '/api/3']);
  });

  test('keeps its connection to the backend when a caller leaves', async () => {
    const port = await shop({ waitMs: 5_000, ...lanes({ calls: 1 }) });
    const gone = new RawSocket(port).send(head('GET /api/hold/'));
    await until(() => held.length === 1);
    gone.leave();
    await until(() => visitors[0]!.destroyed);
    const { socket } = held[0]!;
    held[0]!.end('late');
    expect(await statusOf(port, '/api/2')).toBe(200);
    expect(socket?.destroyed).toBe(false);
  });

  test('is freed when the backend does not answer', async () => {
    const port = await shop({ backendMs: 100, ...lanes({ calls: 1 }) });
    expect(await statusOf(port, '/api/hold/')).toBe(503);
    expect(await statusOf(port, '/api/x/')).toBe(200);
  });
});

describe('a slow reader', () => {
  test('holds no lane once the rest of the answer fits into memory, and is disconnected in the end', async () => {
    const port = await shop({
      answer: 10_000_000,
      graceMs: 1_000,
      slowestBytesPerSecond: 1e9,
      waitMs: 5_000,
      ...lanes({ calls: 1 }),
    });
    new RawSocket(port).stopReading().send(head('GET /api/long/'));
    await until(() => backendPaths.length === 1);
    const [slow] = visitors;
    expect(await statusOf(port, '/api/x/')).toBe(200);
    expect(slow!.destroyed).toBe(false);
    await until(() => slow!.destroyed);
  });

  test.each([
    ['the answer is longer than one reader may be behind', { answer: 100_000 }],
    ['the memory for answers is full', { answers: 100_000 }],
  ])('takes no place of a lane from others while %s', async (_when, memory) => {
    const port = await shop({ ...memory, waitMs: 5_000, ...lanes({ calls: 1 }) });
    const slow = new RawSocket(port).stopReading().send(head('GET /api/long/'));
    await until(() => backendPaths.length === 1);
    expect(await statusOf(port, '/api/x/')).toBe(200);
    expect(visitors[0]!.destroyed).toBe(false);
    await slow.read(8_000_000);
  });

  test('makes no lane smaller by its pauses', async () => {
    let now = performance.now();
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    const adapting = { ...LIMITS.adapting, calls: { min: 1, targetMs: 0.5 } };
    const port = await shop({ answer: 100_000, callerShare: 1, adapting, ...lanes({ calls: 2 }) });
    for (let nth = 1; nth <= 5; nth += 1) {
      const slow = new RawSocket(port).stopReading().send(head('GET /api/long/', 'Connection: close'));
      await until(() => backendPaths.length === nth);
      await until(() => visitors[nth - 1]!.writableLength > 100_000);
      now += 10_000;
      await slow.read(8_000_000);
    }
    const other = statusOf(port, '/api/hold/');
    await until(() => held.length === 1);
    expect(await statusOf(port, '/api/x/')).toBe(200);
    held[0]!.end();
    expect(await other).toBe(200);
  });

  test('is one of a few of its address or IPv6 /48, and of all; one more is disconnected', async () => {
    const port = await shop({ answer: 100_000, slow: { runs: 3, callerShare: 2 / 3 } }, 1);
    const read = async (address: string) => {
      const nth = visitors.length;
      const socket = new RawSocket(port).stopReading();
      socket.send(head('GET /api/long/', `X-Forwarded-For: ${address}`));
      await until(() => visitors.length > nth && (visitors[nth]!.destroyed || visitors[nth]!.writableLength > 100_000));
      return { socket, visitor: visitors[nth]! };
    };
    const [first, second] = [await read('2001:db8:1:1::1'), await read('2001:db8:1:2::1')];
    await until(() => backendPaths.length === 2);
    const third = await read('2001:db8:1:3::1');
    await until(() => third.visitor.destroyed);
    const other = await read('1.1.1.1');
    const last = await read('2.2.2.2');
    await until(() => last.visitor.destroyed);
    first.socket.leave();
    await until(() => first.visitor.destroyed);
    const next = await read('3.3.3.3');
    for (const { socket } of [second, other, next]) await socket.read(8_000_000);
  });

  test('receives a long answer piece by piece', async () => {
    const port = await shop({ answer: 100_000, answers: 100_000 });
    const answer = await fetch(`http://127.0.0.1:${port}/api/long/`);
    expect((await answer.arrayBuffer()).byteLength).toBe(8_000_000);
  });
});
