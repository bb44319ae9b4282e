import { Logger } from '@nestjs/common';
import { AsyncLocalStorage } from 'node:async_hooks';
import { QueueOutage } from '../../../src/platform/queue/queue-outage.js';

const REFUSED = new Error('connect ECONNREFUSED');
const LOST = 'The queues cannot be reached: connect ECONNREFUSED';
const STILL = 'The queues still cannot be reached: connect ECONNREFUSED';
const BACK = 'The queues can be reached again.';

let lines: unknown[];
let outage: QueueOutage;

beforeEach(() => {
  jest.useFakeTimers();
  lines = [];
  jest.spyOn(Logger.prototype, 'warn').mockImplementation((line: unknown) => void lines.push(line));
  outage = new QueueOutage();
});
afterEach(() => {
  outage.end();
  jest.useRealTimers();
});

test('lost queues are logged once, every 10 s while they stay lost, and once when they are back', async () => {
  let comeBack!: () => void;
  const back = new Promise<void>((resolve) => (comeBack = resolve));
  outage.probe = jest.fn(() => back);
  for (let second = 0; second < 25; second++) {
    for (let attempt = 0; attempt < 20; attempt++) outage.note(REFUSED);
    await jest.advanceTimersByTimeAsync(1_000);
  }
  expect(lines).toEqual([LOST, STILL, STILL]);
  expect(outage.probe).toHaveBeenCalledTimes(1);
  comeBack();
  await jest.advanceTimersByTimeAsync(60_000);
  expect(lines).toEqual([LOST, STILL, STILL, BACK]);
  outage.note(REFUSED);
  expect(lines.at(-1)).toBe(LOST);
});

test('queues that refuse to answer are still lost', async () => {
  outage.probe = () => Promise.reject(REFUSED);
  outage.note(REFUSED);
  await jest.advanceTimersByTimeAsync(10_000);
  expect(lines).toEqual([LOST, STILL]);
});

test('the lines belong to no request, though the call of one has noticed the outage', async () => {
  const request = new AsyncLocalStorage<string>();
  const requests: unknown[] = [];
  jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => void requests.push(request.getStore()));
  request.run('1', () => outage.note(REFUSED));
  await jest.advanceTimersByTimeAsync(10_000);
  expect(requests).toEqual([undefined, undefined]);
});

test('a name with several addresses is lost for the reason of the first', () => {
  outage.note(new AggregateError([REFUSED]));
  expect(lines).toEqual([LOST]);
});
