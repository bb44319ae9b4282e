import { pageSchema } from '../../src/contract/common.js';
import { Wallet, WalletTransaction } from '../../src/contract/money/paybox.js';
import { TEXTS } from '../../src/contract/rules.js';
import { Buyer } from './buyer.js';
import { useGoods } from './goods.js';
import { SUFFIX, call, confirmCard, expectError, hasAdmin, read, takesTestCards } from './caller.js';

const withAdmin = hasAdmin ? describe : describe.skip;
const withTestCards = takesTestCards ? test : test.skip;

let buyer: Buyer;
let stranger: Buyer;

// Before the shop closes. The buyer's wallet is empty and each paid order delivered, so the account can go.
afterAll(async () => {
  for (const account of [buyer, stranger]) await account?.close();
});
const goods = useGoods(`Trả tiền kiểm thử ${SUFFIX}`);

withAdmin('payments (need SHOP_ADMIN_USERNAME, SHOP_ADMIN_PASSWORD)', () => {
  beforeAll(async () => {
    const { id } = await goods.product();
    [buyer, stranger] = [await Buyer.of(goods.admin, id), await Buyer.of(goods.admin, id)];
  });

  const payFromWallet = (order_id: number, headers?: Record<string, string>) =>
    buyer.post('/api/paybox/payment/', { order_id }, headers);
  const lines = async (query = '') =>
    read(await buyer.get(`/api/paybox/transactions/${query}`), WalletTransaction.array());

  test.each([9_999, 0, -10_000, 100_000_000, 10_000.5, '10000', null])(
    'a deposit of %p answers 400',
    async (amount) => {
      expectError(await buyer.post('/api/paybox/deposit/', { amount }), 400);
    },
  );

  test('a deposit that is too small is told the least amount', async () => {
    const { body } = await buyer.post('/api/paybox/deposit/', { amount: 9_999 });
    expect(body).toMatchObject({ amount: [TEXTS.minDeposit] });
  });

  test('what is unknown is not paid, deposited or locked', async () => {
    const unknown = 2_147_483_647;
    expectError(await payFromWallet(unknown), 404);
    expectError(await buyer.post('/api/stripe-payment/', { order: unknown }), 404);
    expectError(await buyer.confirmDeposit('pi_khong_co'), 404);
    const at = `/api/admin/paybox/wallets/${unknown}/`;
    expectError(await call('PATCH', at, { access: goods.admin, body: { is_active: false } }), 404);
    expectError(await call('PATCH', at, { access: buyer.account.access, body: { is_active: false } }), 403);
  });

  test('a wallet that has too little pays nothing, and a cancelled order is not paid', async () => {
    const id = await buyer.place();
    const refused = await payFromWallet(id);
    expectError(refused, 400);
    expect(refused.body).toMatchObject({ error: TEXTS.insufficientBalance });
    await buyer.cancel(id);
    expectError(await payFromWallet(id), 409);
    expectError(await buyer.post('/api/stripe-payment/', { order: id }), 409);
  });

  test('a total over 99,999,999 is not paid by card', async () => {
    const { id } = await goods.product({ price: 100_000_000 });
    const order = await buyer.place({ orderItems: [{ id, qty: 1 }] });
    expectError(await buyer.post('/api/stripe-payment/', { order }), 400);
    await buyer.cancel(order);
  });

  test('a locked wallet neither pays nor takes deposits', async () => {
    const order = await buyer.place();
    await buyer.wallet();
    await buyer.setWallet(false);
    expect((await buyer.wallet()).is_active).toBe(false);
    expectError(await payFromWallet(order), 403);
    expectError(await buyer.post('/api/paybox/deposit/', { amount: 10_000 }), 403);
    await buyer.setWallet(true);
    await buyer.cancel(order);
  });

  withTestCards('needs test cards: a deposit is pending until its card is charged, and is credited once', async () => {
    const order = await buyer.place();
    const { totalPrice } = await buyer.order(order);
    const { clientSecret, paymentIntentId } = await buyer.startDeposit(totalPrice);
    expect(await lines()).toMatchObject([
      { transaction_type: 'DEPOSIT', status: 'PENDING', amount: totalPrice, balance_after: null },
    ]);
    expectError(await buyer.confirmDeposit(paymentIntentId), 400);
    await confirmCard(clientSecret);
    expectError(await stranger.confirmDeposit(paymentIntentId), 404);
    for (let i = 0; i < 2; i += 1)
      expect(read(await buyer.confirmDeposit(paymentIntentId), Wallet).balance).toBe(totalPrice);
    const headers = { 'Idempotency-Key': `vi-${SUFFIX}` };
    const paid = await payFromWallet(order, headers);
    expect([paid.status, paid.body]).toEqual([200, { detail: TEXTS.paid }]);
    expect((await payFromWallet(order, headers)).body).toEqual(paid.body);
    expectError(await payFromWallet(order), 409);
    expect(await buyer.order(order)).toMatchObject({ status: 'paid', isPaid: true, paymentMethod: 'Paybox' });
    expect(await lines()).toMatchObject([
      { transaction_type: 'PAYMENT', amount: totalPrice, balance_after: 0, order_info: { id: order } },
      { transaction_type: 'DEPOSIT', status: 'COMPLETED', amount: totalPrice, balance_after: totalPrice },
    ]);
    expectError(await buyer.post(`/api/orders/${order}/cancel/`, {}), 409);
    await buyer.deliver(order);
  });

  withTestCards(
    'needs test cards: an administrator lists the wallets’ lines, and nobody else’s are one’s own',
    async () => {
      const at = `/api/admin/paybox/transactions/?page=1&search=${buyer.account.username}`;
      const { count, results } = read(await call('GET', at, { access: goods.admin }), pageSchema(WalletTransaction));
      expect([count, results.map(({ id }) => id)]).toEqual([2, (await lines()).map(({ id }) => id)]);
      expect(read(await stranger.get('/api/paybox/transactions/'), WalletTransaction.array())).toEqual([]);
      expect(read(await buyer.get('/api/paybox/transactions/?page=9'), pageSchema(WalletTransaction)).results).toEqual(
        [],
      );
      expectError(await buyer.get('/api/paybox/transactions/?page=0'), 400);
    },
  );

  withTestCards('needs test cards: a repeated deposit with the same Idempotency-Key opens one payment', async () => {
    const headers = { 'Idempotency-Key': `nap-${SUFFIX}` };
    const order = await stranger.place();
    const { totalPrice: amount } = await stranger.order(order);
    const open = (wanted: number) => stranger.post('/api/paybox/deposit/', { amount: wanted }, headers);
    const first = await open(amount);
    expect((await open(amount)).body).toEqual(first.body);
    expectError(await open(amount + 1), 409);
    const { clientSecret, paymentIntentId } = first.body as { clientSecret: string; paymentIntentId: string };
    await confirmCard(clientSecret);
    read(await stranger.confirmDeposit(paymentIntentId), Wallet);
    await stranger.payByWallet(order);
    await stranger.deliver(order);
  });

  withTestCards('needs test cards: only the charged card of an order pays it, once', async () => {
    const [order, other] = [await buyer.place(), await buyer.place({ paymentMethod: 'Stripe' })];
    const { clientSecret } = await buyer.startCard(order);
    expect((await buyer.startCard(order)).clientSecret).toBe(clientSecret);
    const settle = (id: number, payment_intent: string) => buyer.post(`/api/orders/${id}/pay/`, { payment_intent });
    const intent = clientSecret.split('_secret_')[0]!;
    expectError(await settle(order, intent), 400);
    expect((await buyer.order(order)).status).toBe('unpaid');
    await confirmCard(clientSecret);
    expectError(await settle(other, intent), 400);
    expectError(await buyer.confirmDeposit(intent), 404);
    for (let i = 0; i < 2; i += 1) expect((await settle(order, intent)).status).toBe(200);
    expect(await buyer.order(order)).toMatchObject({ status: 'paid', paymentMethod: 'Stripe' });
    expect((await buyer.order(other)).status).toBe('unpaid');
    expectError(await buyer.post('/api/stripe-payment/', { order }), 409);
    await buyer.cancel(other);
    await buyer.deliver(order);
    const again = { isDelivered: true };
    expectError(await call('PATCH', `/api/orders/${order}/`, { access: goods.admin, body: again }), 409);
  });
});
