import { DepositIntent, Wallet, WalletTransaction } from '../../../src/contract/money/paybox.js';
import { MAX_CARD_CHARGE } from '../../../src/contract/rules.js';
import { confirmCard, eventually, loseWebhooks } from '../../support/payments/card.js';
import { answer, openShop, shop } from '../../support/client.js';
import { given, statuses, times, type Shopper } from '../../support/given.js';
import { expectSoundLedger } from '../../support/ledger.js';

openShop();
expectSoundLedger();

const open = async (shopper: Shopper, amount: number) =>
  answer(await shopper.post('/api/paybox/deposit/', { amount }), DepositIntent);
const confirm = (shopper: Shopper, payment_intent_id: unknown) =>
  shopper.post('/api/paybox/deposit/confirm/', { payment_intent_id });
const linesOf = async (shopper: Shopper) =>
  answer(await shopper.get('/api/paybox/transactions/'), WalletTransaction.array());

describe('a deposit', () => {
  test('is pending until the card is charged, then credited once however often it is confirmed', async () => {
    const shopper = await given.shopper();
    const deposit = await open(shopper, 500_000);
    expect(await linesOf(shopper)).toMatchObject([
      { transaction_type: 'DEPOSIT', status: 'PENDING', amount: 500_000, balance_after: null, order_info: null },
    ]);
    expect((await confirm(shopper, deposit.paymentIntentId)).status).toBe(400);
    expect(await shopper.balance()).toBe(0);

    await confirmCard(deposit.clientSecret);
    const replies = await times(20, () => confirm(shopper, deposit.paymentIntentId));
    for (const reply of replies) expect(answer(reply, Wallet).balance).toBe(500_000);
    expect(await linesOf(shopper)).toMatchObject([{ status: 'COMPLETED', amount: 500_000, balance_after: 500_000 }]);
  });

  test('is credited by the webhook when the page never confirms', async () => {
    const shopper = await given.shopper();
    const deposit = await open(shopper, 10_000);
    await confirmCard(deposit.clientSecret);
    await eventually(() => shopper.balance(), 10_000);
    expect(answer(await confirm(shopper, deposit.paymentIntentId), Wallet).balance).toBe(10_000);
  });

  test('that was declined credits nothing; the next card may', async () => {
    const shopper = await given.shopper();
    const deposit = await open(shopper, 20_000);
    const declined = await confirmCard(deposit.clientSecret, 'pm_card_chargeDeclinedInsufficientFunds');
    expect(declined.body.error).toMatchObject({
      type: 'card_error',
      code: 'card_declined',
      decline_code: 'insufficient_funds',
      payment_intent: { status: 'requires_payment_method' },
    });
    expect((await confirm(shopper, deposit.paymentIntentId)).status).toBe(400);
    await confirmCard(deposit.clientSecret);
    expect(answer(await confirm(shopper, deposit.paymentIntentId), Wallet).balance).toBe(20_000);
  });

  test.each([9_999, 0, -10_000, 10_000.5, MAX_CARD_CHARGE + 1, 1e20, '10000', null, undefined, {}, [10_000]])(
    'of %j is refused',
    async (amount) => {
      const shopper = await given.shopper();
      const reply = await shopper.post('/api/paybox/deposit/', { amount });
      expect(reply.status).toBe(400);
      expect(reply.body).toHaveProperty('amount');
      if (amount === 9_999) expect(reply.body.error).toBe('Số tiền nạp tối thiểu là 10.000 VND');
    },
  );

  test('accepts the minimum and the maximum', async () => {
    const shopper = await given.shopper();
    for (const amount of [10_000, MAX_CARD_CHARGE]) {
      const deposit = await open(shopper, amount);
      await confirmCard(deposit.clientSecret);
      expect((await confirm(shopper, deposit.paymentIntentId)).status).toBe(200);
    }
    expect(await shopper.balance()).toBe(10_000 + MAX_CARD_CHARGE);
  });

  test('can only be confirmed by its owner, and an order’s intent is not a deposit', async () => {
    const [shopper, other] = [await given.shopper(), await given.shopper()];
    const deposit = await open(shopper, 10_000);
    await confirmCard(deposit.clientSecret);
    expect((await confirm(other, deposit.paymentIntentId)).status).toBe(404);
    expect((await confirm(other, 'pi_nobody')).status).toBe(404);
    const order = await given.order(shopper);
    const card = await shopper.post('/api/stripe-payment/', { order: order.id });
    expect((await confirm(shopper, (card.body.clientSecret as string).split('_secret_')[0])).status).toBe(404);
    for (const bad of ['', 5, null, undefined, {}]) expect((await confirm(shopper, bad)).status).toBe(400);
    expect(await other.balance()).toBe(0);
  });

  test('into a locked wallet cannot be started, but a charged one is credited', async () => {
    const shopper = await given.shopper();
    const deposit = await open(shopper, 10_000);
    await shop().db.query('UPDATE accounts SET is_active = false WHERE user_id = $1', [shopper.id]);
    expect((await shopper.post('/api/paybox/deposit/', { amount: 10_000 })).status).toBe(403);
    await confirmCard(deposit.clientSecret);
    expect(answer(await confirm(shopper, deposit.paymentIntentId), Wallet)).toMatchObject({
      balance: 10_000,
      is_active: false,
    });
  });

  test('is refused while twenty are open, also of 25 that are opened at once', async () => {
    const shopper = await given.shopper();
    const replies = await times(25, () => shopper.post('/api/paybox/deposit/', { amount: 10_000 }));
    expect(statuses(replies)).toEqual({ 200: 20, 409: 5 });
    const sentence = 'Bạn đang có 20 lần nạp tiền chưa hoàn tất. Vui lòng thử lại sau 10 phút.';
    expect(replies.find(({ status }) => status === 409)?.body.detail).toBe(sentence);
    expect(await linesOf(shopper)).toHaveLength(20);

    const paid = replies.find(({ status }) => status === 200)?.body as DepositIntent;
    await confirmCard(paid.clientSecret);
    expect((await confirm(shopper, paid.paymentIntentId)).status).toBe(200);
    await open(shopper, 10_000);
    expect((await shopper.post('/api/paybox/deposit/', { amount: 10_000 })).status).toBe(409);
  });

  test('takes the place of those that were left for ten minutes, and books one that was charged', async () => {
    loseWebhooks();
    const shopper = await given.shopper();
    const opened = [];
    for (let nth = 0; nth < 20; nth += 1) opened.push(await open(shopper, 10_000));
    await confirmCard(opened[0]!.clientSecret);
    await shop().db.query(
      `UPDATE payment_intents SET created_at = created_at - interval '11 minutes' WHERE id = ANY ($1)`,
      [opened.slice(0, 2).map(({ paymentIntentId }) => paymentIntentId)],
    );
    await open(shopper, 10_000);
    const counts = new Map<string, number>();
    for (const { status } of await linesOf(shopper)) counts.set(status, (counts.get(status) ?? 0) + 1);
    expect(Object.fromEntries(counts)).toEqual({ COMPLETED: 1, CANCELLED: 1, PENDING: 19 });
    expect(await shopper.balance()).toBe(10_000);
  });

  test('is started once for an Idempotency-Key, also for ten concurrent requests', async () => {
    const shopper = await given.shopper();
    const send = (amount: number) => shopper.post('/api/paybox/deposit/', { amount }, { 'Idempotency-Key': 'nap-1' });
    const replies = [...(await times(10, () => send(30_000))), await send(30_000)];
    expect(new Set(replies.map((reply) => answer(reply, DepositIntent).paymentIntentId)).size).toBe(1);
    expect(await linesOf(shopper)).toHaveLength(1);
    expect(statuses([await send(40_000)])).toEqual({ 409: 1 });
  });
});
