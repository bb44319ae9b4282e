import { CardIntent } from '../../../src/contract/money/payments.js';
import { DepositIntent } from '../../../src/contract/money/paybox.js';
import { confirmCard, intentIdOf } from '../../support/payments/card.js';
import { answer, openShop, visitor } from '../../support/client.js';
import { given } from '../../support/given.js';
import { expectSoundLedger } from '../../support/ledger.js';

openShop();
expectSoundLedger();

describe('who may do what with a card', () => {
  test('only the buyer may start and confirm the card payment of an order, not an administrator', async () => {
    const [owner, other, admin] = [await given.shopper(), await given.shopper(), await given.admin()];
    const order = await given.order(owner);
    const callers = [visitor(), other, admin, owner];
    const started = await Promise.all(
      callers.map((caller) => caller.post('/api/stripe-payment/', { order: order.id })),
    );
    expect(started.map(({ status }) => status)).toEqual([401, 404, 404, 200]);
    expect(started[0]?.headers['www-authenticate']).toBe('JWT');
    const { clientSecret } = answer(started[3]!, CardIntent);
    await confirmCard(clientSecret);
    const body = { payment_intent: intentIdOf(clientSecret) };
    const paid = [];
    for (const caller of callers) paid.push((await caller.post(`/api/orders/${order.id}/pay/`, body)).status);
    expect(paid).toEqual([401, 404, 404, 200]);
    expect((await owner.post(`/api/orders/${order.id}/pay/`, body)).status).toBe(200);
  });

  test('every signed-in user may start a deposit, and only its owner may confirm it', async () => {
    const [owner, other, admin] = [await given.shopper(), await given.shopper(), await given.admin()];
    const callers = [visitor(), other, admin, owner];
    const opened = [];
    for (const caller of callers) opened.push(await caller.post('/api/paybox/deposit/', { amount: 10_000 }));
    expect(opened.map(({ status }) => status)).toEqual([401, 200, 200, 200]);
    const { clientSecret, paymentIntentId } = answer(opened[3]!, DepositIntent);
    await confirmCard(clientSecret);
    const confirmed = [];
    for (const caller of callers) {
      confirmed.push(
        (await caller.post('/api/paybox/deposit/confirm/', { payment_intent_id: paymentIntentId })).status,
      );
    }
    expect(confirmed).toEqual([401, 404, 404, 200]);
    expect([await owner.balance(), await other.balance(), await admin.balance()]).toEqual([10_000, 0, 0]);
  });
});

test('a late payment for an order with a refund request goes to the wallet, and the request stays', async () => {
  const shopper = await given.shopper({ balance: 100_000 });
  const order = await given.order(shopper);
  const { clientSecret } = answer(await shopper.post('/api/stripe-payment/', { order: order.id }), CardIntent);
  await shopper.post('/api/paybox/payment/', { order_id: order.id });
  const response = await shopper.post('/api/paybox/refund-request/', { order_id: order.id, reason: 'Không vừa' });
  expect(response.status).toBe(201);
  await confirmCard(clientSecret);
  const body = { payment_intent: intentIdOf(clientSecret) };
  expect((await shopper.post(`/api/orders/${order.id}/pay/`, body)).body.detail).toContain('ví Paybox');
  expect(await shopper.balance()).toBe(100_000);
  expect((await shopper.get(`/api/orders/${order.id}/`)).body.status).toBe('refund_requested');
});
