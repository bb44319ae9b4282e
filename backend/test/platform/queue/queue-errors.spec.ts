import { getQueueToken } from '@nestjs/bullmq';
import { Logger } from '@nestjs/common';
import type { Queue } from 'bullmq';
import { MEDIA_QUEUE } from '../../../src/media/pictures.js';
import { ORDERS_QUEUE } from '../../../src/orders/expiry/expiry.js';
import { openShop, shop } from '../../support/client.js';

openShop();

test('the backend logs in one line that its queues cannot be reached', () => {
  const printed = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const logged = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
  for (const name of [MEDIA_QUEUE, ORDERS_QUEUE]) {
    const queue = shop().app.get<Queue>(getQueueToken(name), { strict: false });
    for (let attempt = 0; attempt < 3; attempt++) queue.emit('error', new Error('connect ECONNREFUSED'));
  }
  expect(logged.mock.calls).toEqual([['The queues cannot be reached: connect ECONNREFUSED']]);
  expect(printed).not.toHaveBeenCalled();
});
