import { EventEmitter } from 'node:events';
import type { Pool } from 'pg';
import { runnerFor } from '../../../../src/platform/database/connections/pool-database.js';

test('a connection that breaks amid a transaction fails it, and nothing else', async () => {
  let isBroken = false;
  const client = Object.assign(new EventEmitter(), {
    query: () => (isBroken ? Promise.reject(new Error('not queryable')) : Promise.resolve({ rows: [] })),
    release: jest.fn(),
  });
  const pool = { connect: () => Promise.resolve(client) } as unknown as Pool;
  const work = runnerFor(pool).transaction(async () => {
    isBroken = true;
    client.emit('error', new Error('gone'));
    await Promise.resolve();
  });
  await expect(work).rejects.toThrow('not queryable');
  expect(client.release).toHaveBeenCalledWith(true);
  expect(client.listenerCount('error')).toBe(0);
});
