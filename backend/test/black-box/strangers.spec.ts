import { Order } from '../../src/contract/orders/orders.js';
import { pageSchema } from '../../src/contract/common.js';
import { Buyer } from './buyer.js';
import { useGoods } from './goods.js';
import { SUFFIX, call, expectError, hasAdmin, read } from './caller.js';

const withAdmin = hasAdmin ? describe : describe.skip;

let buyer: Buyer;
let stranger: Buyer;
let order: number;

// Before the shop closes.
afterAll(async () => {
  for (const account of [buyer, stranger]) await account?.close();
});
const goods = useGoods(`Đơn riêng kiểm thử ${SUFFIX}`);

withAdmin('an order (needs SHOP_ADMIN_USERNAME, SHOP_ADMIN_PASSWORD)', () => {
  beforeAll(async () => {
    const { id } = await goods.product();
    [buyer, stranger] = [await Buyer.of(goods.admin, id), await Buyer.of(goods.admin, id)];
    order = await buyer.place();
  });
  afterAll(() => buyer.cancel(order));

  test.each([
    ['read', 'GET', () => `/api/orders/${order}/`, () => undefined],
    ['cancelled', 'POST', () => `/api/orders/${order}/cancel/`, () => ({})],
    ['paid by card', 'POST', () => '/api/stripe-payment/', () => ({ order })],
    ['settled', 'POST', () => `/api/orders/${order}/pay/`, () => ({ payment_intent: 'pi_1' })],
    ['paid by wallet', 'POST', () => '/api/paybox/payment/', () => ({ order_id: order })],
    ['refunded', 'POST', () => '/api/paybox/refund-request/', () => ({ order_id: order, reason: 'Chật' })],
  ])('of another is not %s: 404, and 401 without a login', async (_what, method, path, body) => {
    expectError(await call(method, path(), { access: stranger.account.access, body: body() }), 404);
    expectError(await call(method, path(), { body: body() }), 401);
    expect((await buyer.order(order)).status).toBe('unpaid');
  });

  test('is delivered by administrators only', async () => {
    for (const { account } of [buyer, stranger]) {
      const body = { isDelivered: true };
      expectError(await call('PATCH', `/api/orders/${order}/`, { access: account.access, body }), 403);
    }
  });

  test('is listed for its buyer and for administrators, newest first, and for nobody else', async () => {
    const own = await buyer.get('/api/orders/');
    expect(read(own, Order.array()).map(({ id }) => id)).toEqual([order]);
    expect(own.headers.get('x-total-count')).toBe('1');
    expect(own.headers.get('cache-control')).toContain('no-store');
    expect(read(await stranger.get('/api/orders/'), Order.array())).toEqual([]);
    const all = await call('GET', '/api/orders/?page=1&page_size=100', { access: goods.admin });
    const { results } = read(all, pageSchema(Order));
    expect(results.map(({ id }) => id)).toContain(order);
    const times = results.map(({ createdAt }) => createdAt);
    expect(times).toEqual(times.toSorted().toReversed());
  });

  test.each(['0', '-1', 'abc', '2147483647'])('%s is not found', async (id) => {
    expectError(await call('GET', `/api/orders/${id}/`, { access: goods.admin }), 404);
    expectError(await call('POST', `/api/orders/${id}/cancel/`, { access: buyer.account.access, body: {} }), 404);
  });

  test.each(['page=0', 'page_size=101&page=1', 'page=x'])(
    'list with %s answers 400, past its end nothing',
    async (query) => {
      expectError(await buyer.get(`/api/orders/?${query}`), 400);
      expect(read(await buyer.get('/api/orders/?page=9'), pageSchema(Order))).toMatchObject({ count: 1, results: [] });
    },
  );
});
