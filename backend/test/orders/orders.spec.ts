import { AdminOrder, Order } from '../../src/contract/orders/orders.js';
import { pageSchema } from '../../src/contract/common.js';
import { answer, openShop, shop } from '../support/client.js';
import { given, statuses, times } from '../support/given.js';
import { expectSoundLedger } from '../support/ledger.js';
import { stockOf } from '../support/stock.js';

openShop();
expectSoundLedger();

describe('listing orders', () => {
  test('shoppers see their own, newest first; administrators see all', async () => {
    const [mai, lan, admin] = [await given.shopper(), await given.shopper(), await given.admin()];
    const [first, second, other] = [await given.order(mai), await given.order(mai), await given.order(lan)];
    const reply = await mai.get('/api/orders/');
    expect(answer(reply, Order.array()).map((order) => order.id)).toEqual([second.id, first.id]);
    expect(reply.headers['x-total-count']).toBe('2');
    expect(reply.headers['cache-control']).toBe('no-store');
    const all = answer(await admin.get('/api/orders/'), Order.array()).map((order) => order.id);
    expect(all).toEqual(expect.arrayContaining([first.id, second.id, other.id]));
    await admin.order(other.id);
  });

  test('returns pages on request', async () => {
    const shopper = await given.shopper();
    await given.order(shopper);
    const older = await given.order(shopper);
    await given.order(shopper);
    const page = answer(await shopper.get('/api/orders/?page=2&page_size=1'), pageSchema(Order));
    expect(page).toMatchObject({ count: 3, page: 2, page_size: 1, results: [{ id: older.id }] });
    expect(answer(await shopper.get('/api/orders/?page=9'), pageSchema(Order)).results).toEqual([]);
    for (const query of ['page=0', 'page=x', 'page=-1', 'page=1.5', 'page=1&page_size=0', 'page=1&page_size=101']) {
      expect((await shopper.get(`/api/orders/?${query}`)).status).toBe(400);
    }
  });

  test('answers 404 for an unknown order, another user’s order and an invalid id', async () => {
    const [mai, lan] = [await given.shopper(), await given.shopper()];
    const order = await given.order(mai);
    for (const id of [order.id, 0, -1, 'abc', '1e3', '9223372036854775808', 2_000_000_000, '%00', `${order.id}.5`]) {
      expect((await lan.get(`/api/orders/${id}/`)).status).toBe(404);
      expect((await lan.post(`/api/orders/${id}/cancel/`)).status).toBe(404);
    }
  });
});

describe('cancelling', () => {
  const mailsOf = async (id: number) => {
    const rows: { template: string }[] = await shop().db.query(
      'SELECT template FROM mails m JOIN order_events e ON e.id = m.order_event_id WHERE e.order_id = $1 ORDER BY m.id',
      [id],
    );
    return rows.map(({ template }) => template);
  };
  const auditOf = async (id: number) => {
    const reader = await given.admin();
    return reader.audit(`subject=order&subject_id=${id}`);
  };

  test('returns the goods to stock, once', async () => {
    const shopper = await given.shopper();
    const order = await given.order(shopper);
    const replies = await times(10, () => shopper.post(`/api/orders/${order.id}/cancel/`));
    expect(statuses(replies)).toEqual({ 200: 1, 409: 9 });
    const cancelled = await shopper.order(order.id);
    expect(cancelled).toMatchObject({ status: 'cancelled', isCancelled: true, isPaid: false });
    expect(await stockOf(order.product)).toBe(10);
  });

  test('is refused for a paid order, also for an administrator', async () => {
    const [shopper, admin] = [await given.shopper({ balance: 100_000 }), await given.admin()];
    const order = await given.paidOrder(shopper);
    expect((await shopper.post(`/api/orders/${order.id}/cancel/`)).status).toBe(409);
    expect((await admin.post(`/api/orders/${order.id}/cancel/`, { reason: 'Hết hàng' })).status).toBe(409);
    expect(await stockOf(order.product)).toBe(9);
    expect(await auditOf(order.id)).toEqual([]);
  });

  test('by an administrator states actor and reason in the mail and the audit log, and releases everything', async () => {
    const [shopper, admin] = [await given.shopper(), await given.admin()];
    const { id: couponId, code } = await given.coupon();
    const id = await given.placed(shopper, { discount: 20_000, coupon_code: code });
    const reply = await admin.post(`/api/orders/${id}/cancel/`, { reason: '  Hết vải \n đỏ ' });
    const reason = 'Hết vải \n đỏ';
    expect(answer(reply, Order)).toMatchObject({ status: 'cancelled', cancel_reason: reason });
    const [listed] = answer(await shopper.get('/api/orders/'), Order.array());
    expect(listed).toMatchObject({ id, status: 'cancelled', cancel_reason: reason });
    const { body: mine } = await shopper.get('/auth/users/me/data/');
    expect(mine).toMatchObject({ orders: [{ id, cancel_reason: reason }] });
    const { events } = answer(await admin.get(`/api/admin/orders/${id}/`), AdminOrder);
    expect(events.map((event) => [event.transition, event.actor, event.reason])).toEqual([
      ['place', { is: 'buyer', username: shopper.username }, null],
      ['cancel', { is: 'admin', username: admin.username }, reason],
    ]);
    expect(await shop().db.query('SELECT FROM coupon_uses WHERE coupon_id = $1', [couponId])).toEqual([]);
    const [line] = listed?.orderItems ?? [];
    expect(await stockOf(line?.product ?? 0)).toBe(10);
    expect(await mailsOf(id)).toEqual(['order_placed', 'order_cancelled']);
    expect(await auditOf(id)).toMatchObject([
      {
        actor: { id: admin.id },
        action: 'cancel',
        before: { isCancelled: false, reason: null },
        after: { isCancelled: true, reason },
      },
    ]);
  });

  test('by an administrator requires a reason of 1 to 1,000 characters', async () => {
    const [shopper, admin] = [await given.shopper(), await given.admin()];
    const order = await given.order(shopper);
    const cancel = (body?: object) => admin.post(`/api/orders/${order.id}/cancel/`, body);
    for (const body of [undefined, {}, { reason: '' }, { reason: ' \n ' }]) {
      const reply = await cancel(body);
      expect([reply.status, reply.body.reason]).toEqual([400, ['Vui lòng nhập lý do hủy đơn hàng!']]);
    }
    for (const reason of ['x'.repeat(1_001), null, 7, ['Hết hàng'], {}]) {
      const reply = await cancel({ reason });
      expect([reply.status, Object.keys(reply.body as object)]).toEqual([400, expect.arrayContaining(['reason'])]);
    }
    expect((await cancel({ reason: 'a\u0000b' })).status).toBe(400);
    expect((await admin.order(order.id)).status).toBe('unpaid');
    expect(await auditOf(order.id)).toEqual([]);
    expect((await cancel({ reason: ` ${'ế'.repeat(1_000)} ` })).status).toBe(200);
    expect((await cancel({ reason: 'Lần nữa' })).status).toBe(409);
    expect(await auditOf(order.id)).toHaveLength(1);
  });

  test('of one’s own order needs no reason: a buyer’s is ignored, an administrator acts for the shop with one', async () => {
    const [shopper, admin] = [await given.shopper(), await given.admin()];
    const orders = [await given.order(shopper), await given.order(admin), await given.order(admin)] as const;
    const [bought, own, shops] = orders;
    expect((await shopper.post(`/api/orders/${bought.id}/cancel/`, { reason: 'Đổi ý' })).status).toBe(200);
    expect((await admin.post(`/api/orders/${own.id}/cancel/`)).status).toBe(200);
    expect((await admin.post(`/api/orders/${shops.id}/cancel/`, { reason: 'Hết hàng' })).status).toBe(200);
    const actual = await Promise.all(
      orders.map(async ({ id }) => {
        const { events, cancel_reason } = answer(await admin.get(`/api/admin/orders/${id}/`), AdminOrder);
        return [events.at(-1)?.actor.is, cancel_reason, (await auditOf(id)).length];
      }),
    );
    expect(actual).toEqual([
      ['buyer', null, 0],
      ['buyer', null, 0],
      ['admin', 'Hết hàng', 1],
    ]);
  });

  test('by an administrator while the buyer pays: exactly one of the two succeeds', async () => {
    const [shopper, admin] = [await given.shopper({ balance: 600_000 }), await given.admin()];
    for (let round = 0; round < 6; round++) {
      const order = await given.order(shopper);
      const cancel = () => admin.post(`/api/orders/${order.id}/cancel/`, { reason: 'Hết hàng' });
      const pay = () => shopper.post('/api/paybox/payment/', { order_id: order.id });
      const before = await shopper.balance();
      const calls = round % 2 === 0 ? [cancel, pay] : [pay, cancel];
      expect(statuses(await Promise.all(calls.map((call) => call())))).toEqual({ 200: 1, 409: 1 });
      const { status } = await shopper.order(order.id);
      const isPaid = status === 'paid';
      expect(status).toBe(isPaid ? 'paid' : 'cancelled');
      expect(await shopper.balance()).toBe(before - (isPaid ? 100_000 : 0));
      expect(await stockOf(order.product)).toBe(isPaid ? 9 : 10);
      expect(await auditOf(order.id)).toHaveLength(isPaid ? 0 : 1);
    }
  });
});
