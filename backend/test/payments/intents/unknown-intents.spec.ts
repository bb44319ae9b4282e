import { Logger } from '@nestjs/common';
import { Detail } from '../../../src/contract/common.js';
import { DepositIntent, WalletTransaction } from '../../../src/contract/money/paybox.js';
import { CardIntent } from '../../../src/contract/money/payments.js';
import { MAX_OPEN_DEPOSITS } from '../../../src/payments/intents/deposits.service.js';
import { answer, openShop, shop } from '../../support/client.js';
import { given, times, type Shopper } from '../../support/given.js';
import { expectSoundLedger } from '../../support/ledger.js';
import {
  confirmCard,
  eventOf,
  intentIdOf,
  loseWebhooks,
  sendEvent,
  sendsNoEvents,
  stripeIntent,
  sweepCards,
} from '../../support/payments/card.js';

openShop();
expectSoundLedger();
sendsNoEvents();

const PASSWORD = 'mat-khau-1';

const start = async (shopper: Shopper, order: { id: number }) =>
  answer(await shopper.post('/api/stripe-payment/', { order: order.id }), CardIntent).clientSecret;
const deposit = async (shopper: Shopper, amount = 50_000) =>
  answer(await shopper.post('/api/paybox/deposit/', { amount }), DepositIntent);
const isOpen = async (clientSecret: string) => {
  const [row]: { isOpen: boolean }[] = await shop().db.query(
    'SELECT closed_at IS NULL AND settled_at IS NULL AS "isOpen" FROM payment_intents WHERE id = $1',
    [intentIdOf(clientSecret)],
  );
  return row?.isOpen;
};
const makeOlder = (clientSecret: string, hours: number) =>
  shop().db.query(`UPDATE payment_intents SET created_at = now() - make_interval(hours => $2) WHERE id = $1`, [
    intentIdOf(clientSecret),
    hours,
  ]);
/** Moves the first answer that an intent is unknown into the past. Without such an answer it changes nothing. */
const passUnknown = (clientSecret: string, hours: number) =>
  shop().db.query(
    `UPDATE payment_intents SET unknown_since = unknown_since - make_interval(hours => $2) WHERE id = $1`,
    [intentIdOf(clientSecret), hours],
  );
const silenceLog = () => jest.spyOn(Logger.prototype, 'error').mockReturnValue();

/** Changes the shop's keys as far as an intent is concerned: the provider does not know it under the new ones. */
const changeKeys = (clientSecret: string) =>
  shop().db.query(`UPDATE sandbox.payment_intents SET id = 'earlier_' || id WHERE id = $1`, [intentIdOf(clientSecret)]);
/** Puts the earlier keys back. */
const restoreKeys = (clientSecret: string) =>
  shop().db.query(`UPDATE sandbox.payment_intents SET id = $1 WHERE id = 'earlier_' || $1`, [intentIdOf(clientSecret)]);

test('a day after the keys were changed, an intent is closed, is logged with its amount, and blocks no deletion', async () => {
  const shopper = await given.shopper({ password: PASSWORD });
  const order = await given.order(shopper);
  const secrets = [await start(shopper, order), (await deposit(shopper)).clientSecret];
  for (const secret of secrets) await changeKeys(secret);
  const logged = silenceLog();
  for (const hours of [0, 23]) {
    for (const secret of secrets) await passUnknown(secret, hours);
    await sweepCards();
    expect(await Promise.all(secrets.map(isOpen))).toEqual([true, true]);
  }
  for (const secret of secrets) await passUnknown(secret, 2);
  await sweepCards();
  expect(await Promise.all(secrets.map(isOpen))).toEqual([false, false]);
  for (const [secret, fields] of [
    [secrets[0]!, { purpose: 'order', orderId: order.id, userId: shopper.id, amount: 100_000 }],
    [secrets[1]!, { purpose: 'deposit', orderId: null, userId: shopper.id, amount: 50_000 }],
  ] as const) {
    const id = intentIdOf(secret);
    const line = [expect.objectContaining({ id, ...fields }), expect.stringContaining('closed without a booking')];
    expect(logged.mock.calls).toContainEqual(line);
  }
  const [line] = answer(await shopper.get('/api/paybox/transactions/'), WalletTransaction.array());
  expect(line?.status).toBe('CANCELLED');
  expect((await shopper.post(`/api/orders/${order.id}/cancel/`)).status).toBe(200);
  expect((await shopper.post('/auth/users/me/close/', { current_password: PASSWORD })).status).toBe(204);
});

test('an order whose intent is unknown for a day gets another one, however often it is asked, and is paid with that', async () => {
  const shopper = await given.shopper();
  const order = await given.order(shopper);
  const first = await start(shopper, order);
  await changeKeys(first);
  expect((await shopper.post('/api/stripe-payment/', { order: order.id })).status).toBe(503);
  await passUnknown(first, 25);
  const logged = silenceLog();
  const seconds = await times(5, () => start(shopper, order));
  expect(new Set(seconds).size).toBe(1);
  expect(seconds[0]).not.toBe(first);
  expect(logged).toHaveBeenCalledTimes(1);
  await confirmCard(seconds[0]!);
  const paid = await shopper.post(`/api/orders/${order.id}/pay/`, { payment_intent: intentIdOf(seconds[0]!) });
  expect(answer(paid, Detail).detail).toContain('thành công');
});

test('an old intent that is unknown for less than a day, by a mistake with the keys, stays open and is paid later', async () => {
  const shopper = await given.shopper();
  const order = await given.order(shopper);
  const secrets = [await start(shopper, order), (await deposit(shopper)).clientSecret] as const;
  silenceLog();
  for (const secret of secrets) {
    await makeOlder(secret, 20);
    await changeKeys(secret);
  }
  await sweepCards();
  for (const secret of secrets) await passUnknown(secret, 23);
  await sweepCards();
  expect(await Promise.all(secrets.map(isOpen))).toEqual([true, true]);
  for (const secret of secrets) await restoreKeys(secret);
  await sweepCards();
  // Another mistake a day after the first one begins a day of its own.
  for (const secret of secrets) await passUnknown(secret, 25);
  for (const secret of secrets) await changeKeys(secret);
  await sweepCards();
  expect(await Promise.all(secrets.map(isOpen))).toEqual([true, true]);
  for (const secret of secrets) await restoreKeys(secret);
  for (const secret of secrets) await confirmCard(secret);
  await sweepCards();
  expect((await shopper.order(order.id)).isPaid).toBe(true);
  expect(await shopper.balance()).toBe(50_000);
});

test('an intent that the provider knows stays open, however old it is', async () => {
  const shopper = await given.shopper();
  const order = await given.order(shopper);
  const secret = await start(shopper, order);
  await makeOlder(secret, 100);
  await sweepCards();
  expect(await isOpen(secret)).toBe(true);
  expect(await start(shopper, order)).toBe(secret);
});

test('money that arrives for a closed intent, once the earlier keys are back, is booked', async () => {
  loseWebhooks();
  const shopper = await given.shopper();
  const { clientSecret } = await deposit(shopper);
  await changeKeys(clientSecret);
  silenceLog();
  await sweepCards();
  await passUnknown(clientSecret, 25);
  await sweepCards();
  expect(await isOpen(clientSecret)).toBe(false);
  jest.restoreAllMocks();
  await restoreKeys(clientSecret);
  await confirmCard(clientSecret);
  const event = eventOf('payment_intent.succeeded', await stripeIntent(intentIdOf(clientSecret)));
  expect((await sendEvent(event)).status).toBe(200);
  expect(await shopper.balance()).toBe(50_000);
});

test.each(['order', 'deposit'] as const)(
  'money for the %s of an account that was closed meanwhile goes to its wallet, and is logged to be refunded',
  async (purpose) => {
    const shopper = await given.shopper({ password: PASSWORD });
    const order = await given.order(shopper);
    const secret = purpose === 'order' ? await start(shopper, order) : (await deposit(shopper)).clientSecret;
    await changeKeys(secret);
    const logged = silenceLog();
    await sweepCards();
    await passUnknown(secret, 25);
    await sweepCards();
    expect((await shopper.post(`/api/orders/${order.id}/cancel/`)).status).toBe(200);
    expect((await shopper.post('/auth/users/me/close/', { current_password: PASSWORD })).status).toBe(204);
    await restoreKeys(secret);
    await confirmCard(secret);
    const id = intentIdOf(secret);
    expect((await sendEvent(eventOf('payment_intent.succeeded', await stripeIntent(id)))).status).toBe(200);
    const line = [
      expect.objectContaining({ id, purpose, userId: shopper.id }),
      expect.stringContaining('closed account'),
    ];
    expect(logged.mock.calls).toContainEqual(line);
  },
);

test('deposits that the provider does not know make room for new ones', async () => {
  const shopper = await given.shopper();
  const opened = await times(MAX_OPEN_DEPOSITS, () => deposit(shopper, 10_000));
  for (const { clientSecret } of opened) {
    await changeKeys(clientSecret);
    await makeOlder(clientSecret, 1);
  }
  silenceLog();
  await sweepCards();
  for (const { clientSecret } of opened) await passUnknown(clientSecret, 25);
  const { clientSecret } = await deposit(shopper);
  await confirmCard(clientSecret);
  await sweepCards();
  expect(await shopper.balance()).toBe(50_000);
});
