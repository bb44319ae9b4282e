import { Order } from '../../src/contract/orders.js';
import { pageOf } from '../../src/contract/common.js';
import { answer, openShop, shop, visitor } from '../support/client.js';
import { given, statuses, times } from '../support/given.js';
import { expectSoundLedger } from '../support/ledger.js';

openShop();
expectSoundLedger();

describe('looking at orders', () => {
  test('everyone sees their own, newest first; an administrator sees all', async () => {
    const [mai, lan, admin] = [await given.shopper(), await given.shopper(), await given.admin()];
    const [first, second, other] = [await given.order(mai), await given.order(mai), await given.order(lan)];
    const reply = await mai.get('/api/orders/');
    expect(answer(reply, Order.array()).map((order) => order.id)).toEqual([second.id, first.id]);
    expect(reply.headers['x-total-count']).toBe('2');
    expect(reply.headers['cache-control']).toBe('no-store');
    const all = answer(await admin.get('/api/orders/'), Order.array()).map((order) => order.id);
    expect(all).toEqual(expect.arrayContaining([first.id, second.id, other.id]));
    answer(await admin.get(`/api/orders/${other.id}/`), Order);
  });

  test('pages them when asked to', async () => {
    const shopper = await given.shopper();
    await given.order(shopper);
    const older = await given.order(shopper);
    await given.order(shopper);
    const page = answer(await shopper.get('/api/orders/?page=2&page_size=1'), pageOf(Order));
    expect(page).toMatchObject({ count: 3, page: 2, page_size: 1, results: [{ id: older.id }] });
    expect(answer(await shopper.get('/api/orders/?page=9'), pageOf(Order)).results).toEqual([]);
    for (const query of ['page=0', 'page=x', 'page=-1', 'page=1.5', 'page=1&page_size=0', 'page=1&page_size=101']) {
      expect((await shopper.get(`/api/orders/?${query}`)).status).toBe(400);
    }
  });

  test('answers 404 for what is not there, another user’s, and what is no id', async () => {
    const [mai, lan] = [await given.shopper(), await given.shopper()];
    const order = await given.order(mai);
    for (const id of [order.id, 0, -1, 'abc', '1e3', '9223372036854775808', 2_000_000_000, '%00', `${order.id}.5`]) {
      expect((await lan.get(`/api/orders/${id}/`)).status).toBe(404);
      expect((await lan.post(`/api/orders/${id}/cancel/`)).status).toBe(404);
    }
    expect((await visitor().get('/api/orders/')).status).toBe(401);
    expect((await visitor().get(`/api/orders/${order.id}/`)).status).toBe(401);
  });
});

describe('cancelling', () => {
  const stockOf = async (product: number) =>
    (await shop().db.query('SELECT count_in_stock AS stock FROM products WHERE id = $1', [product])) as unknown;

  test('puts the goods back, once', async () => {
    const shopper = await given.shopper();
    const order = await given.order(shopper);
    const replies = await times(10, () => shopper.post(`/api/orders/${order.id}/cancel/`));
    expect(statuses(replies)).toEqual({ 200: 1, 409: 9 });
    const cancelled = answer(await shopper.get(`/api/orders/${order.id}/`), Order);
    expect(cancelled).toMatchObject({ status: 'cancelled', isCancelled: true, isPaid: false });
    expect(await stockOf(order.product)).toEqual([{ stock: 10 }]);
  });

  test('is refused for a paid order, and to an administrator who does not own it', async () => {
    const [shopper, admin] = [await given.shopper({ balance: 100_000 }), await given.admin()];
    const order = await given.order(shopper);
    expect((await admin.post(`/api/orders/${order.id}/cancel/`)).status).toBe(404);
    await shopper.post('/api/paybox/payment/', { order_id: order.id });
    expect((await shopper.post(`/api/orders/${order.id}/cancel/`)).status).toBe(409);
    expect(await stockOf(order.product)).toEqual([{ stock: 9 }]);
  });
});
