/** @jest-environment node */
import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import type { AppLoadContext } from '@remix-run/node';
import { PAGE_CACHE_HEADER } from '../../app/routing/public-page';
import { PageCache } from '../../server/page-cache';
import { createPages } from '../../server/pages';
import { hasBody } from '../../server/request-body';

let server: Server;
let cache: PageCache;
const render = jest.fn<Promise<Response>, [Request, AppLoadContext]>();

beforeEach(async () => {
  cache = new PageCache(1_000_000);
  cache.setInformed(true);
  render.mockReset();
  const page = createPages({
    render: (request, context) => render(request, context!),
    policy: (nonce) => `script-src 'nonce-${nonce}'`,
    cache,
    trusts: () => false,
    testPayments: false,
  });
  server = createServer((request, response) => {
    void buffer(request).then((body) => page(request, response, hasBody(request) ? body : undefined));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
});

afterEach(() => server.close());

const html = (nonce: string, word = 'hello') => `<script nonce="${nonce}"></script><p>${word}</p>`;
const isPublic = { 'Content-Type': 'text/html', [PAGE_CACHE_HEADER]: 'public' };
const answerWith = (headers: Record<string, string>, status = 200) =>
  render.mockImplementation(async (_request, { nonce }) => new Response(html(nonce), { status, headers }));

async function ask(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const { port } = server.address() as AddressInfo;
  const request = get({ port, path, method, headers: { 'accept-encoding': 'identity', ...headers }, agent: false });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return response;
}

const nonceOf = ({ headers }: IncomingMessage) =>
  /'nonce-([^']+)'/.exec(headers['content-security-policy']!.toString())![1]!;

test.each([true, false])('pages are told whether cards are tests: %s', async (testPayments) => {
  const told = jest.fn(async () => new Response(''));
  const page = createPages({ render: told, policy: () => '', cache, trusts: () => false, testPayments });
  const front = createServer((request, response) => void page(request, response));
  await once(front.listen(0, '127.0.0.1'), 'listening');
  try {
    await fetch(`http://127.0.0.1:${(front.address() as AddressInfo).port}/`);
  } finally {
    front.close();
  }
  expect(told).toHaveBeenCalledWith(expect.anything(), expect.objectContaining({ testPayments }));
});

test('a page for everyone is rendered once, and each visitor gets it with a nonce of their own', async () => {
  answerWith(isPublic);
  const nonces = new Set<string>();
  for (let visitor = 0; visitor < 5; visitor += 1) {
    const response = await ask('/products/5?utm_source=zalo');
    expect(await text(response)).toBe(html(nonceOf(response)));
    expect(response.headers).toMatchObject({ 'cache-control': 'no-cache', vary: 'Accept-Encoding' });
    expect(response.headers).not.toHaveProperty(PAGE_CACHE_HEADER.toLowerCase());
    nonces.add(nonceOf(response));
  }
  expect(nonces.size).toBe(5);
  expect(render).toHaveBeenCalledTimes(1);
  expect(render.mock.calls[0]![0].url).toMatch(/^http:\/\/localhost:\d+\/products\/5$/);
});

test('it comes by gzip to who takes that, and not to who refuses', async () => {
  answerWith(isPublic);
  const response = await ask('/', { 'accept-encoding': 'br, gzip' });
  expect(response.headers['content-encoding']).toBe('gzip');
  const chunks: Buffer[] = await response.toArray();
  expect(gunzipSync(Buffer.concat(chunks)).toString()).toBe(html(nonceOf(response)));
  const plain = await ask('/', { 'accept-encoding': 'gzip;q=0, br' });
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(await text(plain)).toBe(html(nonceOf(plain)));
});

test('after a change it is rendered anew', async () => {
  answerWith(isPublic);
  await ask('/');
  cache.clear();
  await ask('/');
  expect(render).toHaveBeenCalledTimes(2);
});

test('while a page cannot be rendered, the one kept before is sent, and what was never kept is a 503', async () => {
  answerWith(isPublic);
  await ask('/');
  cache.setInformed(false);
  jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000);
  answerWith({ 'Content-Type': 'text/html' }, 503);
  const [first, second] = await Promise.all([ask('/'), ask('/')]);
  for (const response of [first, second]) {
    expect(response.statusCode).toBe(200);
    expect(await text(response)).toBe(html(nonceOf(response)));
  }
  expect(render).toHaveBeenCalledTimes(3);
  expect((await ask('/products/5')).statusCode).toBe(503);
  jest.restoreAllMocks();
});

test('other pages are rendered for each visitor and stored nowhere', async () => {
  answerWith({ 'Content-Type': 'text/html' });
  for (const visitor of [1, 2]) {
    const response = await ask('/cart');
    expect(await text(response)).toBe(html(nonceOf(response)));
    expect(response.headers['cache-control']).toBe('no-store');
    expect(render).toHaveBeenCalledTimes(visitor);
  }
});

test('a page that lacks a part of its frame is not kept', async () => {
  answerWith({ ...isPublic, [PAGE_CACHE_HEADER]: 'incomplete' });
  await ask('/');
  await ask('/');
  expect(render).toHaveBeenCalledTimes(2);
});

test('what is not found is not kept, whatever it says', async () => {
  answerWith(isPublic, 404);
  expect((await ask('/products/9')).statusCode).toBe(404);
  expect((await ask('/products/9')).statusCode).toBe(404);
  expect(render).toHaveBeenCalledTimes(2);
});

test('another host gets a page of its own', async () => {
  answerWith(isPublic);
  await ask('/');
  await ask('/', { host: 'shop.example' });
  expect(render.mock.calls.map(([, { origin }]) => origin)).toEqual([
    expect.stringMatching('localhost'),
    'http://shop.example',
  ]);
});

test('the pages are not told who asks', async () => {
  answerWith(isPublic);
  await ask('/', { cookie: 'session=1', authorization: 'JWT x', 'accept-language': 'vi' });
  const { headers } = render.mock.calls[0]![0];
  expect([headers.get('cookie'), headers.get('authorization'), headers.get('accept-language')]).toEqual([
    null,
    null,
    'vi',
  ]);
});

test('data fetched ahead of a click lives just long enough for the click', async () => {
  answerWith({ ...isPublic, 'Content-Type': 'text/x-script' });
  const response = await ask('/products/5.data', { 'sec-purpose': 'prefetch' });
  expect(response.headers['cache-control']).toBe('private, max-age=5');
});

test('HEAD answers with the headers alone', async () => {
  answerWith(isPublic);
  const response = await ask('/', {}, 'HEAD');
  expect(Number(response.headers['content-length'])).toBe(html('').length + 22);
  expect(await text(response)).toBe('');
});

test('a form that is sent is passed on with its body, and never kept', async () => {
  const bodies: string[] = [];
  render.mockImplementation(async (request) => {
    bodies.push(await request.text());
    return new Response('thanks', { headers: isPublic });
  });
  const { port } = server.address() as AddressInfo;
  for (const body of ['email=a%40b.vn', 'email=c%40d.vn']) {
    const answer = await fetch(`http://localhost:${port}/newsletter`, { method: 'POST', body });
    expect(await answer.text()).toBe('thanks');
    expect(answer.headers.get('cache-control')).toBe('no-store');
  }
  expect(bodies).toEqual(['email=a%40b.vn', 'email=c%40d.vn']);
});
