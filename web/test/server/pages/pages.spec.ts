/** @jest-environment node */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { AppLoadContext } from '@remix-run/node';
import { EVERYTHING } from '../../../../backend/src/platform/http-cache/catalog-change';
import { PAGE_CACHE_HEADER } from '../../../app/routing/document/public-page';
import { CachedHosts } from '../../../server/pages/cached-hosts';
import { PageCache } from '../../../server/pages/page-cache';
import { createPages } from '../../../server/pages/pages';
import { hasBody } from '../../../server/http/request-body';

let server: Server;
let cache: PageCache;
let isBusy = false;
const render = jest.fn<Promise<Response>, [Request, AppLoadContext]>();

beforeEach(async () => {
  cache = new PageCache(1_000_000);
  cache.setLive(true);
  render.mockReset();
  isBusy = false;
  const page = createPages({
    sheds: () => isBusy,
    render: (request, context) => render(request, context),
    policy: (inline) => `script-src ${inline.join(' ')}`,
    cache,
    hosts: new CachedHosts('may.example'),
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

test.each([true, false])('pages know whether payments are tests: %s', async (testPayments) => {
  const render = jest.fn(async () => new Response(''));
  const page = createPages({
    sheds: () => false,
    render,
    policy: () => '',
    cache,
    hosts: new CachedHosts('may.example'),
    trusts: () => false,
    testPayments,
  });
  const front = createServer((request, response) => void page(request, response));
  await once(front.listen(0, '127.0.0.1'), 'listening');
  try {
    await fetch(`http://127.0.0.1:${(front.address() as AddressInfo).port}/`);
  } finally {
    front.close();
  }
  expect(render).toHaveBeenCalledWith(expect.anything(), expect.objectContaining({ testPayments }), expect.anything());
});

test('a public page is rendered once; its own scripts are allowed by hash, injected ones are not', async () => {
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

test('a current ETag answers 304; another encoding or an older ETag gets the page', async () => {
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
  cache.change(EVERYTHING);
  expect((await ask('/', { 'accept-encoding': 'br', 'if-none-match': known })).statusCode).toBe(304);
  cache.change(EVERYTHING);
  render.mockImplementation(async () => new Response('another page', { headers: isPublic }));
  expect((await ask('/', { 'accept-encoding': 'br', 'if-none-match': known })).statusCode).toBe(200);
});

test('responses that are not HTML are sent unchanged', async () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  render.mockImplementation(async () => new Response(bytes, { headers: { ...isPublic, 'Content-Type': 'image/x' } }));
  expect(Uint8Array.from(await buffer(await ask('/picture')))).toEqual(bytes);
});

test.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
] as const)('a private page is compressed as a whole, with its length (%s)', async (encoding, decompressed) => {
  const long = 'một trang dài '.repeat(200);
  render.mockImplementation(async () => new Response(long, { headers: { 'Content-Type': 'text/html' } }));
  const response = await ask('/cart', { 'accept-encoding': encoding });
  const bytes = await buffer(response);
  expect(decompressed(bytes).toString()).toBe(long);
  expect(response.headers).toMatchObject({ 'content-encoding': encoding, 'content-length': String(bytes.length) });
});

test('a page of a few bytes, and one of no text, is sent as it is', async () => {
  for (const answer of [
    new Response('short', { headers: { 'Content-Type': 'text/html' } }),
    new Response('x'.repeat(5_000), { headers: { 'Content-Type': 'image/png' } }),
  ]) {
    render.mockImplementation(async () => answer.clone());
    const response = await ask('/cart', { 'accept-encoding': 'br' });
    expect(response.headers['content-encoding']).toBeUndefined();
    expect(await text(response)).toBe(await answer.text());
  }
});

test('a page is rendered again after a change', async () => {
  answerWith(isPublic);
  await ask('/');
  cache.change(EVERYTHING);
  await ask('/');
  expect(render).toHaveBeenCalledTimes(2);
});

test('while rendering fails, the cached page is served, or 503 if there is none', async () => {
  answerWith(isPublic);
  await ask('/');
  cache.setLive(false);
  jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000);
  answerWith({ 'Content-Type': 'text/html' }, 503);
  const [first, second] = await Promise.all([ask('/'), ask('/')]);
  for (const response of [first, second]) {
    expect(response.statusCode).toBe(200);
    expect(await text(response)).toBe(html());
  }
  expect(render).toHaveBeenCalledTimes(3);
  expect((await ask('/products/5')).statusCode).toBe(503);
});

test('private pages are rendered per visitor with their own nonce and are not stored', async () => {
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

test('a page with a missing part of its layout is not cached', async () => {
  answerWith({ ...isPublic, [PAGE_CACHE_HEADER]: 'incomplete' });
  await ask('/');
  await ask('/');
  expect(render).toHaveBeenCalledTimes(2);
});

test('a 404 is not cached, whatever its headers say', async () => {
  answerWith(isPublic, 404);
  expect((await ask('/products/9')).statusCode).toBe(404);
  expect((await ask('/products/9')).statusCode).toBe(404);
  expect(render).toHaveBeenCalledTimes(2);
});

test('the page cache keeps one copy for each host', async () => {
  answerWith(isPublic);
  await ask('/');
  await ask('/', { host: 'shop.example' });
  expect(render.mock.calls.map(([, { origin }]) => origin)).toEqual([
    expect.stringMatching('localhost'),
    'http://shop.example',
  ]);
});

test('cached pages are rendered without the visitor’s cookies and Authorization', async () => {
  answerWith(isPublic);
  await ask('/', { cookie: 'session=1', authorization: 'JWT x', 'accept-language': 'vi' });
  const { headers } = render.mock.calls[0]![0];
  expect([headers.get('cookie'), headers.get('authorization'), headers.get('accept-language')]).toEqual([
    null,
    null,
    'vi',
  ]);
});

test('prefetched data is cached by the browser for 5 seconds', async () => {
  answerWith({ ...isPublic, 'Content-Type': 'text/x-script' });
  const response = await ask('/products/5.data', { 'sec-purpose': 'prefetch' });
  expect(response.headers['cache-control']).toBe('private, max-age=5');
});

test('a HEAD request for a page answers with headers only', async () => {
  answerWith(isPublic);
  const response = await ask('/', {}, 'HEAD');
  expect(Number(response.headers['content-length'])).toBe(html().length);
  expect(await text(response)).toBe('');
});

test('a HEAD leaves the whole page in the cache', async () => {
  render.mockImplementation(
    async ({ method }, { nonce }) => new Response(method === 'HEAD' ? null : html(nonce), { headers: isPublic }),
  );
  expect(await text(await ask('/', {}, 'HEAD'))).toBe('');
  expect(await text(await ask('/'))).toBe(html());
  expect(render).toHaveBeenCalledTimes(1);
});

test('a submitted form is passed on with its body and never cached', async () => {
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

test('a render knows the address of who submitted a form, and of nobody who reads a page', async () => {
  answerWith(isPublic);
  const { port } = server.address() as AddressInfo;
  await (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: 'email=a%40b.vn' })).text();
  await text(await ask('/'));
  expect(render.mock.calls.map(([, { visitor }]) => visitor)).toEqual(['127.0.0.1', undefined]);
});

test('a server that is too busy to render sends cached pages and older copies, and refuses the others', async () => {
  answerWith(isPublic);
  await text(await ask('/products/5'));
  isBusy = true;
  expect((await ask('/products/5')).statusCode).toBe(200);
  const aged = jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 11 * 60_000);
  expect((await ask('/products/5')).statusCode).toBe(200);
  aged.mockRestore();
  const refused = await ask('/products/6', { accept: 'text/html' });
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '5']);
  expect(render).toHaveBeenCalledTimes(1);
});

test('pages of invented host names are rendered but push no page out of the cache', async () => {
  answerWith(isPublic);
  for (const host of [
    'a.example',
    'b.example',
    'c.example',
    'd.example',
    'd.example',
    'may.example',
    'may.example',
    'a.example',
  ]) {
    expect(await text(await ask('/', { host }))).toContain('go()');
  }
  // Twice for the fourth unknown name.
  expect(render).toHaveBeenCalledTimes(6);
});
