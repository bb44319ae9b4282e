import { Detail, pageSchema } from '../../src/contract/common.js';
import { Wallet, WalletTransaction } from '../../src/contract/money/paybox.js';
import { TEXTS } from '../../src/contract/rules.js';
import { answer, openShop, shop } from '../support/client.js';
import { given, statuses, times } from '../support/given.js';
import { expectSoundLedger } from '../support/ledger.js';

openShop();
expectSoundLedger();

describe('the wallet', () => {
  test('is created once, on first use', async () => {
    const shopper = await given.shopper();
    const replies = await times(10, () => shopper.get('/api/paybox/wallet/'));
    for (const reply of replies) {
      expect(answer(reply, Wallet)).toMatchObject({
        balance: 0,
        is_active: true,
        user_info: { username: shopper.username },
      });
    }
    expect(await shop().db.query('SELECT count(*)::int FROM accounts WHERE user_id = $1', [shopper.id])).toEqual([
      { count: 1 },
    ]);
  });

  test('lists its own lines only, newest first', async () => {
    const [shopper, other] = [await given.shopper({ balance: 500_000 }), await given.shopper({ balance: 1 })];
    const order = await given.order(shopper, { total: 200_000 });
    await shopper.post('/api/paybox/payment/', { order_id: order.id });
    const lines = answer(await shopper.get('/api/paybox/transactions/'), WalletTransaction.array());
    expect(lines).toMatchObject([
      {
        transaction_type: 'PAYMENT',
        transaction_type_display: 'Thanh toán',
        amount: 200_000,
        status: 'COMPLETED',
        order_info: { id: order.id },
        balance_after: 300_000,
        is_incoming: false,
        wallet_info: { user_username: shopper.username },
      },
      { transaction_type: 'TRANSFER', amount: 500_000, order_info: null, balance_after: 500_000, is_incoming: true },
    ]);
    expect(answer(await other.get('/api/paybox/transactions/'), WalletTransaction.array())).toHaveLength(1);
    const page = answer(
      await shopper.get('/api/paybox/transactions/?page=2&page_size=1'),
      pageSchema(WalletTransaction),
    );
    expect(page).toMatchObject({ count: 2, results: [{ transaction_type: 'TRANSFER' }] });
  });
});

describe('paying from the wallet', () => {
  test('answers with the reason: insufficient balance, locked wallet, paid or cancelled order', async () => {
    const shopper = await given.shopper({ balance: 99_999 });
    const order = await given.order(shopper, { total: 100_000 });
    const poor = await shopper.post('/api/paybox/payment/', { order_id: order.id });
    expect([poor.status, poor.body.error]).toEqual([400, TEXTS.insufficientBalance]);
    expect((await shopper.order(order.id)).status).toBe('unpaid');

    await shop().db.query('UPDATE accounts SET is_active = false WHERE user_id = $1', [shopper.id]);
    const cheap = await given.order(shopper, { total: 1_000 });
    expect((await shopper.post('/api/paybox/payment/', { order_id: cheap.id })).status).toBe(403);
    await shop().db.query('UPDATE accounts SET is_active = true WHERE user_id = $1', [shopper.id]);

    const paid = await shopper.post('/api/paybox/payment/', { order_id: cheap.id });
    expect(answer(paid, Detail).detail).toBe('Thanh toán thành công!');
    expect((await shopper.post('/api/paybox/payment/', { order_id: cheap.id })).status).toBe(409);
    await shopper.post(`/api/orders/${order.id}/cancel/`);
    expect((await shopper.post('/api/paybox/payment/', { order_id: order.id })).status).toBe(409);
    expect(await shopper.balance()).toBe(98_999);
  });

  test('answers 404 for another user’s order and an unknown order', async () => {
    const [owner, rich] = [await given.shopper(), await given.shopper({ balance: 1_000_000 })];
    const order = await given.order(owner);
    expect((await rich.post('/api/paybox/payment/', { order_id: order.id })).status).toBe(404);
    expect((await rich.post('/api/paybox/payment/', { order_id: 2_000_000_000 })).status).toBe(404);
    for (const order_id of [0, -1, 1.5, '1', 2 ** 63, null, undefined, {}]) {
      expect((await rich.post('/api/paybox/payment/', { order_id })).status).toBe(400);
    }
    expect(await rich.balance()).toBe(1_000_000);
  });

  test('ignores an amount or wallet in the body', async () => {
    const [shopper, other] = [await given.shopper({ balance: 100_000 }), await given.shopper({ balance: 100_000 })];
    const { id: order_id } = await given.order(shopper);
    const forged = { order_id, amount: 1, user: other.id, wallet: other.id, balance: 1_000_000 };
    expect((await shopper.post('/api/paybox/payment/', forged)).status).toBe(200);
    expect([await shopper.balance(), await other.balance()]).toEqual([0, 100_000]);
  });

  test('repeats the response for the same key, and debits the wallet once', async () => {
    const shopper = await given.shopper({ balance: 300_000 });
    const order = await given.order(shopper);
    const send = () => shopper.post('/api/paybox/payment/', { order_id: order.id }, { 'Idempotency-Key': 'pay' });
    expect(statuses([...(await times(5, send)), await send()])).toEqual({ 200: 6 });
    expect(await shopper.balance()).toBe(200_000);
    const second = await given.order(shopper);
    const other = await shopper.post('/api/paybox/payment/', { order_id: second.id }, { 'Idempotency-Key': 'pay' });
    expect(other.status).toBe(409);
  });
});

describe('the database is the second guard', () => {
  const refuses = (sql: string) => expect(shop().db.query(sql)).rejects.toThrow();

  test('refuses a negative wallet, a changed transfer and a repeated transfer', async () => {
    const shopper = await given.shopper({ balance: 200_000 });
    const order = await given.order(shopper);
    await shopper.post('/api/paybox/payment/', { order_id: order.id });
    await refuses(`UPDATE accounts SET balance = -1 WHERE user_id = ${shopper.id}`);
    await refuses('UPDATE transfers SET amount = 1');
    await refuses('DELETE FROM transfers');
    await refuses(
      `INSERT INTO transfers (kind, debit_account_id, credit_account_id, amount, order_id, description)
       SELECT kind, debit_account_id, credit_account_id, amount, order_id, '' FROM transfers WHERE order_id = ${order.id}`,
    );
  });
});
