import { getQueueToken } from '@nestjs/bullmq';
import type { Queue } from 'bullmq';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import pg from 'pg';
import { Detail } from '../../../src/contract/common.js';
import { poolOf } from '../../../src/platform/database/connections/shared-pool.js';
import { ORDERS_QUEUE } from '../../../src/orders/expiry/expiry.js';
import { answer, asOwner, openShop, shop, visitor } from '../../support/client.js';
import { given } from '../../support/given.js';

openShop();

type TimeOut =
  | 'statement_timeout'
  | 'idle_in_transaction_session_timeout'
  | 'lock_timeout'
  | 'connectionTimeoutMillis'
  | 'query_timeout';

const SHORT_MS = 300;
/** What the tests have changed, to be changed back. */
const undo: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const back of undo.splice(0).reverse()) await back();
});

/** Sets options of the shop's connections, for those that are opened from now on; those that are there are closed. */
async function reopen(options: object): Promise<void> {
  const pool = poolOf(shop().db);
  const before = { ...pool.options };
  Object.assign(pool.options, options);
  const closeIdle = async () => {
    while (pool.idleCount > 0) (await pool.connect()).release(true);
  };
  await closeIdle();
  undo.push(async () => {
    Object.assign(pool.options, before);
    await closeIdle();
  });
}

/** Makes a time-out of the shop shorter. @param ms what it is */
function shorten(name: TimeOut, ms: number): Promise<void> {
  expect(poolOf(shop().db).options[name]).toBe(ms);
  return reopen({ [name]: SHORT_MS });
}

/** @returns where a server listens that takes connections and says nothing */
async function silentServer(): Promise<string> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => sockets.push(socket.on('error', () => undefined)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  undo.push(async () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return `postgres://shop@127.0.0.1:${(server.address() as AddressInfo).port}/shop`;
}

const cancel = async () => {
  const shopper = await given.shopper();
  const { id } = await given.order(shopper);
  return { id, ask: () => shopper.post(`/api/orders/${id}/cancel/`) };
};

test('a statement that exceeds its timeout is cancelled, and its call answers 503 with Retry-After', async () => {
  await asOwner(`
    CREATE FUNCTION sleep() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(20); RETURN NEW; END $$;
    CREATE TRIGGER sleep BEFORE INSERT ON newsletter_subscribers FOR EACH ROW EXECUTE FUNCTION sleep()`);
  await shorten('statement_timeout', 30_000);
  const refused = await visitor().post('/api/newsletter/', { email: 'a@example.com' });
  expect([refused.status, refused.headers['retry-after']]).toEqual([503, '5']);
  await asOwner('DROP FUNCTION sleep CASCADE');
  answer(await visitor().post('/api/newsletter/', { email: 'a@example.com' }), Detail, 201);
});

test('a call that exceeds the lock timeout answers 503', async () => {
  const order = await cancel();
  await shorten('lock_timeout', 10_000);
  await shop().db.transaction(async (tx) => {
    await tx.query('SELECT FROM orders WHERE id = $1 FOR UPDATE', [order.id]);
    expect((await order.ask()).status).toBe(503);
  });
  expect((await order.ask()).status).toBe(200);
});

test('an idle transaction is ended, and its locks are released', async () => {
  const order = await cancel();
  await shorten('idle_in_transaction_session_timeout', 30_000);
  const idle = shop().db.createQueryRunner();
  await idle.startTransaction();
  await idle.query('SELECT FROM orders WHERE id = $1 FOR UPDATE', [order.id]);
  expect((await order.ask()).status).toBe(200);
  await expect(idle.commitTransaction()).rejects.toThrow(/idle-in-transaction|not queryable|released/);
});

test('a call answers 503 with Retry-After when the database accepts a connection and stays silent', async () => {
  await reopen({ connectionString: await silentServer() });
  await shorten('connectionTimeoutMillis', 10_000);
  const refused = await visitor().post('/api/newsletter/', { email: 'b@example.com' });
  expect([refused.status, refused.headers['retry-after']]).toEqual([503, '5']);
});

// With a Redis there is no such pool. What a job was for that could not be added is found later: `orders/expiry`.
(process.env.REDIS_URL ? describe.skip : describe)('without Redis: queues in PostgreSQL', () => {
  /** A pool as the queues have it, with a time-out made shorter. @param ms what it is */
  function shortened(name: TimeOut, ms: number, options: pg.PoolConfig = {}): pg.Pool {
    const queue = shop().app.get<Queue>(getQueueToken(ORDERS_QUEUE));
    const shops = (queue.opts.connection as unknown as pg.Pool).options;
    expect(shops[name]).toBe(ms);
    const pool = new pg.Pool({ ...shops, ...options, [name]: SHORT_MS });
    undo.push(() => pool.end());
    return pool;
  }

  test('a query that exceeds its timeout fails', async () => {
    await expect(shortened('query_timeout', 35_000).query('SELECT pg_sleep(20)')).rejects.toThrow('read timeout');
  });

  test('a connection that stays silent fails', async () => {
    const pool = shortened('connectionTimeoutMillis', 10_000, { connectionString: await silentServer() });
    await expect(pool.query('SELECT')).rejects.toThrow('connection timeout');
  });
});
