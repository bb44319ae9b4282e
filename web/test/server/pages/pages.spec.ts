/** @jest-environment node */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { brotliDecompressSync, createBrotliDecompress, gunzipSync } from 'node:zlib';
import type { AppLoadContext } from '@remix-run/node';
import { PAGE_CACHE_HEADER } from '../../../app/routing/public-page';
import { PageCache } from '../../../server/pages/page-cache';
import { createPages } from '../../../server/pages/pages';
import { hasBody } from '../../../server/proxy/request-body';

let server: Server;
let cache: PageCache;
const render = jest.fn<Promise<Response>, [Request, AppLoadContext]>();

beforeEach(async () => {
  cache = new PageCache(1_000_000);
  cache.setInformed(true);
  render.mockReset();
  const page = createPages({
    render: (request, context) => render(request, context),
    policy: (inline) => `script-src ${inline.join(' ')}`,
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

const html = (nonce?: string) =>
  `<script${nonce ? ` nonce="${nonce}"` : ''}>go()</script><script>smuggled()</script><p>${'hello '.repeat(200)}</p>`;
/** What lets `go()` run, and nothing else. */
const BY_HASH = `script-src 'sha256-${createHash('sha256').update('go()').digest('base64')}'`;
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
  expect(told).toHaveBeenCalledWith(expect.anything(), expect.objectContaining({ testPayments }), expect.anything());
});

test('a page for everyone is rendered once; its scripts run by their hashes, and what was smuggled in does not', async () => {
  answerWith(isPublic);
  for (let visitor = 0; visitor < 5; visitor += 1) {
    const response = await ask('/products/5?utm_source=zalo');
    expect(await text(response)).toBe(html());
    expect(response.headers).toMatchObject({
      'cache-control': 'no-cache',
      'content-security-policy': BY_HASH,
      vary: 'Accept-Encoding',
    });
    expect(response.headers).not.toHaveProperty(PAGE_CACHE_HEADER.toLowerCase());
  }
  expect(render).toHaveBeenCalledTimes(1);
  expect(render.mock.calls[0]![0].url).toMatch(/^http:\/\/localhost:\d+\/products\/5$/);
});

const decode = { br: brotliDecompressSync, gzip: gunzipSync, identity: (body: Buffer) => body };

describe.each([
  ['/', isPublic],
  ['/cart', { 'Content-Type': 'text/html' }],
])('the page %s', (path, headers) => {
  test.each([
    ['gzip, deflate, br', 'br'],
    ['gzip;q=0.9, br;q=0.8', 'gzip'],
    ['gzip;q=0, br;q=0', 'identity'],
  ] as const)('comes to who takes %s as %s', async (accepted, encoding) => {
    answerWith(headers);
    const response = await ask(path, { 'accept-encoding': accepted });
    expect(response.headers['content-encoding'] ?? 'identity').toBe(encoding);
    expect(response.headers.vary).toBe('Accept-Encoding');
    const body = decode[encoding](await buffer(response)).toString();
    expect(body).toBe(headers === isPublic ? html() : html(nonceOf(response)));
  });
});

test('who has the page already is told so, and who has it in another encoding or an older one gets it', async () => {
  answerWith(isPublic);
  const known = (await ask('/', { 'accept-encoding': 'br' })).headers.etag!;
  for (const header of [known, `"other", W/${known}`, '*']) {
    const response = await ask('/', { 'accept-encoding': 'br', 'if-none-match': header });
    expect([response.statusCode, await text(response)]).toEqual([304, '']);
    expect(response.headers).toMatchObject({
      etag: known,
      vary: 'Accept-Encoding',
      'cache-control': 'no-cache',
      'content-security-policy': BY_HASH,
    });
  }
  expect((await ask('/', { 'accept-encoding': 'gzip', 'if-none-match': known })).statusCode).toBe(200);
  cache.clear();
  expect((await ask('/', { 'accept-encoding': 'br', 'if-none-match': known })).statusCode).toBe(304);
  cache.clear();
  render.mockImplementation(async () => new Response('another page', { headers: isPublic }));
  expect((await ask('/', { 'accept-encoding': 'br', 'if-none-match': known })).statusCode).toBe(200);
});

test('what is no page is sent byte for byte', async () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  render.mockImplementation(async () => new Response(bytes, { headers: { ...isPublic, 'Content-Type': 'image/x' } }));
  expect(Uint8Array.from(await buffer(await ask('/picture')))).toEqual(bytes);
});

test('what is streamed is not held back by compression', async () => {
  let push!: (text: string) => void;
  const body = new ReadableStream({ start: (stream) => void (push = (word) => stream.enqueue(Buffer.from(word))) });
  render.mockImplementation(async () => new Response(body, { headers: { 'Content-Type': 'text/html' } }));
  push('first');
  const response = await ask('/cart', { 'accept-encoding': 'br' });
  const text = response.pipe(createBrotliDecompress());
  expect(String((await once(text, 'data'))[0])).toBe('first');
  push('second');
  expect(String((await once(text, 'data'))[0])).toBe('second');
  response.destroy();
});

test('after a change it is rendered anew', async () => {
  answerWith(isPublic);
  await ask('/');
  cache.clear();
  await ask('/');
  expect(render).toHaveBeenCalledTimes(2);
});

test('while a page cannot be rendered, the one cached before is sent, and what was never cached is a 503', async () => {
  answerWith(isPublic);
  await ask('/');
  cache.setInformed(false);
  jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000);
  answerWith({ 'Content-Type': 'text/html' }, 503);
  const [first, second] = await Promise.all([ask('/'), ask('/')]);
  for (const response of [first, second]) {
    expect(response.statusCode).toBe(200);
    expect(await text(response)).toBe(html());
  }
  expect(render).toHaveBeenCalledTimes(3);
  expect((await ask('/products/5')).statusCode).toBe(503);
  jest.restoreAllMocks();
});

test('other pages are rendered for each visitor with a nonce of their own, and stored nowhere', async () => {
  answerWith({ 'Content-Type': 'text/html' });
  const nonces = new Set<string>();
  for (const visitor of [1, 2]) {
    const response = await ask('/cart');
    expect(await text(response)).toBe(html(nonceOf(response)));
    expect(response.headers['cache-control']).toBe('no-store');
    expect(render).toHaveBeenCalledTimes(visitor);
    expect(nonceOf(response)).toMatch(/^[\w-]{22}$/);
    nonces.add(nonceOf(response));
  }
  expect(nonces.size).toBe(2);
});

test('a page that lacks a part of its frame is not cached', async () => {
  answerWith({ ...isPublic, [PAGE_CACHE_HEADER]: 'incomplete' });
  await ask('/');
  await ask('/');
  expect(render).toHaveBeenCalledTimes(2);
});

test('what is not found is not cached, whatever it says', async () => {
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
  expect(Number(response.headers['content-length'])).toBe(html().length);
  expect(await text(response)).toBe('');
});

test('a form that is sent is passed on with its body, and never cached', async () => {
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
