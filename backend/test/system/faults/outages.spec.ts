import { randomUUID } from 'node:crypto';
import { noteRecovery } from '../operations/recovery.js';
import { expectNothingLost } from './books.js';
import { STOCK, survive as surviveWith, type Crowd } from './load.js';
import { openHarness } from './harness.js';

const harness = openHarness('outages');

/** More calls at once than the backend has connections to the database. */
const MANY = 40;
/** What a shopper waits at most while the database refuses. */
const REFUSED_MS = 3_000;

/** The same processes must work on. */
async function survive(fault: (people: Crowd) => Promise<void>): Promise<void> {
  const pids = [harness().backend.pid, harness().worker.pid];
  await surviveWith(harness(), fault);
  expect([harness().backend.pid, harness().worker.pid]).toEqual(pids);
}

/** While the database is gone: alive, not ready, and every call is told so at once. */
async function expectUnavailable({ someone }: Crowd): Promise<void> {
  expect((await fetch(`${harness().url}/healthz`)).status).toBe(200);
  expect((await fetch(`${harness().url}/readyz`)).status).toBe(503);
  const calls = ['/api/orders/', '/api/paybox/wallet/', '/api/products/'];
  const begin = Date.now();
  const replies = await Promise.all(calls.map((path) => someone.send({ path, body: {}, method: 'GET' })));
  expect(replies.map(({ status }) => status)).toEqual(calls.map(() => 503));
  expect(Date.now() - begin).toBeLessThan(REFUSED_MS);
}

test.each(['fast', 'crash'] as const)('the database stops (%s) and starts again', async (how) => {
  await survive(async (people) => {
    await harness().stopDatabase(how);
    await expectUnavailable(people);
    await harness().startDatabase();
    await noteRecovery(`PostgreSQL restarted (${how}): the next order or payment`, () => people.more(1));
  });
});

test('the connections to the database are cut again and again', async () => {
  await survive(async (people) => {
    for (let cut = 0; cut < 10; cut++) {
      harness().backendLine.cut();
      harness().workerLine.cut();
      await people.more(5);
    }
  });
});

test.each([
  ['before', 0],
  ['after', 1],
] as const)('the connection is cut %s the commit: 503, and repeated it happens once', async (when, effects) => {
  const [someone, product] = [await harness().shopper(), await harness().product(STOCK)];
  await someone.deposit(1_000_000);
  const order = await someone.order(product);
  const pay = { path: '/api/paybox/payment/', body: { order_id: order } };
  const transfers = () => harness().count('SELECT count(*) FROM transfers WHERE order_id = $1', [order]);
  const key = randomUUID();

  const held = harness().backendLine.hold({ statement: /INSERT INTO transfers/, commit: true, when });
  const response = someone.send(pay, key);
  await held;
  harness().backendLine.cut();
  expect((await response).status).toBe(503);
  expect(await transfers()).toBe(effects);
  expect((await someone.send(pay, key)).status).toBe(200);
  expect(await transfers()).toBe(1);
});

test('a silent database: no call waits for ever, and the shop recovers with it', async () => {
  await survive(async ({ someone }) => {
    harness().backendLine.freeze();
    harness().workerLine.freeze();
    try {
      const call = { path: '/api/orders/', body: {}, method: 'GET' } as const;
      const replies = await Promise.all(Array.from({ length: MANY }, () => someone.send(call)));
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([503]));
    } finally {
      harness().backendLine.thaw();
      harness().workerLine.thaw();
    }
  });
});

test('when all connections wait for a lock, calls get 503, and the shop recovers when it is released', async () => {
  const [someone, product] = [await harness().shopper(), await harness().product(STOCK)];
  const order = await someone.order(product);
  await harness().db.transaction(async (tx) => {
    await tx.query('LOCK TABLE orders');
    const calls = Array.from({ length: MANY }, () =>
      someone.send({ path: '/api/stripe-payment/', body: { order } }).then(({ status }) => status),
    );
    expect(new Set(await Promise.all(calls))).toEqual(new Set([503]));
  });
  await someone.payByCard(order);
  await expectNothingLost(harness(), [someone], product, STOCK);
});
