import { Logger } from '@nestjs/common';
import { DepositIntent, Wallet } from '../../../src/contract/money/paybox.js';
import { CardIntent } from '../../../src/contract/money/payments.js';
import { StripeApiError } from '../../../src/payments/sandbox/stripe-error.js';
import {
  reconciler,
  confirmCard,
  eventually,
  intentIdOf,
  loseWebhooks,
  sweepCards,
} from '../../support/payments/card.js';
import { answer, openShop, shop } from '../../support/client.js';
import { given, statuses, type Shopper } from '../../support/given.js';
import { expectSoundLedger } from '../../support/ledger.js';
import { faultyProvider, type FaultyProvider } from './faulty-provider.js';

openShop();
expectSoundLedger();

let provider: FaultyProvider;
beforeEach(async () => {
  provider = await faultyProvider();
  loseWebhooks();
});
afterEach(() => provider.close());

const start = (shopper: Shopper, { id }: { id: number }) => shopper.post('/api/stripe-payment/', { order: id });
const secretOf = async (reply: ReturnType<typeof start>) => answer(await reply, CardIntent).clientSecret;
const pay = (shopper: Shopper, { id }: { id: number }, secret: string) =>
  shopper.post(`/api/orders/${id}/pay/`, { payment_intent: intentIdOf(secret) });
const statusOf = async (shopper: Shopper, { id }: { id: number }) => (await shopper.order(id)).status;
const open = (shopper: Shopper, amount = 50_000) => shopper.post('/api/paybox/deposit/', { amount });
const confirm = (shopper: Shopper, payment_intent_id: string) =>
  shopper.post('/api/paybox/deposit/confirm/', { payment_intent_id });
/** A promise that the test keeps when it wants to. */
function held() {
  let resolve = () => {};
  const promise = new Promise<void>((keep) => {
    resolve = keep;
  });
  return { promise, resolve };
}
const count = async (table: string) => {
  const [row]: { count: number }[] = await shop().db.query(`SELECT count(*)::int AS count FROM ${table}`);
  return row?.count ?? NaN;
};

test.each(['500', 'cut'] as const)(
  'while the provider is down (%s), payment calls answer 503 and change nothing; afterwards they succeed',
  async (fault) => {
    const shopper = await given.shopper();
    const [order, fresh] = [await given.order(shopper), await given.order(shopper)];
    const secret = await secretOf(start(shopper, order));
    const deposit = answer(await open(shopper), DepositIntent);
    await confirmCard(secret);
    await confirmCard(deposit.clientSecret);
    const [intents, lines] = [await count('payment_intents'), await count('wallet_transactions')];

    provider.always(fault);
    const replies = await Promise.all([
      start(shopper, fresh),
      start(shopper, order),
      pay(shopper, order, secret),
      open(shopper),
      confirm(shopper, deposit.paymentIntentId),
    ]);
    expect(statuses(replies)).toEqual({ 503: 5 });
    for (const reply of replies) expect(reply.headers['retry-after']).toBe('5');
    expect([await count('payment_intents'), await count('wallet_transactions')]).toEqual([intents, lines]);
    expect([await statusOf(shopper, order), await shopper.balance()]).toEqual(['unpaid', 0]);

    provider.always('ok');
    expect((await pay(shopper, order, secret)).status).toBe(200);
    expect(answer(await confirm(shopper, deposit.paymentIntentId), Wallet).balance).toBe(50_000);
    await secretOf(start(shopper, fresh));
  },
);

test.each<[string, 'cut' | StripeApiError]>([
  ['is down', 'cut'],
  ['is overloaded', new StripeApiError(503, 'Try again later', { type: 'api_error' })],
  ['still runs a request with the same key', new StripeApiError(409, 'In use', { code: 'idempotency_key_in_use' })],
])('a provider that %s is called three times with one key, each with a timeout of 10 s', async (_what, fault) => {
  const shopper = await given.shopper();
  const order = await given.order(shopper);
  provider.always(fault);
  expect((await start(shopper, order)).status).toBe(503);
  expect(provider.calls).toEqual(Array(3).fill('POST /v1/payment_intents'));
  expect(new Set(provider.keys).size).toBe(1);
  expect(provider.timeouts).toEqual([10_000, 10_000, 10_000]);
});

test.each(['500', '500 after', 'cut', 'cut after', 'twice'] as const)(
  'a failed call (%s) is retried, and makes one intent and one charge',
  async (fault) => {
    const shopper = await given.shopper();
    const order = await given.order(shopper);
    const before = await count('sandbox.payment_intents');
    provider.next(fault);
    const secret = await secretOf(start(shopper, order));
    provider.next(fault);
    const deposit = answer(await open(shopper), DepositIntent);
    expect(await count('sandbox.payment_intents')).toBe(before + 2);
    await confirmCard(secret);
    await confirmCard(deposit.clientSecret);
    provider.next(fault);
    expect((await pay(shopper, order, secret)).status).toBe(200);
    provider.next(fault);
    expect((await confirm(shopper, deposit.paymentIntentId)).status).toBe(200);
    expect([await statusOf(shopper, order), await shopper.balance()]).toEqual(['paid', 50_000]);
  },
);

test.each<[string, Parameters<FaultyProvider['next']>]>([
  ['its own failure, also after it made the intent', ['500 after', '500', '500']],
  ['that it belongs to other parameters', [new StripeApiError(400, 'Other key', { type: 'idempotency_error' })]],
])('a key for which the provider repeats %s is replaced, and the order is charged once', async (_what, faults) => {
  const shopper = await given.shopper();
  const order = await given.order(shopper);
  provider.next(...faults);
  const secret = await secretOf(start(shopper, order));
  const [first, ...others] = new Set(provider.keys);
  expect(others).toEqual([expect.stringMatching(`^${String(first)}-`)]);
  expect(provider.calls).toHaveLength(faults.length + 1);
  const intents: unknown[] = await shop().db.query('SELECT id FROM payment_intents WHERE order_id = $1', [order.id]);
  expect(intents).toEqual([{ id: intentIdOf(secret) }]);
  expect(await secretOf(start(shopper, order))).toBe(secret);
  await confirmCard(secret);
  expect((await pay(shopper, order, secret)).status).toBe(200);
});

describe.each([
  ['amount_too_small', 'quá nhỏ', 'lớn hơn'],
  ['amount_too_large', 'quá lớn', 'nhiều lần'],
])('an amount that the provider refuses (%s)', (code, why, instead) => {
  const refusal = new StripeApiError(400, 'Amount must convert to at least 50 cents.', { code, param: 'amount' });
  const counts = () => Promise.all(['payment_intents', 'wallet_transactions', 'idempotency_keys'].map(count));

  test('answers 400 for an order, suggests the wallet, and stores nothing', async () => {
    const shopper = await given.shopper();
    const order = await given.order(shopper);
    const before = await counts();
    provider.next(refusal);
    const reply = await start(shopper, order);
    expect(reply.status).toBe(400);
    expect(reply.body.detail).toContain(why);
    expect(reply.body.detail).toContain('ví Paybox');
    expect(reply.headers['retry-after']).toBeUndefined();
    expect(provider.calls).toHaveLength(1);
    expect([await counts(), await statusOf(shopper, order)]).toEqual([before, 'unpaid']);
    // An exchange rate later.
    const secret = await secretOf(start(shopper, order));
    await confirmCard(secret);
    expect((await pay(shopper, order, secret)).status).toBe(200);
  });

  test('answers 400 for a deposit, suggests another amount, and leaves the idempotency key free', async () => {
    const shopper = await given.shopper();
    const key = { 'Idempotency-Key': 'nap it' };
    const send = (amount: number) => shopper.post('/api/paybox/deposit/', { amount }, key);
    const before = await counts();
    provider.next(refusal, refusal);
    for (let sendings = 0; sendings < 2; sendings += 1) {
      const reply = await send(10_000);
      expect([reply.status, reply.body.amount]).toEqual([400, [reply.body.detail]]);
      expect(reply.body.detail).toContain(why);
      expect(reply.body.detail).toContain(instead);
      expect(reply.headers['retry-after']).toBeUndefined();
    }
    expect(provider.calls).toHaveLength(2);
    expect(await counts()).toEqual(before);
    const first = answer(await send(20_000), DepositIntent);
    expect(answer(await send(20_000), DepositIntent)).toEqual(first);
  });
});

test('a retry after a lost answer gives the order the intent that the provider already has', async () => {
  const shopper = await given.shopper();
  const order = await given.order(shopper);
  const before = await count('sandbox.payment_intents');
  provider.next('cut after', 'cut after', 'cut after');
  expect((await start(shopper, order)).status).toBe(503);
  expect(await count(`payment_intents WHERE order_id = ${order.id}`)).toBe(0);
  expect(await count('sandbox.payment_intents')).toBe(before + 1);
  const secret = await secretOf(start(shopper, order));
  expect(await count('sandbox.payment_intents')).toBe(before + 1);
  await confirmCard(secret);
  expect((await pay(shopper, order, secret)).status).toBe(200);
});

test('an idempotency key gives the same deposit for a day, even when the first answer was lost', async () => {
  const shopper = await given.shopper();
  const send = () => shopper.post('/api/paybox/deposit/', { amount: 50_000 }, { 'Idempotency-Key': 'nap' });
  provider.next('cut after', 'cut after', 'cut after');
  expect((await send()).status).toBe(503);
  const before = await count('sandbox.payment_intents');
  const first = answer(await send(), DepositIntent);
  expect(answer(await send(), DepositIntent)).toEqual(first);
  expect(await count('sandbox.payment_intents')).toBe(before);
  await shop().db.query(`UPDATE idempotency_keys SET created_at = now() - interval '25 hours'`);
  const second = answer(await send(), DepositIntent);
  expect(second.paymentIntentId).not.toBe(first.paymentIntentId);
  expect(answer(await send(), DepositIntent)).toEqual(second);
});

test('a charge on an order that was cancelled meanwhile goes to the wallet', async () => {
  const shopper = await given.shopper();
  const order = await given.order(shopper);
  const late = held();
  provider.next(late.promise);
  const starting = start(shopper, order).then((reply) => reply);
  await eventually(() => Promise.resolve(provider.calls.length), 1);
  expect((await shopper.post(`/api/orders/${order.id}/cancel/`)).status).toBe(200);
  late.resolve();
  const secret = await secretOf(starting);
  await confirmCard(secret);
  expect((await pay(shopper, order, secret)).body.detail).toContain('ví Paybox');
  expect(await shopper.balance()).toBe(100_000);
});

test('a late answer changes nothing when the reconciler has booked the charge', async () => {
  const shopper = await given.shopper();
  const order = await given.order(shopper);
  const secret = await secretOf(start(shopper, order));
  await confirmCard(secret);
  const late = held();
  provider.calls.length = 0;
  provider.next(late.promise);
  const slow = pay(shopper, order, secret);
  await eventually(() => Promise.resolve(provider.calls.length), 1);
  await sweepCards();
  expect(await statusOf(shopper, order)).toBe('paid');
  late.resolve();
  expect((await slow).status).toBe(200);
  expect(await shopper.balance()).toBe(0);
});

test('the reconciler ends its sweep when the provider is down, and logs it once', async () => {
  const shopper = await given.shopper();
  const opened = [];
  for (let nth = 0; nth < 5; nth += 1) opened.push(answer(await open(shopper, 10_000), DepositIntent));
  for (const { clientSecret } of opened) await confirmCard(clientSecret);
  const error = jest.spyOn(Logger.prototype, 'error').mockReturnValue();
  provider.always('cut');
  provider.calls.length = 0;
  await sweepCards();
  const complaints = error.mock.calls.filter((words) => String(words).includes('did not answer'));
  expect(complaints).toHaveLength(1);
  // Three intents, each with two more attempts of the SDK.
  expect(provider.calls).toHaveLength(9);
  expect(await shopper.balance()).toBe(0);
  provider.always('ok');
  await sweepCards();
  expect(await shopper.balance()).toBe(50_000);
});

test('an intent that the provider does not know, or that does not match, does not stop the sweep', async () => {
  const [shopper, other] = [await given.shopper(), await given.shopper()];
  const error = jest.spyOn(Logger.prototype, 'error').mockReturnValue();
  const add = (id: string) =>
    shop().db.query(`INSERT INTO payment_intents (id, purpose, user_id, amount) VALUES ($1, 'deposit', $2, 10000)`, [
      id,
      other.id,
    ]);
  for (let nth = 0; nth < 5; nth += 1) await add(`pi_unknown_${nth}`);
  const wrong = answer(await open(shopper, 10_000), DepositIntent);
  await shop().db.query(`UPDATE payment_intents SET amount = 1 WHERE id = $1`, [wrong.paymentIntentId]);
  const right = answer(await open(shopper), DepositIntent);
  for (const { clientSecret } of [wrong, right]) await confirmCard(clientSecret);
  await reconciler().sweep(0, 0);
  expect(await shopper.balance()).toBe(50_000);
  expect(error.mock.calls.flat().join()).toContain('pi_unknown_4');
  expect(error.mock.calls.flat().join()).toContain(wrong.paymentIntentId);
});

test('an intent is closed even if its cancellation is answered twice or not at all', async () => {
  const shopper = await given.shopper();
  for (const fault of ['twice', 'cut after', '500 after'] as const) {
    const order = await given.order(shopper);
    await secretOf(start(shopper, order));
    await shopper.post(`/api/orders/${order.id}/cancel/`);
    provider.next('ok', fault);
    await sweepCards();
    const open = 'SELECT id FROM payment_intents WHERE order_id = $1 AND closed_at IS NULL';
    expect(await shop().db.query(open, [order.id])).toEqual([]);
  }
});
