import { Coupon, CouponOffer } from '../../src/contract/orders/coupons.js';
import { Detail, pageSchema } from '../../src/contract/common.js';
import { Order, Placed } from '../../src/contract/orders/orders.js';
import { AdminWallet, DepositIntent, Wallet, WalletTransaction } from '../../src/contract/money/paybox.js';
import { CardIntent } from '../../src/contract/money/payments.js';
import { RefundRequest } from '../../src/contract/money/refunds.js';
import { Goods } from './goods.js';
import {
  SUFFIX,
  adminAccess,
  call,
  closeAccount,
  confirmCard,
  expectError,
  hasAdmin,
  read,
  register,
  takesTestCards,
  useShop,
  type Account,
} from './caller.js';

const withAdmin = hasAdmin ? describe : describe.skip;
const withTestCards = takesTestCards ? test : test.skip;

let goods: Goods;
let admin: string;
let buyer: Account;
let stranger: Account;
let product: number;

// Before the shop closes. The buyer's wallet is empty and each paid order delivered or refunded, so the account can go.
afterAll(async () => {
  await goods?.remove();
  for (const account of [buyer, stranger]) if (account) await closeAccount(account);
});
useShop();

const post = (path: string, body: object, access = buyer.access) => call('POST', path, { access, body });
const cart = (totalPrice: number, rest: object = {}) => ({
  orderItems: [{ id: product, qty: 1 }],
  shippingAddress: { address: '1 Lê Lợi', city: 'Huế', postalCode: '530000', country: 'Việt Nam' },
  paymentMethod: 'Paybox',
  totalPrice,
  ...rest,
});
const orderOf = async (id: number) => read(await call('GET', `/api/orders/${id}/`, { access: buyer.access }), Order);

/** @returns the total that the shop expects for the cart */
async function priceOf(rest: object = {}): Promise<number> {
  const refused = await post('/api/placeorder/', cart(1, rest));
  expectError(refused, 409);
  return (refused.body as { expected: { totalPrice: number } }).expected.totalPrice;
}

/** Places an order. @returns its id */
async function place(rest: object = {}): Promise<number> {
  return read(await post('/api/placeorder/', cart(await priceOf(rest), rest)), Placed, 201).id;
}

async function deposit(amount: number): Promise<void> {
  const { clientSecret, paymentIntentId } = read(await post('/api/paybox/deposit/', { amount }), DepositIntent);
  await confirmCard(clientSecret);
  const body = { payment_intent_id: paymentIntentId };
  expectError(await post('/api/paybox/deposit/confirm/', body, stranger.access), 404);
  const wallet = read(await post('/api/paybox/deposit/confirm/', body), Wallet);
  expect(read(await post('/api/paybox/deposit/confirm/', body), Wallet).balance).toBe(wallet.balance);
}

async function payByWallet(order: number): Promise<void> {
  read(await post('/api/paybox/payment/', { order_id: order }), Detail);
  expectError(await post('/api/paybox/payment/', { order_id: order }), 409);
}

/** An administrator locks or unlocks the buyer's wallet. */
async function setWallet(is_active: boolean): Promise<void> {
  const list = await call('GET', `/api/admin/paybox/wallets/?page=1&search=${buyer.username}`, { access: admin });
  const [wallet] = read(list, pageSchema(AdminWallet)).results;
  const at = `/api/admin/paybox/wallets/${wallet!.id}/`;
  expect(read(await call('PATCH', at, { access: admin, body: { is_active } }), AdminWallet).is_active).toBe(is_active);
}

async function deliver(order: number): Promise<void> {
  const body = { isDelivered: true };
  expectError(await call('PATCH', `/api/orders/${order}/`, { access: buyer.access, body }), 403);
  expect(read(await call('PATCH', `/api/orders/${order}/`, { access: admin, body }), Order).status).toBe('delivered');
}

withAdmin('orders and money (needs SHOP_ADMIN_USERNAME, SHOP_ADMIN_PASSWORD)', () => {
  beforeAll(async () => {
    admin = await adminAccess();
    [buyer, stranger] = [await register(), await register()];
    goods = await Goods.of(admin, `Đơn kiểm thử ${SUFFIX}`);
    product = (await goods.product()).id;
  });

  test('an order takes stock, is its buyer’s alone, and gives the stock back when it is cancelled', async () => {
    const stock = async () =>
      ((await call('GET', `/api/products/${product}/`)).body as { countInStock: number }).countInStock;
    const before = await stock();
    const id = await place();
    expect(await stock()).toBe(before - 1);
    expect(await orderOf(id)).toMatchObject({ status: 'unpaid', isPaid: false, itemsPrice: 10_000 });
    expectError(await call('GET', `/api/orders/${id}/`), 401);
    expectError(await call('GET', `/api/orders/${id}/`, { access: stranger.access }), 404);
    expect((await post(`/api/orders/${id}/cancel/`, {})).status).toBe(200);
    expect(await stock()).toBe(before);
    expect((await orderOf(id)).isCancelled).toBe(true);
  });

  test.each([
    ['no lines', { orderItems: [] }],
    ['a quantity of 0', { orderItems: [{ id: 1, qty: 0 }] }],
    ['an unknown product', { orderItems: [{ id: 2_147_483_647, qty: 1 }] }],
    ['an address that is missing', { shippingAddress: {} }],
  ])('an order with %s answers 400', async (_what, rest) => {
    expectError(await post('/api/placeorder/', cart(1, rest)), 400);
  });

  test('a repeated request with the same Idempotency-Key places one order, and another body is refused', async () => {
    const headers = { 'Idempotency-Key': `kiem-thu-${SUFFIX}` };
    const total = await priceOf();
    const order = (paymentMethod: string) =>
      call('POST', '/api/placeorder/', { access: buyer.access, body: cart(total, { paymentMethod }), headers });
    const { id } = read(await order('Paybox'), Placed, 201);
    expect(read(await order('Paybox'), Placed, 201).id).toBe(id);
    expectError(await order('Stripe'), 409);
    expect((await post(`/api/orders/${id}/cancel/`, {})).status).toBe(200);
  });

  test('an order of more than there is answers 409, also with the right total', async () => {
    const tooMany = { orderItems: [{ id: product, qty: 999 }] };
    const refused = await post('/api/placeorder/', cart(await priceOf(tooMany), tooMany));
    expectError(refused, 409);
    expect(refused.body).not.toHaveProperty('expected');
  });

  test('a coupon is checked ignoring case, lowers the total, and is released by a cancelled order', async () => {
    const code = `KT${SUFFIX}`.toUpperCase();
    const hour = 3_600_000;
    const dates = { valid_from: new Date(Date.now() - hour), valid_to: new Date(Date.now() + hour) };
    const body = { code, discount_amount: 1_000, min_order_amount: 0, usage_limit: 1, ...dates };
    expectError(await call('POST', '/api/coupons/', { access: buyer.access, body }), 403);
    const { id } = read(await call('POST', '/api/coupons/', { access: admin, body }), Coupon, 201);
    const check = () => post('/api/coupons/check/', { code: code.toLowerCase(), total_price: 10_000 });
    expect(read(await check(), CouponOffer).discount_amount).toBe(1_000);
    const changed = { ...body, discount_amount: 2_000 };
    expect(
      read(await call('PUT', `/api/coupons/${id}/`, { access: admin, body: changed }), Coupon).discount_amount,
    ).toBe(2_000);
    const order = await place({ coupon_code: code });
    expect((await orderOf(order)).discount).toBe(2_000);
    expectError(await check(), 400);
    await post(`/api/orders/${order}/cancel/`, {});
    read(await check(), CouponOffer);
    expect((await call('DELETE', `/api/coupons/${id}/`, { access: admin })).status).toBe(204);
    expectError(await check(), 400);
  });

  withTestCards('needs test cards: a deposit is credited once, and the wallet pays an order once', async () => {
    expectError(await post('/api/paybox/deposit/', { amount: 9_999 }), 400);
    const order = await place();
    expectError(await post('/api/paybox/payment/', { order_id: order }), 400);
    await deposit((await orderOf(order)).totalPrice);
    await payByWallet(order);
    expect(await orderOf(order)).toMatchObject({ status: 'paid', isPaid: true });
    const lines = read(
      await call('GET', '/api/paybox/transactions/', { access: buyer.access }),
      WalletTransaction.array(),
    );
    expect(lines.map(({ transaction_type: type }) => type)).toEqual(['PAYMENT', 'DEPOSIT']);
    await deliver(order);
  });

  withTestCards(
    'needs test cards: a card pays an order; a refund is requested, rejected or approved, and paid into the wallet',
    async () => {
      const [order, second] = [await place(), await place()];
      for (const id of [order, second]) {
        const { clientSecret } = read(await post('/api/stripe-payment/', { order: id }), CardIntent);
        expect(read(await post('/api/stripe-payment/', { order: id }), CardIntent).clientSecret).toBe(clientSecret);
        const payment_intent = await confirmCard(clientSecret);
        read(await post(`/api/orders/${id}/pay/`, { payment_intent }), Detail);
        read(await post(`/api/orders/${id}/pay/`, { payment_intent }), Detail);
        expect((await post('/api/paybox/refund-request/', { order_id: id, reason: 'Chật' })).status).toBe(201);
        expectError(await post('/api/paybox/refund-request/', { order_id: id, reason: 'Chật' }), 409);
      }
      const requests = await call('GET', '/api/paybox/refund-requests/', { access: buyer.access });
      expect(read(requests, RefundRequest.array())).toHaveLength(2);
      const decide = (method: string, id: number, what: string, access = admin) =>
        call(method, `/api/admin/paybox/refund/${id}/${what}/`, { access });
      expectError(await decide('POST', order, 'approve', buyer.access), 403);
      expect((await decide('POST', order, 'approve')).status).toBeLessThan(300);
      expectError(await decide('POST', order, 'approve'), 409);
      expect((await decide('DELETE', second, 'reject')).status).toBe(204);
      expectError(await decide('DELETE', second, 'reject'), 409);
      expect((await decide('DELETE', second, 'delete')).status).toBe(204);
      expect([(await orderOf(order)).status, (await orderOf(second)).status]).toEqual(['refunded', 'paid']);
      await deliver(second);
      const third = await place();
      await setWallet(false);
      expectError(await post('/api/paybox/payment/', { order_id: third }), 403);
      await setWallet(true);
      await payByWallet(third);
      await deliver(third);
      expect(read(await call('GET', '/api/paybox/wallet/', { access: buyer.access }), Wallet).balance).toBe(0);
    },
  );
});
