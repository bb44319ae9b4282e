import { ApiError } from '~/api/http/client';
import { ChunkLoadError } from '~/lib/chunk';
import { boundPageData, isFailedLoad, isPassing, PageDataError } from '~/routing/loading/failed-load';

const original = window.fetch;
const network = jest.fn<Promise<Response>, Parameters<typeof fetch>>();
const answer = (status: number) => ({ status }) as Response;

beforeEach(() => {
  network.mockReset();
  window.fetch = network;
  boundPageData();
});
afterEach(() => {
  window.fetch = original;
});

test.each([429, 500, 502, 503, 504])('page data answered with %i is a failed load', async (status) => {
  network.mockResolvedValueOnce(answer(status));
  await expect(window.fetch('/products/5.data', {})).rejects.toThrow(PageDataError);
});

test('page data answered with 200 or 404 is passed on', async () => {
  for (const status of [200, 404]) {
    network.mockResolvedValueOnce(answer(status));
    expect((await window.fetch('/products/5.data', {})).status).toBe(status);
  }
});

test('page data that does not begin within 30 seconds is a failed load', async () => {
  jest.useFakeTimers();
  network.mockImplementationOnce(
    (_input, init) =>
      new Promise((_, reject) => init!.signal!.addEventListener('abort', () => reject(init!.signal!.reason as Error))),
  );
  const request = window.fetch('/search.data?page=2', {});
  const outcome = expect(request).rejects.toThrow(PageDataError);
  await jest.advanceTimersByTimeAsync(30_000);
  await outcome;
});

test('a body may take longer than its beginning', async () => {
  jest.useFakeTimers();
  network.mockResolvedValueOnce(answer(200));
  await window.fetch('/search.data', {});
  await jest.advanceTimersByTimeAsync(60_000);
  expect(network.mock.calls[0]![1]!.signal!.aborted).toBe(false);
});

test('another navigation still aborts the request', async () => {
  network.mockResolvedValueOnce(answer(200));
  const navigation = new AbortController();
  await window.fetch('/search.data', { signal: navigation.signal });
  navigation.abort();
  expect(network.mock.calls[0]![1]!.signal!.aborted).toBe(true);
});

test.each([
  ['what sends something', '/search.data', { method: 'POST' }],
  ['a call of the API', '/api/products/', {}],
])('%s keeps its answer, whatever it is', async (_name, url, init) => {
  network.mockResolvedValueOnce(answer(503));
  expect((await window.fetch(url, init)).status).toBe(503);
});

test.each<[string, unknown, boolean]>([
  ['a lost connection', new TypeError('Failed to fetch'), true],
  ['a lost connection in Firefox', new TypeError('NetworkError when attempting to fetch resource.'), true],
  ['a lost connection in Safari', new TypeError('Load failed'), true],
  ['an answer that was cut off', new Error('Unable to decode turbo-stream response from URL: /x'), true],
  ['an unreachable API', new ApiError(0, ''), true],
  ['a failing API', new ApiError(500, ''), true],
  ['a missing chunk', new ChunkLoadError('missing'), true],
  ['a refusal', new ApiError(403, ''), false],
  ['a mistake in the page', new TypeError('x is undefined'), false],
  ['something else', null, false],
])('%s: failed load?', (_name, error, expected) => {
  expect(isFailedLoad(error)).toBe(expected);
});

test('a lost network, 429 and 503 pass by themselves, 500 and 404 may last', () => {
  expect([0, 429, 503, 500, 404].map((status) => isPassing(new ApiError(status, '')))).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});
