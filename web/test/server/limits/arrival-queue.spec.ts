/** @jest-environment node */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ArrivalQueue } from '../../../server/limits/arrival-queue';

beforeEach(() => jest.useFakeTimers());

const response = (destroyed = false) => ({ destroyed }) as ServerResponse;
const request = (url: string) => ({ url, headers: {} }) as IncomingMessage;

/** A queue whose requests take so many milliseconds each. @returns the turns, each with the URLs that it answered */
function queueOf(tookMs: number) {
  const turns: string[][] = [];
  const queue = new ArrivalQueue(({ url = '' }) => {
    turns.at(-1)!.push(url);
    now += tookMs;
  });
  const turn = () => {
    turns.push([]);
    jest.advanceTimersToNextTimer();
    return turns.at(-1);
  };
  return { queue, turn };
}

let now = 0;
beforeEach(() => {
  now = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => now);
});

test('a turn of the event loop answers requests for two milliseconds, the others in the next', () => {
  const { queue, turn } = queueOf(0.9);
  for (const id of [1, 2, 3, 4]) queue.add(request(`/products/${id}`), response());
  expect([turn(), turn()]).toEqual([['/products/1', '/products/2', '/products/3'], ['/products/4']]);
  expect(jest.getTimerCount()).toBe(0);
});

test('a payment goes before an order, an order before a product, and a product before a list', () => {
  const { queue, turn } = queueOf(5);
  const urls = ['/search', '/products/1', '/api/placeorder/', '/api/paybox/payment/'];
  for (const url of urls) queue.add(request(url), response());
  expect(urls.map(() => turn())).toEqual(urls.toReversed().map((url) => [url]));
});

test('the queue skips a request whose visitor has left', () => {
  const { queue, turn } = queueOf(5);
  queue.add(request('/products/1'), response(true));
  queue.add(request('/products/2'), response());
  expect(turn()).toEqual(['/products/2']);
});

test('the wait is that of who has waited longest, and nothing when nobody waits', () => {
  const { queue, turn } = queueOf(5);
  expect(queue.delayMs).toBe(0);
  queue.add(request('/search'), response());
  now += 30;
  queue.add(request('/api/placeorder/'), response());
  now += 10;
  expect(queue.delayMs).toBe(40);
  turn();
  expect(queue.delayMs).toBe(45);
  turn();
  expect(queue.delayMs).toBe(0);
});

test('requests that one connection pipelines beyond sixteen are answered at once', () => {
  const handle = jest.fn();
  const queue = new ArrivalQueue(handle);
  const socket = {};
  for (let nth = 0; nth < 20; nth++) queue.add({ ...request('/search'), socket } as IncomingMessage, response());
  expect(handle).toHaveBeenCalledTimes(4);
});

test('no request is answered whose connection has ended', () => {
  const handle = jest.fn();
  const queue = new ArrivalQueue(handle);
  const socket = { destroyed: false };
  const add = () => queue.add({ ...request('/search'), socket } as IncomingMessage, response());
  for (let nth = 0; nth < 17; nth++) add();
  socket.destroyed = true;
  add();
  expect(handle).toHaveBeenCalledTimes(1);
});

test('one start in eight goes to the request that has waited longest', () => {
  const { queue, turn } = queueOf(5);
  queue.add(request('/search'), response());
  now += 1;
  for (let nth = 0; nth < 10; nth++) queue.add(request('/healthz'), response());
  expect(Array.from({ length: 8 }, () => turn()).flat()).toContain('/search');
});
