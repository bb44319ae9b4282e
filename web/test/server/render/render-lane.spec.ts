/** @jest-environment node */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { PAGE_CACHE_HEADER } from '../../../app/routing/document/public-page';
import { createGuardedServer } from '../../../server/limits/connections';
import { Front } from '../../../server/front';
import { LIMITS, type Limits } from '../../../server/limits/limits';
import { readSettings } from '../../../server/settings';
import { closeAll, listen, RawSocket, until } from '../../support/sockets';

/** Each page under `/hold` that is being rendered, by its query; called, it is done. */
let held: Map<string, () => void>;
let close: () => void;
let server: Server;
let port: number;

beforeEach(() => (held = new Map()));
afterEach(() => {
  close();
  closeAll();
});

/** A web server behind one proxy, and before a backend. */
async function shop(renders: Limits['renders'], waitMs = 5_000) {
  const backend = createServer((request, response) => {
    if (request.url!.startsWith('/internal')) response.writeHead(404).end();
    else response.end('{"from":"backend"}');
  });
  const backendUrl = `http://127.0.0.1:${await listen(backend)}`;
  const settings = readSettings({ NODE_ENV: 'test', BACKEND_URL: backendUrl, TRUST_PROXY: '1' });
  const limits: Limits = { ...LIMITS, queueWait: { waitMs, standingWaitMs: waitMs }, renders };
  const front = new Front(settings, limits, {
    render: async ({ url }) => {
      const { pathname, search } = new URL(url);
      if (pathname === '/hold') await new Promise<void>((resolve) => held.set(search, resolve));
      return new Response(`page ${pathname}`, { headers: { [PAGE_CACHE_HEADER]: 'public' } });
    },
    assets: (_request, _response, next) => next(),
  });
  close = () => front.close();
  server = createGuardedServer(() => true, limits).on('request', front.request);
  port = await listen(server);
}

let addresses = 0;

/** @param address one that has never asked unless given */
async function ask(path: string, address = `10.0.${(addresses += 1) >> 8}.${addresses & 255}`, accept = '*/*') {
  const headers = { 'X-Forwarded-For': address, Accept: accept };
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
  return { status: answer.status, headers: answer.headers, body: await answer.text() };
}

const statusOf = async (...args: Parameters<typeof ask>) => (await ask(...args)).status;
const count = (statuses: number[], status: number) => statuses.filter((one) => one === status).length;
const times = <T>(number: number, make: (nth: number) => T) => Array.from({ length: number }, (_, nth) => make(nth));

/** The sockets of the requests that come from now on. */
function requests(): Socket[] {
  const sockets: Socket[] = [];
  server.on('request', ({ socket }: IncomingMessage) => sockets.push(socket));
  return sockets;
}

test('uncached pages from two hundred addresses are rendered a few at a time, and other requests go on', async () => {
  await shop({ runs: 8, waits: 4 }, 60_000);
  jest.spyOn(performance, 'now').mockReturnValue(performance.now()); // The home page stays as fresh as it is.
  expect(await statusOf('/')).toBe(200);
  const statuses: number[] = [];
  const flood = times(200, async (nth) => statuses.push(await statusOf(`/hold?nth=${nth}`)));
  await until(() => statuses.length === 188);
  expect(held.size).toBe(8);
  for (const path of ['/readyz', '/api/products/', '/']) expect(await statusOf(path)).toBe(200);
  for (let done = 0; done < 12; done += 1) {
    await until(() => held.size > done);
    [...held.values()][done]!();
  }
  await Promise.all(flood);
  expect([count(statuses, 503), count(statuses, 200), held.size]).toEqual([188, 12, 12]);
});

test('a request that waits too long gets the overload page, or an older cached copy', async () => {
  await shop({ runs: 1, waits: 1 }, 100);
  expect(await statusOf('/products/5')).toBe(200);
  void ask('/hold').catch(() => {});
  await until(() => held.size === 1);
  const { status, headers, body } = await ask('/search');
  expect([status, headers.get('retry-after'), headers.get('cache-control')]).toEqual([503, '5', 'no-store']);
  expect(body).toMatch(/<p>Hệ thống đang bận/);
  expect(await statusOf('/search.data')).toBe(503);
  jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000);
  expect(await ask('/products/5')).toMatchObject({ status: 200, body: 'page /products/5' });
  expect(held.size).toBe(1);
});

test('one address gets only its share of the renders', async () => {
  await shop({ runs: 4, waits: 4 }, 60_000);
  const come = requests();
  const own = Promise.all(times(4, (nth) => statusOf(`/hold?nth=${nth}`, '1.1.1.1')));
  await until(() => come.length === 4 && held.size === 2);
  expect(await statusOf('/search', '2.2.2.2')).toBe(200);
  expect(held.size).toBe(2);
  for (const done of held.values()) done();
  await until(() => held.size === 4);
  for (const done of held.values()) done();
  expect(await own).toEqual([200, 200, 200, 200]);
});

test('a visitor who disconnects while waiting is not rendered for and frees the place', async () => {
  await shop({ runs: 1, waits: 1 }, 60_000);
  const come = requests();
  const first = statusOf('/hold?nth=1');
  await until(() => held.size === 1);
  const leaver = new RawSocket(port).send(`GET /hold?${'leaver'.repeat(100)} HTTP/1.1\r\nHost: x\r\n\r\n`);
  await until(() => come.length === 2);
  expect(await statusOf('/search')).toBe(503);
  leaver.leave();
  await until(() => come[1]!.destroyed);
  const last = statusOf('/hold?nth=2');
  await until(() => come.length === 4);
  held.get('?nth=1')!();
  await until(() => held.has('?nth=2'));
  held.get('?nth=2')!();
  expect(await Promise.all([first, last])).toEqual([200, 200]);
  expect(held.size).toBe(2);
});

test('an address with too many pages under way gets 429: a page in a browser, JSON elsewhere', async () => {
  const max = LIMITS.perAddress.pages;
  await shop({ runs: 2 * max, waits: max }, 60_000);
  const own = Promise.all(times(max, (nth) => statusOf(`/hold?nth=${nth}`, '1.1.1.1')));
  await until(() => held.size === max);
  const page = await ask('/search', '1.1.1.1', 'text/html,application/xhtml+xml,*/*;q=0.8');
  expect([page.status, page.headers.get('content-type')]).toEqual([429, 'text/html; charset=utf-8']);
  expect(page.body).toMatch(/<p>Bạn thao tác quá nhanh.*<a href="">Thử lại<\/a>/s);
  const data = await ask('/search.data', '1.1.1.1');
  expect([data.status, JSON.parse(data.body)]).toMatchObject([429, { error: expect.stringMatching(/quá nhanh/) }]);
  expect(await statusOf('/search?keyword=a.css', '1.1.1.1')).toBe(429); // a query makes no file of a page
  for (const done of held.values()) done();
  expect(await own).toEqual(times(max, () => 200));
});
