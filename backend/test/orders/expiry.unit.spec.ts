import { Logger } from '@nestjs/common';
import type { Queue } from 'bullmq';
import type { DataSource } from 'typeorm';
import { OrderExpiry } from '../../src/orders/expiry/expiry.js';
import type { Config } from '../../src/platform/config/config.js';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('while the expiry of orders cannot be queued, one line in ten seconds says that it is left to the sweep', async () => {
  const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
  const db = { manager: { query: () => Promise.resolve([]) } };
  const queue = { add: () => Promise.reject(new Error('connect ECONNREFUSED')) };
  const config = { orderPaymentWindow: 86_400_000 };
  const expiry = new OrderExpiry(db as unknown as DataSource, config as Config, queue as unknown as Queue);
  for (const id of [1, 2, 3]) {
    expiry.schedule(id, 'Stripe');
    await jest.advanceTimersByTimeAsync(1_000);
  }
  expect(warn).toHaveBeenCalledTimes(1);
  expect(warn).toHaveBeenCalledWith('The expiry of orders 1 is left to the sweep: connect ECONNREFUSED');
  await jest.advanceTimersByTimeAsync(10_000);
  expiry.schedule(4, 'Stripe');
  await jest.advanceTimersByTimeAsync(1_000);
  expect(warn).toHaveBeenCalledTimes(2);
  warn.mockRestore();
});
