import { getQueueToken } from '@nestjs/bullmq';
import { Logger } from '@nestjs/common';
import type { Queue } from 'bullmq';
import { MEDIA_QUEUE } from '../../../src/media/pictures.js';
import { ORDERS_QUEUE } from '../../../src/orders/expiry/expiry.js';
import { openShop, shop } from '../../support/client.js';

openShop();
afterEach(() => jest.restoreAllMocks());

test.each([MEDIA_QUEUE, ORDERS_QUEUE])('the backend logs that its queue %s cannot be reached, in one line', (name) => {
  const printed = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const logged = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
  const queue = shop().app.get<Queue>(getQueueToken(name), { strict: false });
  queue.emit('error', new Error('connect ECONNREFUSED'));
  expect(logged.mock.calls).toEqual([[`The queue ${name} cannot be reached: connect ECONNREFUSED`]]);
  expect(printed).not.toHaveBeenCalled();
});
