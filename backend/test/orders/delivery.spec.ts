import { Order } from '../../src/contract/orders/orders.js';
import { OrderExpiry } from '../../src/orders/expiry/expiry.js';
import { answer, openShop, shop } from '../support/client.js';
import { cartOf, given, statuses, times } from '../support/given.js';
import { expectSoundLedger } from '../support/ledger.js';
import { expectUnchanged } from '../support/unchanged.js';

openShop();
expectSoundLedger();

const delivered = { isDelivered: true };

describe('marking an order as delivered', () => {
  test('is possible once, for a paid order', async () => {
    const [shopper, admin] = [await given.shopper({ balance: 100_000 }), await given.admin()];
    const order = await given.paidOrder(shopper);
    const replies = await times(10, () => admin.patch(`/api/orders/${order.id}/`, delivered));
    expect(statuses(replies)).toEqual({ 200: 1, 409: 9 });
    const response = await shopper.order(order.id);
    expect(response).toMatchObject({ status: 'delivered', isDelivered: true, isPaid: true, isRefunded: false });
    expect(response.deliveredAt).toEqual(expect.any(String));
    expect(replies.find((reply) => reply.status === 200)?.body).toEqual(response);
    expect((await shopper.post(`/api/orders/${order.id}/cancel/`)).status).toBe(409);
  });

  test('answers 409 for an unpaid, cancelled or refunded order', async () => {
    const [shopper, admin] = [await given.shopper({ balance: 100_000 }), await given.admin()];
    const [unpaid, cancelled, refunded] = [
      await given.order(shopper),
      await given.order(shopper),
      await given.paidOrder(shopper),
    ];
    await shopper.post(`/api/orders/${cancelled.id}/cancel/`);
    await shopper.post('/api/paybox/refund-request/', { order_id: refunded.id, reason: 'Chật' });
    await admin.post(`/api/admin/paybox/refund/${refunded.id}/approve/`);
    for (const [order, sentence] of [
      [unpaid, 'Đơn hàng chưa được thanh toán.'],
      [cancelled, 'Đơn hàng đã bị hủy.'],
      [refunded, 'Đơn hàng đã được hoàn tiền.'],
    ] as const) {
      const reply = await expectUnchanged(() => admin.patch(`/api/orders/${order.id}/`, delivered));
      expect([reply.status, reply.body.error]).toEqual([409, sentence]);
    }
  });

  test('is possible while a refund is requested, which then returns no goods to stock', async () => {
    const [shopper, admin] = [await given.shopper({ balance: 100_000 }), await given.admin()];
    const order = await given.paidOrder(shopper);
    await shopper.post('/api/paybox/refund-request/', { order_id: order.id, reason: 'Chật' });
    const response = answer(await admin.patch(`/api/orders/${order.id}/`, delivered), Order);
    expect(response).toMatchObject({ status: 'refund_requested', isDelivered: true });
    expect((await admin.delete(`/api/admin/paybox/refund/${order.id}/reject/`)).status).toBe(204);
    expect((await shopper.order(order.id)).status).toBe('delivered');
  });

  test('answers 404 for an unknown order', async () => {
    const admin = await given.admin();
    await expectUnchanged(async () => {
      for (const id of [0, -1, 'abc', '1e3', '9223372036854775808', 2_000_000_000, '%00']) {
        expect((await admin.patch(`/api/orders/${id}/`, delivered)).status).toBe(404);
      }
    });
  });

  test('accepts only true, and ignores other fields', async () => {
    const [shopper, admin] = [await given.shopper({ balance: 100_000 }), await given.admin()];
    const [paid, unpaid] = [await given.paidOrder(shopper), await given.order(shopper)];
    const lies = { isPaid: true, paidAt: new Date(), totalPrice: 1, user: admin.id, isRefunded: true };
    await expectUnchanged(async () => {
      for (const isDelivered of [false, null, undefined, 'true', 1, {}]) {
        const reply = await admin.patch(`/api/orders/${paid.id}/`, { isDelivered });
        expect([reply.status, reply.body.isDelivered]).toEqual([400, ['Chỉ có thể xác nhận đã giao hàng']]);
      }
      for (const body of ['', '{', 'null', '[]']) {
        expect((await admin.patch(`/api/orders/${paid.id}/`, body)).status).toBe(400);
      }
      expect((await admin.patch(`/api/orders/${unpaid.id}/`, { ...lies, ...delivered })).status).toBe(409);
    });
    const reply = await admin.patch(`/api/orders/${paid.id}/`, { ...lies, ...delivered });
    expect(answer(reply, Order)).toMatchObject({ isRefunded: false, totalPrice: 100_000 });
  });
});

describe('the log of an order', () => {
  const logOf = async (id: number) => {
    const rows: { line: string; actor_id: number | null }[] = await shop().db.query(
      `SELECT concat_ws(' ', status_before, '->', status_after, 'by', actor, transition) AS line, actor_id
       FROM order_events WHERE order_id = $1 ORDER BY id`,
      [id],
    );
    return rows.map(({ line, actor_id }) => [line, actor_id]);
  };

  test('has an event with its actor for each transition', async () => {
    const [shopper, admin] = [await given.shopper({ balance: 100_000 }), await given.admin()];
    const { id } = await given.paidOrder(shopper);
    const request = () => shopper.post('/api/paybox/refund-request/', { order_id: id, reason: 'Chật' });
    await request();
    await admin.delete(`/api/admin/paybox/refund/${id}/reject/`);
    await admin.delete(`/api/admin/paybox/refund/${id}/delete/`);
    await admin.patch(`/api/orders/${id}/`, delivered);
    await request();
    await admin.delete(`/api/admin/paybox/refund/${id}/delete/`);
    await request();
    await admin.post(`/api/admin/paybox/refund/${id}/approve/`);
    await admin.delete(`/api/admin/paybox/refund/${id}/delete/`);
    expect(await logOf(id)).toEqual([
      ['-> unpaid by buyer place', shopper.id],
      ['unpaid -> paid by buyer pay', shopper.id],
      ['paid -> refund_requested by buyer request_refund', shopper.id],
      ['refund_requested -> paid by admin reject_refund', admin.id],
      ['paid -> paid by admin delete_refund', admin.id],
      ['paid -> delivered by admin deliver', admin.id],
      ['delivered -> refund_requested by buyer request_refund', shopper.id],
      ['refund_requested -> delivered by admin delete_refund', admin.id],
      ['delivered -> refund_requested by buyer request_refund', shopper.id],
      ['refund_requested -> refunded by admin approve_refund', admin.id],
      ['refunded -> refunded by admin delete_refund', admin.id],
    ]);
  });

  test('distinguishes a cancellation by the buyer from one by the shop', async () => {
    const shopper = await given.shopper();
    const [cancelled, expired] = [await given.order(shopper), await given.order(shopper)];
    await shopper.post(`/api/orders/${cancelled.id}/cancel/`);
    await shop().db.query(`UPDATE orders SET created_at = now() - interval '25 hours' WHERE id = $1`, [expired.id]);
    await shop().app.get(OrderExpiry).expire(expired.id);
    expect((await logOf(cancelled.id))[1]).toEqual(['unpaid -> cancelled by buyer cancel', shopper.id]);
    expect((await logOf(expired.id))[1]).toEqual(['unpaid -> cancelled by shop expire', null]);
  });

  test('begins with placing, followed by paying for an order that costs nothing', async () => {
    const shopper = await given.shopper();
    const id = await given.product({ price: 0 });
    const reply = await shopper.post('/api/placeorder/', cartOf([{ id, qty: 1 }], 0));
    expect(await logOf(reply.body.id as number)).toEqual([
      ['-> unpaid by buyer place', shopper.id],
      ['unpaid -> paid by buyer pay', shopper.id],
    ]);
  });

  test('has no event for a refused transition', async () => {
    const [shopper, admin] = [await given.shopper(), await given.admin()];
    const { id } = await given.order(shopper);
    await expectUnchanged(async () => {
      await shopper.post('/api/paybox/payment/', { order_id: id });
      await shopper.post('/api/paybox/refund-request/', { order_id: id, reason: 'Chật' });
      await admin.patch(`/api/orders/${id}/`, delivered);
      await shop().app.get(OrderExpiry).expire(id);
    });
  });
});
