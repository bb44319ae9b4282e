import { getQueueToken } from '@nestjs/bullmq';
import type { INestApplicationContext } from '@nestjs/common';
import type { Job, Queue } from 'bullmq';
import { Order } from '../../src/contract/orders/orders.js';
import { Placed } from '../../src/contract/orders/placing.js';
import { Settings } from '../../src/contract/administration/settings.js';
import { ORDERS_QUEUE, OrderExpiry, type ExpireJob } from '../../src/orders/expiry/expiry.js';
import { eventually } from '../support/payments/card.js';
import { answer, openShop, shop } from '../support/client.js';
import { cartOf, given, times, type Shopper } from '../support/given.js';
import { expectSoundLedger } from '../support/ledger.js';
import { expectUnchanged } from '../support/unchanged.js';
import { openWorker } from '../support/worker.js';
import { stockOf } from '../support/stock.js';

const DAY_MS = 86_400_000;

const statusOf = async (shopper: Shopper, { id }: { id: number }) => (await shopper.order(id)).status;
/** Makes an order older than it is, by a second more: times lose their microseconds on the way to the shop. */
const age = ({ id }: { id: number }, by: string) =>
  shop().db.query(`UPDATE orders SET created_at = now() - $2::interval - interval '1 second' WHERE id = $1`, [id, by]);

describe('an unpaid order', () => {
  openShop();
  expectSoundLedger();
  const expiry = () => shop().app.get(OrderExpiry);

  test('is cancelled after a day, and its goods return to stock once', async () => {
    const shopper = await given.shopper();
    const order = await given.order(shopper);
    await age(order, '24 hours');
    await expiry().expire(order.id);
    expect(await statusOf(shopper, order)).toBe('cancelled');
    expect(await stockOf(order.product)).toBe(10);
    await expectUnchanged(() => expiry().expire(order.id));
    expect((await shopper.post(`/api/orders/${order.id}/cancel/`)).status).toBe(409);
  });

  test('says that it expired, in the order and in lists; one that its buyer cancels does not', async () => {
    const shopper = await given.shopper();
    const [expired, cancelled] = [await given.order(shopper), await given.order(shopper)];
    await age(expired, '24 hours');
    await expiry().expire(expired.id);
    await shopper.post(`/api/orders/${cancelled.id}/cancel/`);
    expect(await shopper.order(expired.id)).toMatchObject({ isCancelled: true, isExpired: true, cancel_reason: null });
    expect(await shopper.order(cancelled.id)).toMatchObject({ isCancelled: true, isExpired: false });
    const listed = answer(await shopper.get('/api/orders/'), Order.array());
    expect(new Map(listed.map(({ id, isExpired }) => [id, isExpired]))).toEqual(
      new Map([
        [expired.id, true],
        [cancelled.id, false],
      ]),
    );
  });

  test('that cannot be cancelled does not stop the others', async () => {
    const shopper = await given.shopper();
    const [held, other] = [await given.order(shopper), await given.order(shopper)];
    for (const order of [held, other]) await age(order, '25 hours');
    const expire = expiry().expire.bind(expiry());
    const spy = jest
      .spyOn(expiry(), 'expire')
      .mockImplementation((id) => (id === held.id ? Promise.reject(new Error('held')) : expire(id)));
    await expect(expiry().sweep()).rejects.toThrow(`1 orders did not expire: ${held.id}`);
    expect([await statusOf(shopper, held), await statusOf(shopper, other)]).toEqual(['unpaid', 'cancelled']);
    spy.mockRestore();
    expect(await expiry().sweep()).toBe(1);
  });

  test('does not keep the others overdue, also when a hundred older ones always fail', async () => {
    const shoppers = await times(21, () => given.shopper());
    const failing = (await times(100, (n) => given.order(shoppers[n % 20]!))).map(({ id }) => id);
    const other = await given.order(shoppers[20]!);
    for (const id of failing) await age({ id }, '26 hours');
    await age(other, '25 hours');
    const expire = expiry().expire.bind(expiry());
    const spy = jest
      .spyOn(expiry(), 'expire')
      .mockImplementation((id) => (failing.includes(id) ? Promise.reject(new Error('held')) : expire(id)));
    await expect(expiry().sweep()).rejects.toThrow('100 orders did not expire');
    expect(await statusOf(shoppers[20]!, other)).toBe('cancelled');
    spy.mockRestore();
    await expiry().expireAll(failing);
  });

  test('expires after the owner’s payment window, also when it was placed before the change', async () => {
    const [shopper, admin] = [await given.shopper(), await given.admin()];
    const order = await given.order(shopper);
    await age(order, '31 minutes');
    expect(await expiry().sweep()).toBe(0);
    answer(await admin.put('/api/settings/', { payment_window_minutes: 30 }), Settings);
    expect(await expiry().sweep()).toBe(1);
    expect(await statusOf(shopper, order)).toBe('cancelled');
    answer(await admin.put('/api/settings/', { payment_window_minutes: 1_440 }), Settings);
  });

  test('does not expire before it is due, or when it is paid or cancelled', async () => {
    const shopper = await given.shopper({ balance: 100_000 });
    const [young, paid, cancelled] = [
      await given.order(shopper),
      await given.paidOrder(shopper),
      await given.order(shopper),
    ];
    await shopper.post(`/api/orders/${cancelled.id}/cancel/`);
    await age(young, '23 hours 59 minutes');
    await age(paid, '25 hours');
    await age(cancelled, '25 hours');
    await expectUnchanged(async () => {
      for (const { id } of [young, paid, cancelled]) await expiry().expire(id);
      expect(await expiry().sweep()).toBe(0);
    });
  });

  test('does not expire early on a machine whose clock is ahead', async () => {
    const shopper = await given.shopper();
    const order = await given.order(shopper);
    const inTwoDays = Date.now() + 2 * DAY_MS;
    const clock = jest.spyOn(Date, 'now').mockReturnValue(inTwoDays);
    expect(await expiry().sweep()).toBe(0);
    await expiry().expire(order.id);
    clock.mockRestore();
    expect(await statusOf(shopper, order)).toBe('unpaid');
  });

  test('is found by the sweep when its job was lost', async () => {
    const shopper = await given.shopper();
    const [first, second, young] = [await given.order(shopper), await given.order(shopper), await given.order(shopper)];
    await age(first, '30 days');
    await age(second, '25 hours');
    expect(await expiry().sweep()).toBe(2);
    expect(await statusOf(shopper, first)).toBe('cancelled');
    expect(await statusOf(shopper, second)).toBe('cancelled');
    expect(await statusOf(shopper, young)).toBe('unpaid');
    expect(await expiry().sweep()).toBe(0);
  });

  test('is placed even when no job can be added', async () => {
    const shopper = await given.shopper();
    const queue = shop().app.get<Queue<ExpireJob>>(getQueueToken(ORDERS_QUEUE));
    const add = jest.spyOn(queue, 'add').mockRejectedValueOnce(new Error('the queue is down'));
    const id = await given.product();
    answer(await shopper.post('/api/placeorder/', cartOf([{ id, qty: 1 }], 105_000)), Placed, 201);
    await eventually(() => Promise.resolve(add.mock.calls.length), 1);
    add.mockRestore();
  });
});

describe('an order with the owner’s payment window', () => {
  openShop({ ORDER_PAYMENT_WINDOW_MINUTES: '15' });
  expectSoundLedger();

  test('expires after it', async () => {
    const shopper = await given.shopper();
    const [overdue, young] = [await given.order(shopper), await given.order(shopper)];
    await age(overdue, '15 minutes');
    await age(young, '14 minutes');
    expect(await shop().app.get(OrderExpiry).sweep()).toBe(1);
    expect(await statusOf(shopper, young)).toBe('unpaid');
  });
});

const backends: [string, NodeJS.ProcessEnv][] = [['PostgreSQL', { REDIS_URL: undefined }]];
if (process.env.REDIS_URL) backends.push(['Redis', {}]);

describe.each(backends)('the job of an order, with queues on %s', (_name, env) => {
  openShop(env);
  expectSoundLedger();

  let worker: INestApplicationContext | undefined;
  async function startWorker(): Promise<void> {
    worker = await openWorker();
  }
  async function stopWorker(): Promise<void> {
    await worker?.close();
    worker = undefined;
  }
  afterEach(stopWorker);

  async function place(shopper: Shopper): Promise<{ id: number; product: number }> {
    const product = await given.product();
    const placed = await shopper.post('/api/placeorder/', cartOf([{ id: product, qty: 1 }], 105_000));
    const { id } = answer(placed, Placed, 201);
    // It is added after the answer.
    await eventually(() => hasJob({ id }), true);
    return { product, id };
  }
  const jobOf = ({ id }: { id: number }) =>
    shop().app.get<Queue<ExpireJob>>(getQueueToken(ORDERS_QUEUE)).getJob(`expire-${id}`);
  const hasJob = async (order: { id: number }) => (await jobOf(order)) !== undefined;

  test('survives a restart of the worker, and expires the order after a day', async () => {
    const shopper = await given.shopper();
    await startWorker();
    const order = await place(shopper);
    const job = await jobOf(order);
    expect([job?.delay, await job?.isDelayed()]).toEqual([DAY_MS, true]);
    await stopWorker();

    await age(order, '24 hours');
    await job?.changeDelay(500);
    await startWorker();
    await eventually(() => statusOf(shopper, order), 'cancelled');
    expect(await stockOf(order.product)).toBe(10);
    await eventually(() => hasJob(order), false);
  });

  test('is shared by orders placed together, and expires each of them', async () => {
    const shopper = await given.shopper();
    const orders = [await given.order(shopper), await given.order(shopper), await given.order(shopper)];
    const orderIds = orders.map(({ id }) => id);
    const queue = shop().app.get<Queue<ExpireJob>>(getQueueToken(ORDERS_QUEUE));
    const add = jest.spyOn(queue, 'add').mockResolvedValue({} as Job<ExpireJob>);
    for (const id of orderIds) shop().app.get(OrderExpiry).schedule(id, 'Stripe');
    await eventually(
      () => Promise.resolve(add.mock.calls.map(([, data]) => data)),
      [{ orderIds, requestIds: [null, null, null] }],
    );
    add.mockRestore();

    for (const order of orders) await age(order, '24 hours');
    await queue.add('expire', { orderIds });
    await startWorker();
    for (const order of orders) await eventually(() => statusOf(shopper, order), 'cancelled');
  });

  test('does not change an order that was paid meanwhile', async () => {
    const shopper = await given.shopper({ balance: 105_000 });
    const order = await place(shopper);
    expect((await shopper.post('/api/paybox/payment/', { order_id: order.id })).status).toBe(200);
    await age(order, '24 hours');
    await (await jobOf(order))?.changeDelay(1);
    await startWorker();
    await eventually(() => hasJob(order), false);
    expect(await statusOf(shopper, order)).toBe('paid');
  });
});
