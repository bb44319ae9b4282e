import { Detail } from '../../../src/contract/common.js';
import { WalletTransaction } from '../../../src/contract/money/paybox.js';
import { CardIntent } from '../../../src/contract/money/payments.js';
import { MAX_CARD_CHARGE, TEXTS } from '../../../src/contract/rules.js';
import { PaymentIntent } from '../../../src/payments/intents/payment-intent.entity.js';
import { StripeSandbox } from '../../../src/payments/sandbox/stripe-sandbox.service.js';
import { cardProvider, confirmCard, eventually, intentIdOf, sweepCards } from '../../support/payments/card.js';
import { answer, openShop, shop } from '../../support/client.js';
import { given, statuses, times, type Shopper } from '../../support/given.js';
import { expectSoundLedger } from '../../support/ledger.js';

openShop();
expectSoundLedger();

const start = async (shopper: Shopper, order: { id: number }) =>
  answer(await shopper.post('/api/stripe-payment/', { order: order.id }), CardIntent).clientSecret;
const pay = (shopper: Shopper, order: { id: number }, clientSecret: string) =>
  shopper.post(`/api/orders/${order.id}/pay/`, { payment_intent: intentIdOf(clientSecret) });
const statusOf = async (shopper: Shopper, order: { id: number }) => (await shopper.order(order.id)).status;

describe('paying an order by card', () => {
  test('charges the total once and pays the order, however often the page confirms', async () => {
    const shopper = await given.shopper();
    const order = await given.order(shopper, { total: 250_000 });
    const clientSecret = await start(shopper, order);
    const charge = await confirmCard(clientSecret);
    expect(charge.body).toMatchObject({
      object: 'payment_intent',
      status: 'succeeded',
      amount: 250_000,
      currency: 'vnd',
    });

    const replies = await times(20, () => pay(shopper, order, clientSecret));
    expect(statuses(replies)).toEqual({ 200: 20 });
    for (const reply of replies) expect(answer(reply, Detail).detail).toBe(TEXTS.paid);
    expect(await statusOf(shopper, order)).toBe('paid');
    expect(await shop().db.query('SELECT kind FROM transfers WHERE order_id = $1', [order.id])).toEqual([
      { kind: 'CARD_PAYMENT' },
    ]);
    expect((await shopper.post('/api/stripe-payment/', { order: order.id })).status).toBe(409);
  });

  test('is booked by the webhook when the page never confirms', async () => {
    const shopper = await given.shopper();
    const order = await given.order(shopper);
    await confirmCard(await start(shopper, order));
    await eventually(() => statusOf(shopper, order), 'paid');
  });

  test('returns the same intent for an order, also for twenty concurrent requests', async () => {
    const shopper = await given.shopper();
    const order = await given.order(shopper);
    const secrets = await times(20, () => start(shopper, order));
    expect(new Set(secrets).size).toBe(1);
    expect(await start(shopper, order)).toBe(secrets[0]);
  });

  test('answers 503 when other requests close each intent that it makes', async () => {
    const shopper = await given.shopper();
    const order = await given.order(shopper);
    const create = cardProvider().createIntent.bind(cardProvider());
    const created = jest.spyOn(cardProvider(), 'createIntent').mockImplementation(async (request) => {
      const charge = await create(request);
      const { id, amount } = charge;
      const row = {
        id,
        amount,
        purpose: 'order',
        userId: shopper.id,
        orderId: order.id,
        closedAt: new Date(),
      } as const;
      await shop().db.manager.insert(PaymentIntent, row);
      return charge;
    });
    expect((await shopper.post('/api/stripe-payment/', { order: order.id })).status).toBe(503);
    expect(created).toHaveBeenCalledTimes(5);
    jest.restoreAllMocks();
    await start(shopper, order);
  });

  test.each([
    ['makes another while the order is unpaid', false, 200],
    ['answers 409 once the order is cancelled', true, 409],
  ])('whose intent is closed as a request makes the same one, %s', async (_, isCancelled, status) => {
    const shopper = await given.shopper();
    const order = await given.order(shopper);
    const provider = cardProvider();
    const createIntent = provider.createIntent.bind(provider);
    let closed = '';
    jest.spyOn(provider, 'createIntent').mockImplementationOnce(async (request) => {
      const charge = await createIntent(request);
      closed = charge.id;
      // A second request records the intent, and the reconciler closes it, before the first one goes on.
      expect(intentIdOf(await start(shopper, order))).toBe(closed);
      if (isCancelled) await shopper.post(`/api/orders/${order.id}/cancel/`);
      await provider.cancelIntent(closed);
      await sweepCards();
      return charge;
    });
    const reply = await shopper.post('/api/stripe-payment/', { order: order.id });
    expect(reply.status).toBe(status);
    expect(closed).toMatch(/^pi_/);
    if (!isCancelled) expect(intentIdOf(answer(reply, CardIntent).clientSecret)).not.toBe(closed);
  });

  test('a declined card leaves the order unpaid, and another card may pay it', async () => {
    const shopper = await given.shopper();
    const order = await given.order(shopper);
    const clientSecret = await start(shopper, order);
    const declined = await confirmCard(clientSecret, 'pm_card_visa_chargeDeclined');
    expect(declined.status).toBe(402);
    const refused = await pay(shopper, order, clientSecret);
    expect(refused.status).toBe(400);
    expect(await statusOf(shopper, order)).toBe('unpaid');
    await confirmCard(clientSecret);
    expect((await pay(shopper, order, clientSecret)).status).toBe(200);
    expect(await statusOf(shopper, order)).toBe('paid');
  });

  test('refuses what is not payable: another’s order, an unknown, paid or cancelled one, too much for a card', async () => {
    const [owner, other] = [await given.shopper({ balance: 100_000 }), await given.shopper()];
    const order = await given.order(owner);
    expect((await other.post('/api/stripe-payment/', { order: order.id })).status).toBe(404);
    expect((await owner.post('/api/stripe-payment/', { order: 2_000_000_000 })).status).toBe(404);
    for (const bad of [0, -1, 1.5, '1', null, undefined, 2 ** 63]) {
      expect((await owner.post('/api/stripe-payment/', { order: bad })).status).toBe(400);
    }
    await owner.post('/api/paybox/payment/', { order_id: order.id });
    expect((await owner.post('/api/stripe-payment/', { order: order.id })).status).toBe(409);
    const cancelled = await given.order(owner);
    await owner.post(`/api/orders/${cancelled.id}/cancel/`);
    expect((await owner.post('/api/stripe-payment/', { order: cancelled.id })).status).toBe(409);
    const dear = await given.order(owner, { total: MAX_CARD_CHARGE + 1 });
    expect((await owner.post('/api/stripe-payment/', { order: dear.id })).status).toBe(400);
    await start(owner, await given.order(owner, { total: MAX_CARD_CHARGE }));
  });

  test('refuses an intent of another order, another shopper, a deposit or an unknown one', async () => {
    const [shopper, other] = [await given.shopper(), await given.shopper()];
    const [mine, second, theirs] = [await given.order(shopper), await given.order(shopper), await given.order(other)];
    const [paidSecret, theirSecret] = [await start(shopper, second), await start(other, theirs)];
    const deposit = await shopper.post('/api/paybox/deposit/', { amount: 100_000 });
    for (const secret of [paidSecret, theirSecret, deposit.body.clientSecret as string]) {
      await confirmCard(secret);
      expect((await pay(shopper, mine, secret)).status).toBe(400);
    }
    expect((await pay(shopper, mine, 'pi_nobody')).status).toBe(400);
    expect((await pay(shopper, theirs, theirSecret)).status).toBe(404);
    for (const payment_intent of ['', 5, null, undefined, {}, 'x'.repeat(256)]) {
      expect((await shopper.post(`/api/orders/${mine.id}/pay/`, { payment_intent })).status).toBe(400);
    }
    expect((await pay(shopper, { id: 0 }, paidSecret)).status).toBe(404);
    expect(await statusOf(shopper, mine)).toBe('unpaid');
  });

  test('refuses a charge of another amount or currency', async () => {
    const shopper = await given.shopper();
    const order = await given.order(shopper);
    const clientSecret = await start(shopper, order);
    const intent = await cardProvider().intent(intentIdOf(clientSecret));
    const lies = [
      { amountReceived: 1 },
      { amountReceived: 100_001 },
      { currency: 'usd' },
      { status: 'open' },
      { id: 'pi_x' },
    ];
    for (const lie of lies) {
      const charged = { ...intent, status: 'succeeded', amountReceived: 100_000, ...lie } as typeof intent;
      jest.spyOn(cardProvider(), 'intent').mockResolvedValueOnce(charged);
      expect((await pay(shopper, order, clientSecret)).status).toBe(400);
    }
    expect(await statusOf(shopper, order)).toBe('unpaid');
  });
});

describe('a late payment', () => {
  test.each(['paid', 'cancelled'])(
    'for a %s order goes to the wallet once, with a notice in the order',
    async (state) => {
      const shopper = await given.shopper({ balance: 100_000 });
      const order = await given.order(shopper);
      const clientSecret = await start(shopper, order);
      if (state === 'paid') await shopper.post('/api/paybox/payment/', { order_id: order.id });
      else await shopper.post(`/api/orders/${order.id}/cancel/`);
      const before = await shopper.balance();
      await confirmCard(clientSecret);
      const replies = await times(10, () => pay(shopper, order, clientSecret));
      expect(statuses(replies)).toEqual({ 200: 10 });
      expect(answer(replies[0]!, Detail).detail).toContain('ví Paybox');
      expect(await shopper.balance()).toBe(before + 100_000);
      const after = await shopper.order(order.id);
      expect(after).toMatchObject({ status: state, notice: answer(replies[0]!, Detail).detail });
      const [line] = answer(await shopper.get('/api/paybox/transactions/'), WalletTransaction.array());
      expect(line).toMatchObject({ transaction_type: 'REFUND', amount: 100_000, order_info: { id: order.id } });
    },
  );

  test('is credited to a locked wallet too', async () => {
    const shopper = await given.shopper();
    const order = await given.order(shopper);
    const clientSecret = await start(shopper, order);
    await shopper.post(`/api/orders/${order.id}/cancel/`);
    await shopper.balance();
    await shop().db.query('UPDATE accounts SET is_active = false WHERE user_id = $1', [shopper.id]);
    await confirmCard(clientSecret);
    await pay(shopper, order, clientSecret);
    expect(await shopper.balance()).toBe(100_000);
  });
});

test('while the provider is down: 503 with Retry-After, and nothing has changed', async () => {
  const shopper = await given.shopper();
  const order = await given.order(shopper);
  jest.spyOn(shop().app.get(StripeSandbox), 'answer').mockRejectedValue(new Error('connect ECONNREFUSED'));
  const reply = await shopper.post('/api/stripe-payment/', { order: order.id });
  expect([reply.status, reply.headers['retry-after']]).toEqual([503, '5']);
  expect((await shopper.post('/api/paybox/deposit/', { amount: 10_000 })).status).toBe(503);
  jest.restoreAllMocks();
  await start(shopper, order);
});
