import type { INestApplicationContext } from '@nestjs/common';
import { DepositIntent, WalletTransaction } from '../../../src/contract/money/paybox.js';
import { CardIntent } from '../../../src/contract/money/payments.js';
import { CardProviderError } from '../../../src/payments/provider/card-provider.js';
import { PaymentReconciler } from '../../../src/payments/reconciler/payment-reconciler.service.js';
import {
  cardProvider,
  reconciler,
  confirmCard,
  intentIdOf,
  loseWebhooks,
  sweepCards,
} from '../../support/payments/card.js';
import { answer, openShop, shop } from '../../support/client.js';
import { given, statuses, times, type Shopper } from '../../support/given.js';
import { expectSoundLedger } from '../../support/ledger.js';
import { openWorker } from '../../support/worker.js';

openShop({ RATE_LIMIT: 'off' });
expectSoundLedger();

// The page never comes back here either, unless a test says so.
beforeEach(loseWebhooks);

const start = async (shopper: Shopper, order: { id: number }) =>
  answer(await shopper.post('/api/stripe-payment/', { order: order.id }), CardIntent).clientSecret;
const deposit = async (shopper: Shopper, amount = 50_000) =>
  answer(await shopper.post('/api/paybox/deposit/', { amount }), DepositIntent);
const orderOf = (shopper: Shopper, { id }: { id: number }) => shopper.order(id);
const linesOf = async (shopper: Shopper) =>
  answer(await shopper.get('/api/paybox/transactions/'), WalletTransaction.array());
const atProvider = async (clientSecret: string) => (await cardProvider().intent(intentIdOf(clientSecret))).status;
const recordOf = async (clientSecret: string) => {
  const [row]: object[] = await shop().db.query(
    `SELECT settled_at IS NOT NULL AS settled, closed_at IS NOT NULL AS closed FROM payment_intents WHERE id = $1`,
    [intentIdOf(clientSecret)],
  );
  return row;
};
const makeOlder = (clientSecret: string, hours: number) =>
  shop().db.query(`UPDATE payment_intents SET created_at = now() - make_interval(hours => $2) WHERE id = $1`, [
    intentIdOf(clientSecret),
    hours,
  ]);

test('books a charge when the page and the webhook were lost', async () => {
  const shopper = await given.shopper();
  const order = await given.order(shopper);
  await confirmCard(await start(shopper, order));
  await confirmCard((await deposit(shopper)).clientSecret);
  await sweepCards();
  expect((await orderOf(shopper, order)).status).toBe('paid');
  expect(await shopper.balance()).toBe(50_000);
  await sweepCards();
  expect(await linesOf(shopper)).toHaveLength(1);
  expect(
    await shop().db.query(`SELECT transition, actor FROM order_events WHERE order_id = $1 AND transition = 'pay'`, [
      order.id,
    ]),
  ).toEqual([{ transition: 'pay', actor: 'provider' }]);
});

test('leaves an intent open that is not charged yet', async () => {
  const shopper = await given.shopper();
  const [order, opened] = [await given.order(shopper), await deposit(shopper)];
  const secret = await start(shopper, order);
  await confirmCard(secret, 'pm_card_visa_chargeDeclined');
  await sweepCards();
  for (const open of [secret, opened.clientSecret]) {
    expect(await atProvider(open)).toBe('open');
    expect(await recordOf(open)).toEqual({ settled: false, closed: false });
  }
});

test.each(['paid', 'cancelled', 'cancelled by the shop'])(
  'cancels the intent of an order that is %s meanwhile',
  async (state) => {
    const shopper = await given.shopper({ balance: 100_000 });
    const order = await given.order(shopper);
    const secret = await start(shopper, order);
    if (state === 'paid') await shopper.post('/api/paybox/payment/', { order_id: order.id });
    else {
      const caller = state === 'cancelled' ? shopper : await given.admin();
      expect((await caller.post(`/api/orders/${order.id}/cancel/`, { reason: 'Hết hàng' })).status).toBe(200);
    }
    const balance = await shopper.balance();
    await sweepCards();
    expect(await atProvider(secret)).toBe('canceled');
    expect(await recordOf(secret)).toEqual({ settled: false, closed: true });
    expect((await confirmCard(secret)).body.error.code).toBe('payment_intent_unexpected_state');
    expect(await shopper.balance()).toBe(balance);
  },
);

test('returns what was charged for an order that was cancelled, also when it is charged while being canceled', async () => {
  const shopper = await given.shopper();
  const orders = [await given.order(shopper), await given.order(shopper)];
  const [before, between] = [await start(shopper, orders[0]!), await start(shopper, orders[1]!)];
  for (const { id } of orders) await shopper.post(`/api/orders/${id}/cancel/`);
  await confirmCard(before);
  const provider = cardProvider();
  const cancel = provider.cancelIntent.bind(provider);
  jest.spyOn(provider, 'cancelIntent').mockImplementation(async (id) => {
    await confirmCard(between);
    return cancel(id);
  });
  await sweepCards();
  expect(await shopper.balance()).toBe(200_000);
  for (const order of orders) {
    const { status, notice } = await orderOf(shopper, order);
    expect([status, notice]).toEqual(['cancelled', expect.stringContaining('ví Paybox')]);
  }
});

test('cancels a deposit after a day, but books it when it was charged', async () => {
  const shopper = await given.shopper();
  const [young, old, charged] = [await deposit(shopper), await deposit(shopper), await deposit(shopper, 70_000)];
  await makeOlder(young.clientSecret, 23);
  await makeOlder(old.clientSecret, 25);
  await makeOlder(charged.clientSecret, 25);
  await confirmCard(charged.clientSecret);
  await sweepCards();
  expect((await linesOf(shopper)).map(({ status }) => status)).toEqual(['COMPLETED', 'CANCELLED', 'PENDING']);
  expect(await atProvider(old.clientSecret)).toBe('canceled');
  expect((await shopper.post('/api/paybox/deposit/confirm/', { payment_intent_id: old.paymentIntentId })).status).toBe(
    400,
  );
  expect(await shopper.balance()).toBe(70_000);
});

test('leaves a young deposit open on a machine whose clock is ahead', async () => {
  const { clientSecret } = await deposit(await given.shopper());
  const inTwoDays = Date.now() + 48 * 3_600_000;
  const clock = jest.spyOn(Date, 'now').mockReturnValue(inTwoDays);
  await sweepCards();
  clock.mockRestore();
  expect(await atProvider(clientSecret)).toBe('open');
});

test('closes what was canceled at the provider; the order then gets another intent, and is paid with that', async () => {
  const shopper = await given.shopper();
  const order = await given.order(shopper);
  const first = await start(shopper, order);
  await cardProvider().cancelIntent(intentIdOf(first));
  const seconds = await times(10, () => start(shopper, order));
  expect(new Set(seconds).size).toBe(1);
  expect(seconds[0]).not.toBe(first);
  expect(await recordOf(first)).toEqual({ settled: false, closed: true });
  await confirmCard(seconds[0]!);
  await sweepCards();
  expect((await orderOf(shopper, order)).status).toBe('paid');
});

test('checks the least recently checked first, fifty at a time, each again after a quarter of its age', async () => {
  const shopper = await given.shopper();
  const provider = cardProvider();
  const left: { id: string }[] = await shop().db.query('SELECT id FROM payment_intents WHERE settled_at IS NULL');
  for (const { id } of left) await provider.cancelIntent(id);
  await sweepCards();
  const opened = await times(51, () => deposit(shopper, 10_000));
  const intent = jest.spyOn(provider, 'intent');
  await reconciler().sweep();
  expect(intent).not.toHaveBeenCalled();
  await shop().db.query(
    `UPDATE payment_intents SET created_at = created_at - interval '1 hour' WHERE closed_at IS NULL`,
  );
  await reconciler().sweep();
  expect(new Set(intent.mock.calls.flat()).size).toBe(50);
  await reconciler().sweep();
  expect(new Set(intent.mock.calls.flat())).toEqual(new Set(opened.map((one) => one.paymentIntentId)));
  expect(intent).toHaveBeenCalledTimes(51);

  const askedBefore = async (minutes: number, hoursOld: number) => {
    intent.mockClear();
    await shop().db.query(
      `UPDATE payment_intents SET created_at = now() - make_interval(hours => $2, mins => $1),
         checked_at = now() - make_interval(mins => $1) WHERE id = $3`,
      [minutes, hoursOld, opened[0]?.paymentIntentId],
    );
    await reconciler().sweep();
    return intent.mock.calls.length;
  };
  expect(await askedBefore(14, 1)).toBe(0);
  expect(await askedBefore(16, 1)).toBe(1);
  expect(await askedBefore(59, 20)).toBe(0);
  expect(await askedBefore(61, 20)).toBe(1);
});

test('shares the fifty between orders and deposits, new and known ones: a flood of new deposits keeps nobody waiting', async () => {
  const shopper = await given.shopper();
  const order = await given.order(shopper);
  const [secret, known] = [await start(shopper, order), await deposit(shopper, 30_000)];
  await confirmCard(secret);
  await confirmCard(known.clientSecret);
  await shop().db.query(
    `UPDATE payment_intents SET created_at = now() - interval '2 hours', checked_at = now() - interval '1 hour' WHERE user_id = $1`,
    [shopper.id],
  );
  const flood = await given.shopper();
  await times(60, () => deposit(flood, 10_000));
  await shop().db.query(`UPDATE payment_intents SET created_at = now() - interval '3 hours' WHERE user_id = $1`, [
    flood.id,
  ]);
  const intent = jest.spyOn(cardProvider(), 'intent');
  await reconciler().sweep();
  expect(intent).toHaveBeenCalledTimes(50);
  expect((await orderOf(shopper, order)).status).toBe('paid');
  expect(await shopper.balance()).toBe(30_000);
});

test('three intents that the provider refuses do not keep the next one waiting', async () => {
  const shopper = await given.shopper();
  const refused = (await times(3, () => deposit(shopper))).map(({ paymentIntentId }) => paymentIntentId);
  const charged = await deposit(shopper, 20_000);
  await confirmCard(charged.clientSecret);
  const provider = cardProvider();
  const intent = provider.intent.bind(provider);
  const refusal = new CardProviderError(new Error('refused'), false);
  jest
    .spyOn(provider, 'intent')
    .mockImplementation((id) => (refused.includes(id) ? Promise.reject(refusal) : intent(id)));
  await sweepCards();
  expect(await shopper.balance()).toBe(20_000);
});

test('two concurrent workers and the page book each intent once', async () => {
  const shopper = await given.shopper();
  const opened = await times(10, () => deposit(shopper, 10_000));
  for (const { clientSecret } of opened) await confirmCard(clientSecret);
  const replies = await Promise.all([
    ...opened.map(({ paymentIntentId }) =>
      shopper.post('/api/paybox/deposit/confirm/', { payment_intent_id: paymentIntentId }),
    ),
    ...[1, 2, 3].map(async () => {
      await sweepCards();
      return { status: 0 };
    }),
  ]);
  expect(statuses(replies)).toEqual({ 200: 10, 0: 3 });
  expect(await shopper.balance()).toBe(100_000);
});

describe('in the worker', () => {
  let worker: INestApplicationContext;
  beforeAll(async () => {
    worker = await openWorker();
  });
  afterAll(() => worker.close());

  test('a tick reconciles intents after a minute, and survives a failure of the database', async () => {
    const shopper = await given.shopper();
    const [old, young] = [await deposit(shopper), await deposit(shopper, 20_000)];
    for (const { clientSecret } of [old, young]) await confirmCard(clientSecret);
    await shop().db.query(`UPDATE payment_intents SET created_at = now() - interval '61 seconds' WHERE id = $1`, [
      old.paymentIntentId,
    ]);
    const tick = () => worker.get(PaymentReconciler).tick();
    const sweep = jest.spyOn(worker.get(PaymentReconciler), 'sweep').mockRejectedValueOnce(new Error('no database'));
    await tick();
    expect(await shopper.balance()).toBe(0);
    await Promise.all([tick(), tick()]);
    expect(sweep).toHaveBeenCalledTimes(2);
    expect(await shopper.balance()).toBe(50_000);
  });
});
