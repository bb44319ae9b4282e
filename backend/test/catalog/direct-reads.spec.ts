import { once } from 'node:events';
import http from 'node:http';
import { AccessGuard } from '../../src/auth/access.guard.js';
import { CatalogReads } from '../../src/catalog/reads/catalog-reads.js';
import { openShop, shop } from '../support/client.js';
import { clearCatalogue, heard, stock } from './stocked.js';

openShop();

let id = 0;
beforeAll(async () => {
  await clearCatalogue();
  [id = 0] = await stock(
    { name: 'Áo thun trắng', brand: 'An', category: 'Áo', variants: [['Trắng', 'M', 120_000, 3]] },
    ...Array.from({ length: 6 }, (_, index) => ({ name: `Quần ${index}`, price: 100_000 + index, sold: index })),
  );
});
/** So that no read is answered from the cache. */
beforeEach(async () => {
  await shop().db.query(`SELECT pg_notify('catalog_changed', '')`);
  await heard();
});

/** A credential that nobody has: the caller stays anonymous, but only the application can find that out. */
const BAD_TOKEN = { Authorization: 'JWT nobody' };

async function ask(path: string, headers: http.OutgoingHttpHeaders) {
  const request = http.request(shop().url + path, { headers, agent: false }).end();
  const [reply] = (await once(request, 'response')) as [http.IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of reply) chunks.push(chunk as Buffer);
  const { date: _date, ...rest } = reply.headers;
  return { status: reply.statusCode, headers: rest, body: Buffer.concat(chunks).toString('base64') };
}

/** What the application answers itself, and what is answered in front of it. */
async function bothWays(path: () => string, headers: http.OutgoingHttpHeaders = {}) {
  const guard = jest.spyOn(AccessGuard.prototype, 'canActivate');
  const application = await ask(path(), { ...headers, ...BAD_TOKEN });
  expect(guard).toHaveBeenCalledTimes(1);
  await shop().db.query(`SELECT pg_notify('catalog_changed', '')`);
  await heard();
  const direct = await ask(path(), headers);
  return { application, direct, guarded: guard.mock.calls.length - 1 };
}

const GOOD: [string, () => string, http.OutgoingHttpHeaders?][] = [
  ['a product', () => `/api/products/${id}/`],
  ['a product without a slash', () => `/api/products/${id}`],
  ['a product compressed', () => `/api/products/${id}/`, { 'Accept-Encoding': 'gzip, deflate, br' }],
  ['a product that the caller knows', () => `/api/products/${id}/`, { 'If-None-Match': '*' }],
  ['a product with its tags', () => `/api/products/${id}/`, { 'Cache-Tags': 'send' }],
  ['a bare list', () => '/api/products/'],
  ['a page with facets', () => '/api/products/?page=1&page_size=2&sort=price-asc'],
  ['a search', () => `/api/products/?page=1&keyword=${encodeURIComponent('áo trắng')}`],
  ['a search with unknown parameters', () => '/api/products/?page=1&keyword=quan&utm_source=x&__proto__=1'],
  ['an empty page', () => '/api/products/?page=900&brand=1,2'],
  ['suggestions', () => '/api/search/suggest/?q=ao'],
  ['suggestions before anything is typed', () => '/api/search/suggest/'],
];
test.each(GOOD)('%s is answered without the application, with the same status, headers and body', async (...args) => {
  const { application, direct, guarded } = await bothWays(args[1], args[2]);
  expect(direct).toEqual(application);
  expect(guarded).toBe(0);
});

const BAD: [string, () => string, number][] = [
  ['an unknown product', () => '/api/products/2000000000/', 404],
  ['an id that no product can have', () => '/api/products/0/', 404],
  ['an id that does not fit its column', () => '/api/products/9999999999/', 404],
  ['page 0', () => '/api/products/?page=0', 400],
  ['an invalid filter', () => '/api/products/?page=1&price=9&brand=x', 400],
  ['a repeated page', () => '/api/products/?page=1&page=2', 400],
];
test.each(BAD)('%s is refused with the same status, headers and body', async (...args) => {
  const { application, direct } = await bothWays(args[1]);
  expect(direct).toEqual(application);
  expect(direct.status).toBe(args[2]);
});

test.each(['products', 'brands'])('empty parameters of %s count as omitted, cached or not', async (list) => {
  const path = `/api/${list}/?page=&page_size=`;
  const cold = await ask(path, {});
  const bare = await ask(`/api/${list}/`, {});
  const warm = await ask(path, {});
  expect([cold.status, bare.status, warm.status]).toEqual([200, 200, 200]);
  expect([cold.body, warm.body]).toEqual([bare.body, bare.body]);
});

test('a database that fails is one attempt and the same 503', async () => {
  const fails = Object.assign(new Error('secret'), { code: 'ECONNREFUSED' });
  const read = jest.spyOn(CatalogReads.prototype, 'product').mockRejectedValue(fails);
  const { application, direct } = await bothWays(() => `/api/products/${id}/`);
  expect(direct).toEqual(application);
  expect([direct.status, read.mock.calls.length]).toEqual([503, 2]);
});
