/** @jest-environment node */
import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { LoadShedder } from '../../../../backend/src/platform/overload/load-shedder';
import { RequestShedder } from '../../../server/limits/request-shedder';

const request = (url: string, headers: Record<string, string> = {}) => ({ url, headers }) as unknown as IncomingMessage;
const REQUESTS = {
  crawler: request('/products/5', { 'user-agent': 'Googlebot/2.1' }),
  list: request('/search?keyword=áo'),
  product: request('/products/5'),
  picture: request('/media/a.webp'),
  account: request('/api/addresses/', { authorization: 'JWT x' }),
  cart: request('/cart'),
  order: request('/api/placeorder/'),
  'payment page': request('/payment'),
  webhook: request('/api/stripe-webhook/'),
  script: request('/assets/entry.js'),
  liveness: request('/healthz'),
  readiness: request('/readyz'),
};

function shedderAt(level: number) {
  const shedder = new LoadShedder([0, 0, 0, 0, 0, 0]);
  shedder.level = level;
  const requests = new RequestShedder(() => 0, shedder);
  return (isCheap: boolean) =>
    Object.entries(REQUESTS).flatMap(([name, each]) => (requests.sheds(each, isCheap) ? [name] : []));
}

const lists = ['crawler', 'list'];
const products = [...lists, 'product', 'picture'];
test.each([
  [0, []],
  [1, ['crawler']],
  [2, lists],
  [3, products],
  [4, [...products, 'account', 'cart']],
  [5, [...products, 'account', 'cart', 'order', 'payment page', 'script']],
  [6, Object.keys(REQUESTS).filter((name) => !['liveness', 'readiness'].includes(name))],
])('at level %i these are shed, payments last and health checks never: %j', (level, expected) => {
  expect(shedderAt(level)(false)).toEqual(expected);
});

test('a request that a cache may answer is shed one level later', () => {
  expect(shedderAt(3)(true)).toEqual(lists);
});

test('the wait of those that have arrived counts as a delay of the event loop', () => {
  jest.useFakeTimers();
  const shedder = new LoadShedder([0]);
  const sample = jest.spyOn(shedder, 'sample');
  const requests = new RequestShedder(() => 350, shedder);
  requests.start();
  jest.advanceTimersByTime(20);
  requests.stop();
  jest.useRealTimers();
  expect(sample.mock.calls.map(([delayMs]) => delayMs)).toEqual([350]);
});

test('the shedder learns how many requests are in flight', () => {
  jest.useFakeTimers();
  const shedder = new LoadShedder([0, 0, 0, 0, 0, 0]);
  const sample = jest.spyOn(shedder, 'sample');
  const requests = new RequestShedder(() => 0, shedder);
  requests.start();
  const responses = [new EventEmitter(), new EventEmitter()];
  for (const response of responses) requests.countInFlight(response as ServerResponse);
  jest.advanceTimersByTime(20);
  responses[0]?.emit('close');
  jest.advanceTimersByTime(20);
  requests.stop();
  jest.advanceTimersByTime(60);
  jest.useRealTimers();
  expect(sample.mock.calls.map(([delayMs, inFlight]) => [delayMs, inFlight])).toEqual([
    [0, 2],
    [0, 1],
  ]);
});
