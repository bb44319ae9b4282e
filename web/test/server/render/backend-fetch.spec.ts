/** @jest-environment node */
import { collectTags, backendFetch } from '../../../server/render/backend-fetch';

const BACKEND = 'http://backend:1';
let requestHeaders: Headers[];
let tagsOf: Record<string, string | undefined>;
const fetch = backendFetch(async (input, init) => {
  requestHeaders.push(new Headers(init?.headers));
  const tags = tagsOf[input as string];
  return new Response('', { headers: tags === undefined ? {} : { 'Cache-Tags': tags } });
}, BACKEND);

beforeEach(() => {
  requestHeaders = [];
  tagsOf = { [`${BACKEND}/a`]: 'list card-1', [`${BACKEND}/b`]: 'product-1' };
});

/** Runs a render that reads these addresses. @returns the tags that it collected */
async function tagsOfRender(...addresses: string[]) {
  const tags = new Set<string>();
  await collectTags({ tags }, () => Promise.all(addresses.map((address) => fetch(address))));
  return [...tags];
}

test('a render collects the tags of everything that it reads from the backend', async () => {
  expect(await tagsOfRender(`${BACKEND}/a`, `${BACKEND}/b`)).toEqual(['list', 'card-1', 'product-1']);
  expect(requestHeaders.map((headers) => headers.get('Cache-Tags'))).toEqual(['send', 'send']);
});

test('renders at the same time collect their own tags', async () => {
  const [a, b] = await Promise.all([tagsOfRender(`${BACKEND}/a`), tagsOfRender(`${BACKEND}/b`)]);
  expect([a, b]).toEqual([['list', 'card-1'], ['product-1']]);
});

test('an answer without tags depends on anything, and so does one that did not come', async () => {
  expect(await tagsOfRender(`${BACKEND}/untagged`)).toEqual(['any']);
  const failing = backendFetch(() => Promise.reject(new Error('down')), BACKEND);
  const tags = new Set<string>();
  await expect(collectTags({ tags }, () => failing(`${BACKEND}/a`))).rejects.toThrow('down');
  expect([...tags]).toEqual(['any']);
});

test('the calls of a submitted form carry the address of who submitted it', async () => {
  await collectTags({ tags: new Set(), visitor: '203.0.113.7' }, () => fetch(`${BACKEND}/a`));
  await collectTags({ tags: new Set() }, () => fetch(`${BACKEND}/a`));
  expect(requestHeaders.map((headers) => headers.get('X-Forwarded-For'))).toEqual(['203.0.113.7', null]);
});

test('other requests are sent as they are', async () => {
  expect(await tagsOfRender('http://elsewhere/')).toEqual([]);
  await fetch(`${BACKEND}/a`);
  expect(requestHeaders.map((headers) => headers.get('Cache-Tags'))).toEqual([null, null]);
});
