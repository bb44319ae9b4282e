import { randomUUID } from 'node:crypto';
import { expectNothingLost } from './books.js';
import { openRig, until, type Rig } from './rig.js';
import type { Shopper } from './shopper.js';

const rig = openRig('outages');

const SHOPPERS = 6;
const STOCK = 10_000;
/** How many things must have been acknowledged before a fault, and again after it. */
const ENOUGH = 30;
/** More calls at once than the backend has connections to the database. */
const MANY = 40;
/** A service that is back is used again within this time. */
const BACK_MS = 20_000;
/** What a shopper waits at most while the database refuses. */
const REFUSED_MS = 3_000;

interface Crowd {
  shoppers: Shopper[];
  /** One of them. */
  someone: Shopper;
  product: number;
  /** Waits until so many more things are acknowledged. */
  more: (count: number, limitMs?: number) => Promise<void>;
  /** Lets everybody end what they are doing. */
  goHome: () => Promise<void>;
}

/** Shoppers who order, pay by wallet and by card, deposit and ask for refunds, one thing after the other, all at once. */
async function crowd(rig: Rig): Promise<Crowd> {
  const product = await rig.product(STOCK);
  const someone = await rig.shopper();
  const shoppers = [someone];
  while (shoppers.length < SHOPPERS) shoppers.push(await rig.shopper());
  await Promise.all(shoppers.map((shopper) => shopper.deposit(90_000_000)));
  let isOpen = true;
  const goShopping = async (shopper: Shopper, nth: number) => {
    for (let turn = nth; isOpen; turn++) {
      const order = await shopper.order(product);
      if (turn % 3 === 0) await shopper.payFromWallet(order);
      if (turn % 3 === 1) await shopper.payByCard(order);
      if (turn % 3 === 2) await shopper.payByCard(order, false);
      if (turn % 3 === 0) await shopper.requestRefund(order);
      if (turn % 4 === 0) await shopper.deposit(10_000);
    }
  };
  const walks = Promise.all(shoppers.map(goShopping));
  const failed = walks.then(() => undefined);
  failed.catch(() => undefined);
  const acknowledged = () => shoppers.reduce((sum, shopper) => sum + shopper.acknowledged, 0);
  const more = async (count: number, limitMs = BACK_MS) => {
    const goal = acknowledged() + count;
    await Promise.race([until(`${count} more things are acknowledged`, () => acknowledged() >= goal, limitMs), failed]);
  };
  const goHome = async () => {
    isOpen = false;
    await walks;
  };
  return { shoppers, someone, product, more, goHome };
}

/** Runs a fault under a crowd; afterwards the same processes must work as before, and nothing may be lost. */
async function survive(fault: (people: Crowd) => Promise<void>): Promise<void> {
  const pids = [rig().backend.pid, rig().worker.pid];
  const people = await crowd(rig());
  try {
    await people.more(ENOUGH);
    await fault(people);
    await people.more(ENOUGH);
  } finally {
    await people.goHome();
  }
  await payUntold(people);
  await expectNothingLost(rig(), people.shoppers, people.product, STOCK);
  expect([rig().backend.pid, rig().worker.pid]).toEqual(pids);
}

/** A charge whose page does not come back and whose webhook is lost, a minute ago: the worker alone can book it. */
async function payUntold({ someone, product }: Crowd): Promise<void> {
  rig().provider.copies = 0;
  await someone.payByCard(await someone.order(product), false);
  rig().provider.copies = 1;
  await rig().db.query(`UPDATE payment_intents SET created_at = created_at - interval '1 minute'`);
}

/** While the database is gone: alive, not ready, and every call is told so at once. */
async function expectUnavailable({ someone }: Crowd): Promise<void> {
  expect((await fetch(`${rig().url}/healthz`)).status).toBe(200);
  expect((await fetch(`${rig().url}/readyz`)).status).toBe(503);
  const calls = ['/api/orders/', '/api/paybox/wallet/', '/api/products/'];
  const begin = Date.now();
  const replies = await Promise.all(calls.map((path) => someone.send({ path, body: {}, method: 'GET' })));
  expect(replies.map(({ status }) => status)).toEqual(calls.map(() => 503));
  expect(Date.now() - begin).toBeLessThan(REFUSED_MS);
}

test.each(['fast', 'crash'] as const)('the database stops (%s) and starts again', async (how) => {
  await survive(async (people) => {
    await rig().stopDatabase(how);
    await expectUnavailable(people);
    await rig().startDatabase();
  });
});

test('the connections to the database are cut again and again', async () => {
  await survive(async (people) => {
    for (let cut = 0; cut < 10; cut++) {
      rig().backendLine.cut();
      rig().workerLine.cut();
      await people.more(5);
    }
  });
});

test.each([
  ['before', 0],
  ['after', 1],
] as const)('the connection is cut %s the commit: 503, and repeated it happens once', async (when, effects) => {
  const [someone, product] = [await rig().shopper(), await rig().product(STOCK)];
  await someone.deposit(1_000_000);
  const order = await someone.order(product);
  const pay = { path: '/api/paybox/payment/', body: { order_id: order } };
  const transfers = () => rig().count('SELECT count(*) FROM transfers WHERE order_id = $1', [order]);
  const key = randomUUID();

  const held = rig().backendLine.hold({ statement: /INSERT INTO transfers/, commit: true, when });
  const told = someone.send(pay, key);
  await held;
  rig().backendLine.cut();
  expect((await told).status).toBe(503);
  expect(await transfers()).toBe(effects);
  expect((await someone.send(pay, key)).status).toBe(200);
  expect(await transfers()).toBe(1);
});

test('the database falls silent: nobody waits for ever, and the shop works when it speaks again', async () => {
  await survive(async ({ someone }) => {
    rig().backendLine.freeze();
    rig().workerLine.freeze();
    try {
      const call = { path: '/api/orders/', body: {}, method: 'GET' } as const;
      const replies = await Promise.all(Array.from({ length: MANY }, () => someone.send(call)));
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([503]));
    } finally {
      rig().backendLine.thaw();
      rig().workerLine.thaw();
    }
  });
});

test('every connection waits for a lock: whoever finds none free is told so, and the shop works when it is let go', async () => {
  const [someone, product] = [await rig().shopper(), await rig().product(STOCK)];
  const order = await someone.order(product);
  await rig().db.transaction(async (tx) => {
    await tx.query('LOCK TABLE orders');
    const calls = Array.from({ length: MANY }, () =>
      someone.send({ path: '/api/stripe-payment/', body: { order } }).then(({ status }) => status),
    );
    expect(new Set(await Promise.all(calls))).toEqual(new Set([503]));
  });
  await someone.payByCard(order);
  await expectNothingLost(rig(), [someone], product, STOCK);
});
