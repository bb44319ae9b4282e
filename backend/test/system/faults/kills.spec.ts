import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { expectSettled, expectSound } from './books.js';
import type { Point } from './servers/database-proxy.js';
import { openHarness, until } from './harness.js';
import { orderOf, type Call, type Shopper } from './shopper.js';

/** The worker looks for overdue orders once a minute. */
const SWEPT_MS = 75_000;
const STOCK = 1_000;

const harness = openHarness('kills');

let shopper: Shopper;
let admin: Shopper;
let product: number;

beforeAll(async () => {
  [shopper, admin, product] = [await harness().shopper(), await harness().admin(), await harness().product(STOCK)];
  await shopper.deposit(10_000_000);
});

afterEach(() => {
  harness().backendLine.letGo();
  harness().workerLine.letGo();
});

/** A call that is about to be made, and how often it has had its effect. */
interface Act {
  by: Shopper;
  call: Call;
  effects: () => Promise<number>;
  /** What the second of two sendings is answered; 200 or 201 unless it is said here. */
  repeated?: number;
}

const count = (sql: string, value?: unknown) => () =>
  harness().count(`SELECT count(*) FROM ${sql}`, value ? [value] : []);

async function placing(): Promise<Act> {
  const before = await count('orders')();
  const effects = async () => (await count('orders')()) - before;
  return { by: shopper, call: { path: '/api/placeorder/', body: orderOf(product) }, effects };
}

async function paying(): Promise<Act> {
  const order = await shopper.order(product);
  const call = { path: '/api/paybox/payment/', body: { order_id: order } };
  return { by: shopper, call, effects: count('transfers WHERE order_id = $1', order) };
}

async function depositing(): Promise<Act> {
  const before = await count('payment_intents')();
  const effects = async () => (await count('payment_intents')()) - before;
  return { by: shopper, call: { path: '/api/paybox/deposit/', body: { amount: 50_000 } }, effects };
}

async function startingCard(): Promise<Act> {
  const order = await shopper.order(product);
  const call = { path: '/api/stripe-payment/', body: { order } };
  return { by: shopper, call, effects: count('payment_intents WHERE order_id = $1', order) };
}

/** A charge was made, and its webhook is lost. @returns the intent's id */
async function charged(path: string, body: object): Promise<string> {
  const { clientSecret } = await shopper.done<{ clientSecret: string }>(path, body);
  harness().provider.copies = 0;
  const id = harness().provider.charge(clientSecret);
  harness().provider.copies = 1;
  return id;
}

async function confirmingDeposit(): Promise<Act> {
  const id = await charged('/api/paybox/deposit/', { amount: 50_000 });
  const call = { path: '/api/paybox/deposit/confirm/', body: { payment_intent_id: id } };
  return { by: shopper, call, effects: count('transfers WHERE payment_intent_id = $1', id) };
}

async function confirmingCard(): Promise<Act> {
  const order = await shopper.order(product);
  const id = await charged('/api/stripe-payment/', { order });
  const call = { path: `/api/orders/${order}/pay/`, body: { payment_intent: id } };
  return { by: shopper, call, effects: count('transfers WHERE order_id = $1', order) };
}

async function paidOrder(): Promise<number> {
  const order = await shopper.order(product);
  await shopper.payFromWallet(order);
  return order;
}

async function askingRefund(): Promise<Act> {
  const order = await paidOrder();
  const call = { path: '/api/paybox/refund-request/', body: { order_id: order, reason: 'Áo bị chật' } };
  return { by: shopper, call, effects: count('refund_requests WHERE order_id = $1', order) };
}

async function approving(): Promise<Act> {
  const order = await paidOrder();
  await shopper.requestRefund(order);
  const call = { path: `/api/admin/paybox/refund/${order}/approve/`, body: {} };
  const effects = count(`transfers WHERE kind = 'REFUND' AND order_id = $1`, order);
  return { by: admin, call, effects, repeated: 409 };
}

async function cancelling(): Promise<Act> {
  const order = await shopper.order(product);
  const call = { path: `/api/orders/${order}/cancel/`, body: {} };
  const effects = count('stock_movements WHERE order_id = $1 AND change > 0', order);
  return { by: shopper, call, effects, repeated: 409 };
}

const orderRow = /INSERT INTO "orders"/;
const transfer = /INSERT INTO transfers/;
const intentRow = /INSERT INTO "payment_intents"/;
const settledRow = /UPDATE "payment_intents" SET "settled_at"/;
const requestRow = /INSERT INTO "refund_requests"/;
const cancelledRow = /UPDATE "orders" SET "cancelled_at"/;
const eventRow = /INSERT INTO webhook_events/;
const job = /SELECT add_job\(/;
/** By then the jobs of orders that were placed are added. */
const JOBS_ARE_ADDED_MS = 500;

const beforeCommit = (statement: RegExp): Point => ({ statement, commit: true, when: 'before' });
const afterCommit = (statement: RegExp): Point => ({ statement, commit: true, when: 'after' });

/** What is done, at which point the backend dies, and whether it has happened then. */
const deaths: [what: string, where: string, act: () => Promise<Act>, point: Point, hasHappened: boolean][] = [
  ['an order is placed', 'before the commit', placing, beforeCommit(orderRow), false],
  ['an order is placed', 'after the commit, before the answer', placing, afterCommit(orderRow), true],
  ['an order is placed', 'before its job is added', placing, { statement: job, when: 'before' }, true],
  ['an order is placed', 'after its job is added', placing, { statement: job, when: 'after' }, true],
  ['the wallet pays', 'after the transfer', paying, { statement: transfer, when: 'after' }, false],
  ['the wallet pays', 'before the commit', paying, beforeCommit(transfer), false],
  ['the wallet pays', 'after the commit, before the answer', paying, afterCommit(transfer), true],
  ['a deposit is opened', 'after the provider’s answer', depositing, { statement: intentRow, when: 'before' }, false],
  ['a deposit is opened', 'after the intent row', depositing, { statement: intentRow, when: 'after' }, false],
  ['a deposit is opened', 'before the commit', depositing, beforeCommit(intentRow), false],
  ['a deposit is opened', 'after the commit, before the answer', depositing, afterCommit(intentRow), true],
  [
    'a card payment begins',
    'after the provider’s answer',
    startingCard,
    { statement: intentRow, when: 'before' },
    false,
  ],
  ['a card payment begins', 'after the intent row', startingCard, { statement: intentRow, when: 'after' }, false],
  ['a card payment begins', 'before the commit', startingCard, beforeCommit(intentRow), false],
  ['a card payment begins', 'after the commit, before the answer', startingCard, afterCommit(intentRow), true],
  [
    'a deposit is confirmed',
    'after the provider’s answer',
    confirmingDeposit,
    { statement: settledRow, when: 'before' },
    false,
  ],
  ['a deposit is confirmed', 'before the commit', confirmingDeposit, beforeCommit(settledRow), false],
  ['a deposit is confirmed', 'after the commit, before the answer', confirmingDeposit, afterCommit(settledRow), true],
  [
    'a card payment is confirmed',
    'after the provider’s answer',
    confirmingCard,
    { statement: settledRow, when: 'before' },
    false,
  ],
  ['a card payment is confirmed', 'before the commit', confirmingCard, beforeCommit(settledRow), false],
  ['a card payment is confirmed', 'after the commit, before the answer', confirmingCard, afterCommit(settledRow), true],
  ['a refund is asked for', 'before the commit', askingRefund, beforeCommit(requestRow), false],
  ['a refund is asked for', 'after the commit, before the answer', askingRefund, afterCommit(requestRow), true],
  ['a refund is approved', 'before the commit', approving, beforeCommit(transfer), false],
  ['a refund is approved', 'after the commit, before the answer', approving, afterCommit(transfer), true],
  ['an order is cancelled', 'before the commit', cancelling, beforeCommit(cancelledRow), false],
  ['an order is cancelled', 'after the commit, before the answer', cancelling, afterCommit(cancelledRow), true],
];

test.each(deaths)('%s, and the backend dies %s', async (_what, _where, act, point, hasHappened) => {
  const { by, call, effects, repeated } = await act();
  const key = randomUUID();
  // An order's answer does not wait for its job, and may be there by then; so may the job of the order before it.
  const mayBeAnswered = point.statement === job;
  if (mayBeAnswered) await pause(JOBS_ARE_ADDED_MS);
  const held = harness().backendLine.hold(point);
  const answer = by.send(call, key).catch(() => null);
  const tooEarly = answer.then((reply) => Promise.reject(new Error(`Not held: ${JSON.stringify(reply)}`)));
  tooEarly.catch(() => undefined);
  await (mayBeAnswered ? held : Promise.race([held, tooEarly]));
  await harness().backend.kill();
  const first = await answer;
  if (!mayBeAnswered) expect(first).toBeNull();

  await harness().backend.start();
  expect(await effects()).toBe(hasHappened ? 1 : 0);
  const reply = await by.send(call, key);
  expect(hasHappened && repeated ? [repeated] : [200, 201]).toContain(reply.status);
  if (first) expect(reply).toEqual(first);
  expect(await effects()).toBe(1);
  await expectSound(harness());
});

const tellings: [where: string, point: Point, hasHappened: boolean][] = [
  ['after the event is kept', { statement: eventRow, when: 'after' }, false],
  ['before the commit', beforeCommit(eventRow), false],
  ['after the commit, before the answer', afterCommit(eventRow), true],
];

test.each(tellings)('the provider tells of a charge, and the backend dies %s', async (_where, point, hasHappened) => {
  const id = await charged('/api/paybox/deposit/', { amount: 50_000 });
  const effects = count('transfers WHERE payment_intent_id = $1', id);
  const event = `evt_${randomUUID()}`;
  const held = harness().backendLine.hold(point);
  const lost = harness().provider.tell(id, event);
  await held;
  await harness().backend.kill();
  expect(await lost).toBeNull();

  await harness().backend.start();
  expect(await effects()).toBe(hasHappened ? 1 : 0);
  expect(await harness().provider.tell(id, event)).toBe(200);
  expect(await effects()).toBe(1);
  await expectSound(harness());
});

test('a worker finishes what a killed process left, also after being killed itself', async () => {
  await charged('/api/paybox/deposit/', { amount: 50_000 });
  const order = await shopper.order(product);
  await charged('/api/stripe-payment/', { order });
  const held = harness().workerLine.hold(beforeCommit(settledRow));
  await harness().db.query(`UPDATE payment_intents SET created_at = created_at - interval '1 minute'`);
  await held;
  await harness().worker.kill();
  // Among them those whose job was never added.
  await harness().db.query(
    `UPDATE orders SET created_at = created_at - interval '2 days' WHERE paid_at IS NULL AND id <> $1`,
    [order],
  );

  await harness().worker.start();
  await expectSettled(harness());
  expect((await shopper.read<{ isPaid: boolean }>(`/api/orders/${order}/`)).isPaid).toBe(true);
  const unpaid = count('orders WHERE paid_at IS NULL AND cancelled_at IS NULL');
  await until('unpaid orders expire', async () => (await unpaid()) === 0, SWEPT_MS);
  const kept = await harness().count('SELECT count(*) FROM orders WHERE cancelled_at IS NULL AND refunded_at IS NULL');
  expect(await harness().count('SELECT count_in_stock FROM products WHERE id = $1', [product])).toBe(STOCK - kept);
  await expectSound(harness());
});
