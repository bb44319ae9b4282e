import { once } from 'node:events';
import http from 'node:http';
import zlib, { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { CatalogReads } from '../../src/catalog/reads/catalog-reads.js';
import { CatalogChanges } from '../../src/platform/http-cache/catalog-changes.js';
import { answer, asOwner, openShop, shop, visitor } from '../support/client.js';
import { given } from '../support/given.js';
import { ListProduct } from '../../src/contract/catalog/catalog.js';
import { changeCatalogue, clearCatalogue, heard, stock } from './stocked.js';
import { until } from '../support/until.js';

openShop();
beforeEach(clearCatalogue);

interface Raw {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: Buffer;
}

/** A request as it is, without a client that decodes it. */
async function raw(path: string, headers: http.OutgoingHttpHeaders = {}, method = 'GET'): Promise<Raw> {
  const request = http.request(shop().url, { path, headers, method, agent: false }).end();
  const [reply] = (await once(request, 'response')) as [http.IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of reply) chunks.push(chunk as Buffer);
  return { status: reply.statusCode ?? 0, headers: reply.headers, body: Buffer.concat(chunks) };
}

const cutListenConnection = () =>
  asOwner(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE application_name = 'may-catalog' AND datname = current_database()`);

test('the first and the next answer are the same, with the same headers', async () => {
  await stock({ name: 'Áo' });
  const [first, next] = [await raw('/api/products/'), await raw('/api/products')];
  expect(next.body).toEqual(first.body);
  const { date: _first, 'cache-status': status, ...headers } = first.headers;
  expect([status, next.headers['cache-status']]).toEqual(['may; fwd=miss', 'may; hit']);
  expect(next.headers).toMatchObject(headers);
  expect(headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
    'x-total-count': '1',
    vary: 'Accept-Encoding',
  });
  expect(headers['x-powered-by']).toBeUndefined();
});

test.each([
  ['more parameters than some parsers read', `${'&'.repeat(1_000)}page=1&page_size=2`],
  ['parameters behind a fragment', 'x=1#&page=1&page_size=2'],
])('a URL with %s does not become the cached answer of another one', async (_name, query) => {
  await stock({ name: 'Áo' });
  await raw(`/api/products/?${query}`);
  const clean = await raw('/api/products/?page=1&page_size=2');
  expect(JSON.parse(clean.body.toString())).toMatchObject({ count: 1, page: 1, page_size: 2 });
});

test('an answer that cannot be compressed is sent as it is, and not cached', async () => {
  await stock(...Array.from({ length: 20 }, (_, n) => ({ name: `Áo ${n}` })));
  const fail = () => {
    throw new Error('no memory');
  };
  const failing = jest.spyOn(zlib, 'brotliCompressSync').mockImplementation(fail);
  const reply = await raw('/api/products/', { 'Accept-Encoding': 'br' });
  expect(JSON.parse(reply.body.toString())).not.toHaveLength(0);
  expect(reply.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-cache',
  });
  expect(reply.headers['content-encoding']).toBeUndefined();
  failing.mockRestore();
  expect((await raw('/api/products/')).headers['cache-status']).toBe('may; fwd=miss');
});

test('an answer that the caller already has is a 304, also when it must be computed first', async () => {
  const [id] = await stock({ name: 'Áo' });
  const { etag } = (await raw(`/api/products/${id}/`)).headers;
  await shop().app.get(CatalogChanges).settle();
  for (const known of [etag, `"other", ${etag}`, '*']) {
    const reply = await raw(`/api/products/${id}/`, { 'If-None-Match': known });
    expect([reply.status, reply.body.length, reply.headers.etag]).toEqual([304, 0, etag]);
  }
  expect((await raw(`/api/products/${id}/`, { 'If-None-Match': '"other"' })).status).toBe(200);
  await shop().db.query(`SELECT pg_notify('catalog_changed', '')`);
  await heard();
  expect((await raw(`/api/products/${id}/`, { 'If-None-Match': etag })).status).toBe(304);
});

test.each([
  '/api/products/{id}/',
  '/api/products/{id}/related/',
  '/api/products/{id}/reviews/?page=1',
  '/api/product-variants/?product={id}',
  '/api/products/?page=1',
  '/api/brands/',
  '/api/category/',
  '/api/colors/',
  '/api/sizes/',
])('%s answers 304 to a client that revalidates what it has', async (path) => {
  const [id] = await stock({ name: 'Áo' });
  const address = path.replace('{id}', String(id));
  const { etag } = (await raw(address)).headers;
  // Node's fetch sends `no-cache` with each If-None-Match, as the Fetch standard says.
  const reply = await raw(address, { 'If-None-Match': etag, 'Cache-Control': 'no-cache' });
  expect([etag !== undefined, reply.status]).toEqual([true, 304]);
});

test.each(['br', 'gzip'])(
  'the ETags of the first response and of the cached one both answer 304, compressed by %s',
  async (encoding) => {
    const [id] = await stock({ name: 'Áo', description: 'Mềm và nhẹ. '.repeat(200) });
    const path = `/api/products/${id}/`;
    const { etag } = (await raw(path, { 'Accept-Encoding': encoding })).headers;
    const next = await raw(path, { 'Accept-Encoding': encoding });
    expect([next.headers['cache-status'], next.headers.etag === etag]).toEqual(['may; hit', false]);
    for (const known of [etag, next.headers.etag]) {
      expect((await raw(path, { 'Accept-Encoding': encoding, 'If-None-Match': known })).status).toBe(304);
    }
  },
);

test('an answer is compressed as the caller takes it', async () => {
  await stock(...Array.from({ length: 5 }, (_, index) => ({ name: `Áo thun ${index}` })));
  const plain = await raw('/api/products/');
  const [br, gzip, refused] = [
    await raw('/api/products/', { 'Accept-Encoding': 'gzip, deflate, br' }),
    await raw('/api/products/', { 'Accept-Encoding': 'br;q=0, gzip;q=0.8' }),
    await raw('/api/products/', { 'Accept-Encoding': 'br;q=0.0' }),
  ];
  expect([br.headers['content-encoding'], gzip.headers['content-encoding']]).toEqual(['br', 'gzip']);
  expect(brotliDecompressSync(br.body)).toEqual(plain.body);
  expect(gunzipSync(gzip.body)).toEqual(plain.body);
  expect(refused.headers['content-encoding']).toBeUndefined();
  expect(br.body.length).toBeLessThan(plain.body.length / 3);
});

test.each(['br', 'gzip'])('the first answer is compressed too: %s', async (encoding) => {
  await stock(...Array.from({ length: 5 }, (_, index) => ({ name: `Áo thun ${index}` })));
  const first = await raw('/api/products/', { 'Accept-Encoding': encoding });
  expect(first.headers['content-encoding']).toBe(encoding);
  const next = await raw('/api/products/');
  const decode = encoding === 'br' ? brotliDecompressSync : gunzipSync;
  expect(decode(first.body)).toEqual(next.body);
});

test('responses that are not cached are compressed as well: the OpenAPI document, a signed-in list', async () => {
  const shopper = await given.shopper();
  for (let i = 0; i < 4; i++) await given.order(shopper);
  const headers = { 'Accept-Encoding': 'gzip, br', Authorization: `JWT ${shopper.access}` };
  for (const path of ['/api/openapi.json', '/api/orders/']) {
    const plain = await raw(path, { Authorization: headers.Authorization });
    const small = await raw(path, headers);
    expect([path, small.headers['content-encoding']]).toEqual([path, 'br']);
    expect(brotliDecompressSync(small.body)).toEqual(plain.body);
  }
});

test('a stream of events is sent as it is', async () => {
  const request = http.request(`${shop().url}/internal/catalog-events`, { headers: { 'Accept-Encoding': 'br, gzip' } });
  const [reply] = (await once(request.end(), 'response')) as [http.IncomingMessage];
  expect(reply.headers['content-type']).toMatch(/^text\/event-stream/);
  expect(reply.headers['content-encoding']).toBeUndefined();
  reply.destroy();
});

test('an answer that the caller has in another encoding is sent', async () => {
  await stock(...Array.from({ length: 5 }, (_, index) => ({ name: `Áo thun ${index}` })));
  const { etag } = (await raw('/api/products/', { 'Accept-Encoding': 'br' })).headers;
  const statusFor = async (encoding: string) =>
    (await raw('/api/products/', { 'Accept-Encoding': encoding, 'If-None-Match': etag })).status;
  expect([await statusFor('br'), await statusFor('gzip'), await statusFor('identity')]).toEqual([304, 200, 200]);
});

test('HEAD answers the headers alone', async () => {
  await stock({ name: 'Áo' });
  const get = await raw('/api/products/');
  const head = await raw('/api/products/', {}, 'HEAD');
  expect([head.status, head.body.length, head.headers['content-length']]).toEqual([200, 0, String(get.body.length)]);
});

test('a change is visible to its author immediately, and then to everyone', async () => {
  const shopper = await given.shopper();
  const product = await given.product({ price: 100_000, stock: 5 });
  await heard();
  const address = { address: '1 Lê Lợi', city: 'Huế', postalCode: '530000', country: 'Việt Nam' };
  for (let left = 4; left >= 0; left--) {
    await visitor().get(`/api/products/${product}/`);
    const order = { orderItems: [{ id: product, qty: 1 }], shippingAddress: address, paymentMethod: 'Paybox' };
    const placed = await shopper.post('/api/placeorder/', { ...order, totalPrice: 105_000 });
    expect(placed.status).toBe(201);
    expect((await visitor().get(`/api/products/${product}/`)).body).toMatchObject({ total_stock: left });
  }
});

test('the same question under many names is computed once', async () => {
  await stock({ name: 'Áo', brand: 'Mây' });
  const brandsQuery = jest.spyOn(shop().app.get(CatalogReads), 'brands');
  for (const path of ['/api/brands/', '/api/brands', '/api/brands/?x=1', '/api/brands/?utm=2']) await raw(path);
  await Promise.all(Array.from({ length: 20 }, () => raw('/api/brands/')));
  expect(brandsQuery).toHaveBeenCalledTimes(1);
});

test('twenty at once ask the database once, and all are answered', async () => {
  await stock(...Array.from({ length: 30 }, (_, index) => ({ name: `Áo ${index}` })));
  const listQuery = jest.spyOn(shop().app.get(CatalogReads), 'list');
  const replies = await Promise.all(Array.from({ length: 20 }, () => raw('/api/products/?sort=newest')));
  expect(listQuery).toHaveBeenCalledTimes(1);
  expect(new Set(replies.map((reply) => `${reply.status} ${reply.body.toString()}`)).size).toBe(1);
  const statuses = replies.map((reply) => reply.headers['cache-status']).sort();
  expect(statuses.slice(0, 2)).toEqual(['may; fwd=miss', 'may; fwd=miss; collapsed']);
});

test('when the client whose request is computed leaves, one more computation answers the others', async () => {
  await stock({ name: 'Áo' });
  const reads = shop().app.get(CatalogReads);
  const { list } = CatalogReads.prototype;
  let goOn!: () => void;
  const held = new Promise<void>((resolve) => (goOn = resolve));
  const listQuery = jest.spyOn(reads, 'list').mockClear();
  listQuery.mockImplementationOnce((query) => held.then(() => list.call(reads, query)));
  const leaving = http.get(`${shop().url}/api/products/?sort=newest`, { agent: false }).on('error', () => undefined);
  await until('the first request is computed', () => listQuery.mock.calls.length === 1);
  const others = Array.from({ length: 10 }, () => raw('/api/products/?sort=newest'));
  leaving.destroy();
  const replies = await Promise.all(others);
  goOn();
  expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
  expect(listQuery.mock.calls.length).toBeLessThanOrEqual(2);
});

test('errors are not cached', async () => {
  expect((await raw('/api/products/1/')).status).toBe(404);
  expect((await raw('/api/products/?brand=x')).status).toBe(400);
  expect((await raw('/api/products/?brand=x')).headers['cache-control']).toBe('no-store');
});

test('while changes cannot be heard nothing is cached; afterwards it is again', async () => {
  await stock({ name: 'Áo' });
  await raw('/api/products/');
  await cutListenConnection();
  const version = shop().app.get(CatalogChanges);
  await until('changes cannot be heard', () => !version.isLive);
  // There is nobody to hear it.
  await shop().db.transaction((tx) => tx.query(`UPDATE products SET name = 'Quần'`));
  expect(answer(await visitor().get('/api/products/'), ListProduct.array())).toMatchObject([{ name: 'Quần' }]);
  await until('changes are heard again', () => version.isLive);
  await raw('/api/products/');
  await stock({ name: 'Váy', sold: 1 });
  expect(answer(await visitor().get('/api/products/'), ListProduct.array())).toHaveLength(2);
});

test('only requests that ask for cache tags get them, cached or not', async () => {
  const [shirt, dress] = await stock({ name: 'Áo', sold: 3 }, { name: 'Váy', sold: 8 });
  /** In no certain order. */
  const tagsOf = async (path: string) =>
    String((await raw(path, { 'Cache-Tags': 'send' })).headers['cache-tags'])
      .split(' ')
      .toSorted();
  for (const _time of ['first', 'next']) {
    const cards = [`card-${shirt}`, `card-${dress}`];
    expect(await tagsOf('/api/products/?page=1')).toEqual([...cards, 'counts', 'list', 'sales-3-8'].toSorted());
    expect(await tagsOf(`/api/products/${shirt}/`)).toEqual([`product-${shirt}`]);
    const related = [`card-${dress}`, 'list', `product-${shirt}`];
    expect(await tagsOf(`/api/products/${shirt}/related/`)).toEqual(related.toSorted());
    expect(await tagsOf('/api/brands/')).toEqual(['counts']);
    expect(await tagsOf('/api/settings/')).toEqual(['shop']);
  }
  for (const _time of ['first', 'next']) {
    expect((await raw('/api/products/?sort=newest')).headers['cache-tags']).toBeUndefined();
  }
});

test('while a product sells, answers about others are served from the cache', async () => {
  const [shirt, dress] = await stock({ name: 'Áo', sold: 3 }, { name: 'Váy', sold: 8 });
  const paths = [`/api/products/${dress}/`, '/api/brands/', '/api/settings/', '/api/products/?keyword=v%C3%A1y'];
  const before = await Promise.all(paths.map((path) => raw(path)));
  const reads = jest.spyOn(shop().app.get(CatalogReads), 'product').mockClear();
  const lists = jest.spyOn(shop().app.get(CatalogReads), 'list').mockClear();
  await changeCatalogue('UPDATE products SET count_in_stock = count_in_stock - 1 WHERE id = $1', [shirt]);
  await changeCatalogue('UPDATE product_sales SET total_sold = total_sold + 1 WHERE product_id = $1', [shirt]);
  const after = await Promise.all(paths.map((path) => raw(path)));
  expect(after.map(({ headers }) => headers.etag)).toEqual(before.map(({ headers }) => headers.etag));
  expect([reads, lists].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
});

test('the web server hears of changes', async () => {
  const request = http.get(`${shop().url}/internal/catalog-events`, { agent: false });
  const [reply] = (await once(request, 'response')) as [http.IncomingMessage];
  expect(reply.headers['content-type']).toBe('text/event-stream');
  let heardSoFar = '';
  reply.setEncoding('utf8').on('data', (text: string) => (heardSoFar += text));
  await once(reply, 'data');
  expect(heardSoFar).toBe('event: change\ndata: \n\n');
  const [id] = await stock({ name: 'Áo' });
  await until('the change is heard', () => heardSoFar.includes(`event: change\ndata: listed ${id}\n\n`));
  request.destroy();
});

test('the stream of changes ends while they are not received, and opens again with "everything"', async () => {
  const open = () => raw('/internal/catalog-events');
  const changes = shop().app.get(CatalogChanges);
  const stream = open();
  await until('the stream is open', () => changes.isLive);
  await cutListenConnection();
  await until('changes are not received', () => !changes.isLive);
  expect((await stream).status).toBe(200);
  expect((await open()).status).toBe(503);
  await until('changes are received again', () => changes.isLive);
  const request = http.get(`${shop().url}/internal/catalog-events`, { agent: false });
  const [reply] = (await once(request, 'response')) as [http.IncomingMessage];
  const [first] = (await once(reply.setEncoding('utf8'), 'data')) as [string];
  expect(first).toBe('event: change\ndata: \n\n');
  request.destroy();
});

test('a web server gets no answer that is older than a change which another backend has told it of', async () => {
  await stock({ name: 'Áo' });
  await raw('/api/products/');
  const changes = shop().app.get(CatalogChanges);
  const settle = jest.spyOn(changes, 'settle');
  const asked = await raw('/api/products/', { 'Cache-Tags': 'send' });
  expect([settle.mock.calls.length, asked.headers['cache-status']]).toEqual([1, 'may; hit']);
  await raw('/api/products/');
  expect(settle).toHaveBeenCalledTimes(1);
  settle.mockRestore();
});
